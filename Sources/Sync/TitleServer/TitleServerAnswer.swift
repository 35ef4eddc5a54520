import Catalogue

/// Reads an answer of a title server, entry by entry, so that one bad entry costs no other.
struct TitleServerAnswer {
  private(set) var outcomes: [ISBN: TitleOutcome] = [:]
  private(set) var limits: TitleServerLimits?

  /// The most bytes that a validator or a key may have.
  static let longestTag = 1024

  /// Reads an answer.
  /// - Parameters:
  ///   - body: the answer; nobody vouches for it.
  ///   - requests: what was asked; entries for other numbers are passed over.
  /// - Returns: an outcome for each request: where the answer has no entry for one, that it failed.
  static func read(
    _ body: [UInt8], to requests: ArraySlice<TitleRequest>
  ) -> Result<TitleServerAnswer, TitleFailure> {
    var answer = TitleServerAnswer()
    let asked = Dictionary(requests.map { ($0.isbn, $0) }) { first, _ in first }
    do throws(JSONError) {
      guard let titles = try answer.readHead(body) else {
        return .failure(.unreadable("the answer has no list of titles"))
      }
      // mutant protocol-version:
      //   `guard answer.version == TitleServer.version else {`
      //   -> `guard answer.version != -1 else {` (TitleServerTests)
      guard answer.version == TitleServer.version else {
        return .failure(
          .unreadable(
            "the server speaks another version of the protocol"
              + (answer.version.map { ", \($0)" } ?? "") + "; here it is \(TitleServer.version)"))
      }
      var reader = JSONReader(body, in: titles)
      try reader.expect(UInt8(ascii: "["))
      var isFirst = true
      while let range = try reader.nextElement(isFirst: &isFirst) {
        answer.readEntry(body, at: range, asked)
      }
    } catch {
      return .failure(.unreadable("the answer is not JSON of the protocol: \(error.cause)"))
    }
    // mutant answer-has-every-title:
    //   `where answer.outcomes[isbn] == nil {` -> `where asked[isbn] == nil {` (TitleServerTests)
    for isbn in asked.keys where answer.outcomes[isbn] == nil {
      answer.outcomes[isbn] = .failed(
        .malformed("the server's answer has no entry that can be read for \(isbn)"))
    }
    return .success(answer)
  }

  private var version: Int64?

  /// Reads everything but the titles; of two equal keys the first counts.
  /// - Returns: where the list of titles stands.
  private mutating func readHead(_ body: [UInt8]) throws(JSONError) -> Range<Int>? {
    var titles: Range<Int>?
    var reader = JSONReader(body, in: 0..<body.count)
    try reader.expect(UInt8(ascii: "{"))
    var isFirst = true
    while let member = try reader.nextMember(isFirst: &isFirst) {
      var value = JSONReader(body, in: member.value)
      if titles == nil, reader.key(of: member, is: "titles") {
        titles = member.value
      } else if version == nil, reader.key(of: member, is: "version") {
        if let first = value.peek(), 0x30...0x39 ~= first,
          case .integer(let number) = try value.value()
        {
          version = number
        }
      } else if limits == nil, reader.key(of: member, is: "limits") {
        value.room = FieldReader.room
        if let members = try value.members(of: TitleServerLimits.names) {
          limits = TitleServerLimits(announced: FieldReader(members))
        }
      }
    }
    try reader.expectEnd()
    return titles
  }

  /// Reads one entry; one that cannot be laid to a number that was asked for is passed over.
  private mutating func readEntry(
    _ body: [UInt8], at range: Range<Int>, _ asked: [ISBN: TitleRequest]
  ) {
    var reader = JSONReader(body, in: range)
    reader.room = FieldReader.room
    let entry: Entry
    do throws(JSONError) {
      guard let members = try Entry(&reader) else { return }
      entry = members
    } catch {
      // Its number may be read all the same, so that the reason is told.
      guard let isbn = TitleFileLine.isbn(in: body, line: range, offset: 1), asked[isbn] != nil,
        outcomes[isbn] == nil
      else { return }
      outcomes[isbn] = .failed(.malformed("the entry is not JSON: \(error.cause)"))
      return
    }
    guard case .string(let text)? = entry.fields["isbn"], let isbn = ISBN(reading: text.utf8),
      let request = asked[isbn], outcomes[isbn] == nil
    else { return }
    do throws(FieldReader.Mismatch) {
      outcomes[isbn] = try Self.outcome(of: request, entry)
    } catch {
      outcomes[isbn] = .failed(.malformed(error.reason))
    }
  }

