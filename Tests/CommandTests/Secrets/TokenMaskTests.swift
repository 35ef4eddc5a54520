import Catalogue
import LoopbackServer
import Testing

/// A server that sends the token back, in whatever form, does not get it into the library.
@Suite struct TokenMaskTests {
  private static let canary = "canary/7Qm2+xVb9Zt4K"
  /// The token as servers repeat it; the last two are Base64 of the token and of its header.
  private static let forms = [
    canary, "CANARY/7QM2+XVB9ZT4K", "canary%2F7Qm2%2BxVb9Zt4K",
    "%63%61%6e%61%72%79%2f%37%51%6d%32%2b%78%56%62%39%5a%74%34%4b",
    #"canary\\/7Qm2+xVb9Zt4K"#, #"\u0063anary\/7Qm2+xVb9Zt4K"#,
    "Y2FuYXJ5LzdRbTIreFZiOVp0NEs", "QmVhcmVyIGNhbmFyeS83UW0yK3hWYjladDRL",
  ]
  private let sandbox = Sandbox()
  private let secret = ["LIBRARYCTL_TOKEN_S": canary]

  /// What would bring it out again.
  private static let traces = [
    canary, "CANARY/7QM2", "canary%2F7Qm2", "%63%61%6e", #"canary\/7Qm2"#, "Y2FuYXJ5LzdRbTIre",
    "yIGNhbmFyeS83UW0y",
  ]

  private func leaks(in text: String) -> [String] { Self.traces.filter { text.contains($0) } }

  private func expectSilence(_ words: String...) throws {
    let result = try sandbox.run(arguments: words, environment: secret)
    #expect(leaks(in: result.description) == [], "\(words): \(result)")
  }

  private func expectNoLeak() throws {
    for command in [["show", "1"], ["list"], ["failures", "--not-found"], ["status"]] {
      for form in [[], ["--json"], ["--jsonl"]] {
        let result = try sandbox.run(arguments: command + form, environment: secret)
        #expect(leaks(in: result.description) == [], "\(command): \(result)")
      }
    }
    for format in ["csv", "json", "bibtex", "ris", "csl-json", "marcxml", "html"] {
      try expectSilence("export", "--format", format)
    }
    try expectSilence("search", "canary")
    for trace in Self.traces {
      let found = try sandbox.run(tool: "grep", "-rlaF", "--", trace, sandbox.directory)
      #expect(found.lines == [], "\(trace)")
    }
  }

  /// Every text of a record is the token; the title begins with a word of its own.
  private static func record(_ form: String) -> String {
    """
    {"title": "Kept \(form)", "subtitle": "\(form)", "authors": ["\(form)", "A. Writer \(form)"], \
    "publisher": "\(form)", "published": "\(form)", "language": "\(form)", "series": "\(form)", \
    "series_number": "\(form)", "subjects": ["x\(form)x"], "\(form)": "\(form)"}
    """
  }

  @Test("in every field, the tag and the key of a title", arguments: forms)
  func fields(form: String) throws {
    let server = try LoopbackServer { request in
      let entries = request.titles.map {
        """
        {"isbn": "\($0.isbn)", "outcome": "found", "etag": "\(form)", "key": "\(form)", \
        "record": \(Self.record(form))}
        """
      }
      return .json(
        #"{"version": 1, "titles": [\#(entries.joined(separator: ","))]}"#,
        headers: [("ETag", form), ("X-Echo", form)])
    }
    try EveryCommand.prepare(sandbox, endpoint: server.url, source: "http")
    for form in [["--verbose", "--jsonl"], ["--all", "--json"]] {
      let sync = try sandbox.run(arguments: ["sync"] + form, environment: secret)
      #expect(leaks(in: sync.description) == [], "\(sync)")
    }
    let shown = try sandbox.run("list", "--json", "--fields", "number,title,authors")
    #expect(shown.output.contains("[token]") && shown.output.contains("Kept"), "\(shown)")
    let kept = try sandbox.sql("SELECT count(*) FROM books WHERE validators NOTNULL")
    #expect(kept.hasPrefix("0"), "\(kept)")
    try expectNoLeak()
  }

  @Test("in the record of a server like Open Library, its warnings and candidates")
  func openLibrary() throws {
    let isbn = EveryCommand.isbns[0]
    let editions = EveryCommand.isbns.map { isbn in
      Edition(
        isbn: isbn, title: "Kept \(Self.canary)", authors: [Self.canary],
        more: [
          #""publishers": [{"name": "\#(Self.canary)"}]"#, #""by_statement": "\#(Self.canary)""#,
        ], key: "/books/\(Self.canary)")
    }
    let answer = LoopbackServer.openLibrary(editions: editions)
    let server = try LoopbackServer { request in
      if request.path == "/search.json" {
        return .json(
          """
          {"numFound": 1, "docs": [{"key": "/works/\(Self.canary)", "title": "\(Self.canary)", \
          "author_name": ["\(Self.canary)"], "isbn": ["\(isbn)"]}]}
          """)
      }
      return answer(request)
    }
    try EveryCommand.prepare(sandbox, endpoint: server.url, source: "open-library")
    try expectSilence("sync", "--verbose", "--jsonl")
    try expectSilence("sync", "--candidates", "1")
    try expectSilence("sync", "--candidates", "1", "--json")
    try expectNoLeak()
  }

  @Test("in errors, their bodies, and the places of redirects", arguments: forms)
  func errors(form: String) throws {
    let server = try LoopbackServer { request in
      switch request.number % 5 {
      case 0: return .json(#"{"error": "\#(form)"}"#, status: 400)
      case 1: return .text(form, status: 404, type: "text/\(form)")
      case 2: return .redirect(to: "/\(form)?\(form)", status: 307)
      case 3: return .redirect(to: "https://\(form)/", status: 308)
      default: return .json(#"{"version": "\#(form)", "titles": "\#(form)"}"#)
      }
    }
    try EveryCommand.prepare(sandbox, endpoint: server.url, source: "http")
    for _ in 0..<5 {
      try expectSilence("sync", "--retry-failed", "--verbose", "--jsonl", "--timeout", "5s")
    }
    try expectNoLeak()
  }
}
