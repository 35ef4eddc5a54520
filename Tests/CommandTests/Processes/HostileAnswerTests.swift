import Catalogue
import LoopbackServer
import Testing

/// `sync` as a process against a title server whose answers are valid JSON of odd shapes.
@Suite(
  .enabled(if: Sandbox.measuresMemory, "perl is not here, with which memory is measured"))
struct HostileAnswerTests {
  private let sandbox = Sandbox()
  private static let isbns = ["9780765326355", "9780306406157"]

  /// Some megabytes of JSON, and where they stand in an answer.
  struct Shape: Sendable, CustomStringConvertible {
    let description: String
    let piece: String
    let entry: @Sendable (String) -> String
    /// Why the first title fails; nil: it does not.
    var reason: String?

    static let length = 3 << 20

    /// An array of as many pieces as there is room for.
    var filling: String {
      let pieces = String(repeating: piece + ",", count: Self.length / (piece.utf8.count + 1))
      return "[" + pieces.dropLast() + "]"
    }

    static func found(_ record: String, more: String = "") -> String {
      "{\"isbn\":\"\(isbns[0])\",\"outcome\":\"found\",\"record\":{\(record)}\(more)}"
    }

    static let all = [
      Shape(description: "small objects in an unknown member", piece: "{\"a\":1}") {
        found("\"title\":\"T\",\"junk\":\($0)")
      },
      Shape(description: "empty lists in an unknown member of the entry", piece: "[]") {
        found("\"title\":\"T\"", more: ",\"junk\":\($0)")
      },
      Shape(
        description: "lists in lists in an unknown member",
        piece: String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
      ) { found("\"title\":\"T\",\"junk\":\($0)") },
      Shape(
        description: "texts in a known member", piece: "\"abcdefghijklmnop\"",
        entry: { found("\"title\":\"T\",\"subjects\":\($0)") }, reason: "room"),
      Shape(
        description: "numbers where a text belongs", piece: "1",
        entry: { found("\"title\":\($0)") }, reason: "room"),
      Shape(description: "small values for entries", piece: "1") {
        found("\"title\":\"T\"") + "," + $0.dropFirst().dropLast()
      },
      Shape(
        description: "more text than a title has",
        piece: "\"" + String(repeating: "s", count: 99) + "\"",
        entry: { found("\"title\":\"T\",\"subjects\":\($0.prefix(1 + 250 * 102))\"s\"]") },
        reason: "KiB of text"),
    ]
  }

  @Test("costs little more memory than its bytes, and a title at most itself", arguments: Shape.all)
  func memory(shape: Shape) throws {
    let server = try LoopbackServer { _ in
      .json(
        "{\"version\":1,\"titles\":[" + shape.entry(shape.filling)
          + ",{\"isbn\":\"\(Self.isbns[1])\",\"outcome\":\"found\",\"record\":{\"title\":\"Good\"}}]}"
      )
    }
    _ = try sandbox.run(
      "account", "add", "s", "--source", "http", "--endpoint", server.url, "--rate", "unlimited",
      "-q")
    _ = try sandbox.run("account", "use", "s")
    #expect(try sandbox.run(arguments: ["add"] + Self.isbns).status == 0)
    let idle = try sandbox.measure(arguments: ["status"]).peak
    let (result, peak) = try sandbox.measure(arguments: ["sync", "--json"])
    // libcurl and the answer's bytes, which are copied once.
    #expect(peak < idle + 24_000_000, "\(peak >> 20) MiB, idle \(idle >> 20) MiB")
    #expect(result.status == (shape.reason == nil ? 0 : 3), "\(result)")
    let titles = try sandbox.run("list", "--fields", "title").lines
    #expect(titles.contains("Good"))
    guard let reason = shape.reason else { return #expect(titles.contains("T")) }
    let failures = try sandbox.run("failures", "--jsonl").output
    #expect(failures.contains(reason), "\(failures.prefix(300))")
  }
}