  /// An entry with what is known of it; what else it says is passed without being built.
  private struct Entry {
    private(set) var fields: FieldReader
    /// The known members of its record, when that is an object.
    private(set) var record: FieldReader?

    private static let names = JSONNames(["isbn", "outcome", "key", "etag", "status", "record"])
    private static let recordNames = JSONNames(BookDetails.titleFieldNames + ["isbn"])

    /// Reads the entry before which a reader stands; nil when it is no object.
    init?(_ reader: inout JSONReader) throws(JSONError) {
      guard reader.peek() == UInt8(ascii: "{") else { return nil }
      try reader.expect(UInt8(ascii: "{"))
      var members: [(name: String, value: JSONValue)] = []
      var progress = JSONProgress()
      while let index = try reader.nextMember(of: Self.names, &progress) {
        let name = Self.names.names[index]
        if name == "record" {
          record = try reader.members(of: Self.recordNames).map { FieldReader($0) }
        } else {
          members.append((name, try reader.value()))
        }
      }
      try reader.expectEnd()
      fields = FieldReader(members)
    }
  }

  private static func outcome(
    of request: TitleRequest, _ entry: Entry
  ) throws(FieldReader.Mismatch) -> TitleOutcome {
    switch entry.fields["outcome"] {
    case .string("found"): return try found(request, entry)
    case .string("unchanged"):
      // mutant unchanged-needs-etag:
      //   `guard request.validators != nil else {`
      //   -> `guard request.validators != "-" else {` (TitleServerTests)
      guard request.validators != nil else {
        throw FieldReader.Mismatch(
          reason: "the server says unchanged of a title of which nothing is known here")
      }
      return .unchanged
    case .string("not_found"): return .notFound
    case .string("failed"): return .failed(.server(status: status(entry.fields)))
    case .string(let other):
      throw FieldReader.Mismatch(reason: "“\(other.prefix(40))” is no outcome")
    default: throw FieldReader.Mismatch(reason: "the entry has no outcome")
    }
  }

  private static func found(
    _ request: TitleRequest, _ entry: Entry
  ) throws(FieldReader.Mismatch) -> TitleOutcome {
    guard let fields = entry.record else {
      throw FieldReader.Mismatch(reason: "the entry has no record")
    }
    let details = try BookDetails(titleFields: fields)
    // A well-formed record of another edition is not the one that was asked for.
    // mutant record-of-other-isbn:
    //   `ISBN(reading: text.utf8) != request.isbn {` -> `text.isEmpty {` (TitleServerTests)
    if let text = try fields.text("isbn"), ISBN(reading: text.utf8) != request.isbn {
      return .notFound
    }
    return .found(
      TitleRecord(
        isbn: request.isbn, details: details, sourceKey: try tag(entry.fields, "key"),
        validators: try tag(entry.fields, "etag")))
  }

  /// A text that goes back to the server as it came.
  private static func tag(
    _ entry: FieldReader, _ name: String
  ) throws(FieldReader.Mismatch) -> String? {
    switch entry[name] {
    case nil, .null, .string(""): return nil
    case .string(let text):
      guard text.utf8.count <= longestTag, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else {
        throw FieldReader.Mismatch(
          reason: "\(name) is longer than \(longestTag) bytes or holds a control character")
      }
      return text
    default: throw FieldReader.Mismatch(reason: "\(name) is not text")
    }
  }

  /// The status of an entry that failed: one of HTTP's that says so, else 500.
  private static func status(_ entry: FieldReader) -> Int {
    guard case .integer(let status)? = entry["status"], 400...599 ~= status else {
      return 500
    }
    return Int(status)
  }
}
