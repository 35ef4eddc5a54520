import Catalogue
import LibraryFeature
import LoopbackServer
import Testing

@testable import libraryctl

/// What commands print with `--json` and `--jsonl`, against the schemas in docs/json.
@Suite("Answers in JSON") struct AnswerTests {
  private let sandbox = Sandbox()

  @Test(
    "every command's JSON is as its schema says, and no command has JSON without one",
    arguments: ["--json", "--jsonl"])
  func everyCommand(form: String) throws {
    let scenario = try AnswerScenario(sandbox)
    var seen: [String: Int] = [:]
    for step in scenario.steps {
      guard case .run(let words) = step else {
        try scenario.prepare(step)
        continue
      }
      guard case .run(let invocation) = try Parser.request(words, root: Program.root) else {
        Issue.record("no command: \(words)")
        continue
      }
      let answer = try #require(invocation.answer, "\(words)")
      let result = try sandbox.run(arguments: words + [form])
      #expect([0, 1, 3].contains(result.status), "\(words): \(result)")
      let values = try self.values(of: result.output, answer, form, "\(words)")
      let schema = try Self.schema(form == "--json" ? answer.schema : answer.line)
      for value in values {
        let faults = schema.faults(in: value)
        #expect(faults.isEmpty, "\(words): \(faults)")
      }
      seen[Self.name(invocation.path, answer), default: 0] += values.count
    }
    for (path, command) in Program.root.family {
      for answer in command.answers {
        let name = Self.name(path, answer)
        #expect(seen[name] ?? 0 > 0, "\(name) with \(form) was never seen: add it to the scenario")
      }
    }
  }

  /// The values that an answer is made of.
  private func values(
    of output: String, _ answer: Answer, _ form: String, _ place: String
  ) throws -> [JSONValue] {
    #expect(output.hasSuffix("\n"), "\(place)")
    if form == "--jsonl" {
      return try output.split(separator: "\n").map { try JSONValue(json: String($0)) }
    }
    let whole = try JSONValue(json: output)
    guard answer.isList else { return [whole] }
    guard case .array(let elements) = whole else {
      Issue.record("\(place) is no array: \(output)")
      return []
    }
    return elements
  }

  private static func name(_ path: [String], _ answer: Answer) -> String {
    (path + (answer.option.map { ["--\($0.name)"] } ?? [])).joined(separator: " ")
  }

  static func schema(_ schema: Answer.Schema) throws -> JSONSchema {
    try JSONSchema(JSONValue(json: Project.text(schema.file))) { name in
      try JSONValue(json: Project.text("docs/json/\(name)"))
    }
  }

  @Test("each event of a sync is as the schema says")
  func events() throws {
    let number = BookNumber(rawValue: 3)
    let failures: [TitleFailure] = [
      .offline("no route"), .unconfigured("no contact"), .unauthorised,
      .rateLimited(retryAfter: 2.5), .server(status: 502), .timedOut, .tooLarge,
      .unreadable("a page"), .malformed("no title"),
    ]
    let stops: [SyncProgress.Stop] = [
      .interrupted, .accountSwitched, .unauthorised, .offline("no route"),
      .rateLimited(retryAfter: 2.5), .rateLimited(retryAfter: nil), .unconfigured("no contact"),
    ]
    let events: [SyncEvent] =
      [
        .claimed([number]), .updated(number, title: "T"), .updated(number, title: nil),
        .unchanged(number), .notFound(number),
      ] + failures.map { .failed(number, $0) } + Refusal.allCases.map { .refused(number, $0) }
      + stops.map { .backingOff($0) }
    let schema = try Self.schema(.syncEvent)
    for event in events {
      var bytes: [UInt8] = []
      JSONText(isForTerminal: false).append(.object(SyncAnswer.record(event)), to: &bytes)
      let faults = schema.faults(in: try JSONValue(json: String(decoding: bytes, as: UTF8.self)))
      #expect(faults.isEmpty, "\(event): \(faults)")
    }
  }

  @Test("each schema has a file, each file is a schema, and each says what it is of")
  func files() throws {
    let files = try Project.files(in: "docs/json")
    #expect(files == Answer.Schema.allCases.map { $0.rawValue + ".json" }.sorted())
    for schema in Answer.Schema.allCases {
      let json = try JSONValue(json: Project.text(schema.file))
      #expect(json["$schema"] == "https://json-schema.org/draft/2020-12/schema", "\(schema)")
      #expect(json["title"] != nil && json["description"] != nil, "\(schema)")
    }
  }

  @Test("the names that scripts rely on stay")
  func names() throws {
    let promised: [Answer.Schema: Set<String>] = [
      .book: [
        "number", "id", "account", "isbn", "title", "subtitle", "authors", "publisher", "published",
        "year", "language", "pages", "series", "series_number", "subjects", "tags", "rating",
        "shelf", "notes", "started_at", "read_at", "review", "copies", "location", "binding",
        "identifiers", "added_at", "edited_at", "fetched_at", "source", "source_key", "sync",
      ],
      .importReport: [
        "rows", "added", "updated", "unchanged", "skipped", "failed", "failures", "warnings",
      ],
      .syncSummary: [
        "claimed", "updated", "unchanged", "not_found", "failed", "refused", "given_back", "left",
        "held_elsewhere", "seconds",
      ],
    ]
    for (schema, names) in promised {
      let json = try JSONValue(json: Project.text(schema.file))
      guard case .array(let required)? = json["required"] else {
        Issue.record("\(schema) requires nothing")
        continue
      }
      for name in names { #expect(required.contains(.string(name)), "\(schema) \(name)") }
    }
  }

  @Test("a command without data refuses --json, and says how to go on")
  func refused() throws {
    for command in [["completion", "bash"], ["help", "--man", "."]] {
      for form in ["--json", "--jsonl"] {
        let result = try sandbox.run(arguments: command + [form])
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("\(form) is for commands that answer with data"))
      }
    }
    let export = try sandbox.run("export", "--format", "csv", "--json")
    #expect(export.status == 2 && export.errors.contains("-o FILE"), "\(export)")
  }
}
