import Catalogue
import Files
import Glibc
import Storage

/// Which books a command means: those named, those whose numbers come in on standard input, or
/// those that a query finds.
struct BookSelection {
  static let query = Option("query", "Q", "the books that a query finds")
  static let ids = Option("ids", "-", "read numbers from standard input, one a line")

  private let invocation: Invocation
  private let typed: [String]

  /// - Throws: status 2 when no book is meant, or books are meant in two ways.
  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    var ways = 0
    if !invocation.operands.isEmpty { ways += 1 }
    if invocation.has(Self.query) { ways += 1 }
    if let source = invocation.value(of: Self.ids) {
      guard source == "-" else {
        throw invocation.usage(
          "--ids takes only -", hint: "pipe numbers into it: libraryctl list --ids | …")
      }
      ways += 1
    }
    guard ways == 1 else {
      throw invocation.usage(
        ways == 0 ? "no book is named" : "books are named in more than one way",
        hint: "give BOOK…, or --query Q, or --ids -")
    }
    typed = invocation.has(Self.ids) ? try Self.standardInput(invocation) : invocation.operands
  }

  /// Whether the books were not named one by one, so that there may be more than somebody thinks.
  var isOpen: Bool { invocation.has(Self.query) || invocation.has(Self.ids) }

  /// Finds the books' numbers.
  func numbers(
    inTrash: Bool = false, in account: Account, on connection: Connection
  ) throws -> [BookNumber] {
    if let query = invocation.value(of: Self.query) {
      let query = try BookQuery(query)
      guard !query.isEmpty else {
        throw invocation.usage("--query has no word", hint: "give at least one word or condition")
      }
      let page = BookPage(account: account.id, query: query, inTrash: inTrash)
      return try page.numbers(on: connection)
    }
    return try BookAnswer.numbers(typed, inTrash: inTrash, in: account, on: connection)
  }

  private static func standardInput(_ invocation: Invocation) throws(CommandError) -> [String] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while true {
        let piece = try WholeFile.bytes(of: STDIN_FILENO, atMost: 1 << 16)
        if piece.isEmpty { break }
        bytes += piece
      }
    } catch {
      throw CommandError(
        .failed, "cannot read standard input: \(error)", in: invocation.name,
        hint: "pipe numbers into it: libraryctl list --ids | …")
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }
}
