import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite("What fills the gaps of Open Library's batches")
struct OpenLibraryEditionsTests {
  private let kings = "9780765326355"
  private let unknown = "9780306406157"

  private func source(_ url: String) -> TitleSource {
    .openLibrary(
      endpoint: url, contact: nil, rate: .infinity, clock: RecordingClock(), random: { 0.5 })
  }

  /// A server whose batch gives bare records, and which has some documents.
  private func server(
    records: [String: String], documents: [String: String]
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.path == "/api/get_many" { return .documents(documents, for: request) }
      let members = zip(request.bibkeys, request.isbns).compactMap { key, isbn in
        records[isbn].map { "\"\(key)\": \($0)" }
      }
      return .json("{" + members.joined(separator: ", ") + "}")
    }
  }

  private func record(_ key: String) -> String { #"{"key": "\#(key)"}"# }

  private func edition(_ key: String, isbn: String, more: String = "") -> String {
    """
    {"key": "\(key)", "type": {"key": "/type/edition"}, "title": "T", "isbn_13": ["\(isbn)"]\(more)}
    """
  }

  private func redirect(_ key: String, to location: String) -> String {
    #"{"key": "\#(key)", "type": {"key": "/type/redirect"}, "location": "\#(location)"}"#
  }

  @Test("reads an edition of any length up to 256 KiB, and passes what it does not know")
  func longEditions() throws {
    func document(_ length: Int) throws -> OpenLibraryDocument {
      let start = "{\"title\":\"T\",\"junk\":["
      let junk = String(repeating: "1,", count: (length - start.utf8.count - 3) / 2) + "1"
      let body = Array((start + junk + "]}").utf8)
      return try OpenLibraryDocument(body, in: 0..<body.count, .edition)
    }
    guard case .members(let fields, let bytes) = try document(1 << 18) else {
      Issue.record("the edition was not read")
      return
    }
    #expect(fields["junk"] == nil)
    #expect(bytes.count <= 1 << 18)
    guard case .malformed(let reason) = try document((1 << 18) + 4) else {
      Issue.record("a longer edition was read")
      return
    }
    #expect(reason.contains("256 KiB"))
  }

  @Test("gives the authors of editions without a work, with two more requests for the whole batch")
  func authors() async throws {
    let editions = try (0..<25).map { index in
      Edition(
        isbn: try madeUpISBN(index).description, title: "Title \(index)",
        authors: ["Author \(index)", "Author \(index + 1)"], hasWork: index % 5 == 0)
    }
    let server = try LoopbackServer(editions: editions)
    let outcomes = await source(server.url).fetch(
      try (0..<25).map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(
      outcomes.map(\.details?.authors) == (0..<25).map { ["Author \($0)", "Author \($0 + 1)"] })
    #expect(server.requests.map(\.path) == ["/api/books.json", "/api/get_many", "/api/get_many"])
    #expect(server.requests.allSatisfy { $0.query.count < 3 })
  }

  @Test("takes the authors of the work when the edition has none, and leaves out roles without one")
  func workAuthors() async throws {
    let server = try server(
      records: [kings: record("/books/OL1M")],
      documents: [
        "/books/OL1M": edition(
          "/books/OL1M", isbn: kings, more: #", "works": [{"key": "/works/OL2W"}]"#),
        "/works/OL2W": """
        {"key": "/works/OL2W", "authors": [{"type": {"key": "/type/author_role"}}, \
        {"author": {"key": "/authors/OL3A"}, "type": "/type/author_role"}, \
        {"author": "/authors/OL4A"}, {"author": {"key": "/authors/OL3A"}}, 7, null]}
        """,
        "/authors/OL3A": redirect("/authors/OL3A", to: "/authors/OL5A"),
        "/authors/OL4A": #"{"key": "/authors/OL4A", "personal_name": "Zavattaro,Bravetti"}"#,
        "/authors/OL5A": #"{"key": "/authors/OL5A", "name": "Amal \u00a0El-Mohtar"}"#,
      ])
    let outcomes = await source(server.url).fetch(try requests(kings))
    #expect(outcomes.first?.details?.authors == ["Amal El-Mohtar", "Zavattaro,Bravetti"])
  }

  @Test("reads the edition itself: article, language, publisher, and whatever its notes are")
  func edition() async throws {
    let notes = ["\"plain\"", #"{"type": "/type/text", "value": "x"}"#, "null", #"{"type": "t"}"#]
    for (index, note) in notes.enumerated() {
      let more = """
        , "title": "ignored twice", "title_prefix": "L'", "publishers": ["Tor"], "notes": \(note), \
        "description": \(note), "languages": [{"key": "/languages/fre"}], "covers": [-1, null], \
        "identifiers": {"goodreads": ["9"]}, "publish_date": "November 2006", "series": ["S #1"]
        """
      let server = try server(
        records: [kings: record("/books/OL1M")],
        documents: [
          "/books/OL1M": edition("/books/OL1M", isbn: "0765326353", more: more)
            .replacing("isbn_13", with: "isbn_10")
        ])
      let details = await source(server.url).fetch(try requests(kings)).first?.details
      #expect(details?.title == "L'T", "\(index)")
      #expect(details?.publisher == "Tor")
      #expect(details?.language == Language.code("fre"))
      #expect(details?.published == "November 2006")
      #expect(details?.identifiers == ["goodreads": "9", "openlibrary": "OL1M"])
    }
  }

  @Test("follows merged records, and keeps the new key")
  func merged() async throws {
    let server = try server(
      records: [kings: redirect("/books/OL1M", to: "/books/OL2M")],
      documents: [
        "/books/OL1M": redirect("/books/OL1M", to: "/books/OL2M"),
        "/books/OL2M": redirect("/books/OL2M", to: "/books/OL3M"),
        "/books/OL3M": edition("/books/OL3M", isbn: kings),
      ])
    let outcomes = await source(server.url).fetch(try requests(kings))
    guard case .found(let record) = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(record.sourceKey == "/books/OL3M")
    #expect(record.details.title == "T")
    #expect(record.details.identifiers == ["openlibrary": "OL3M"])
  }

  @Test("sees a circle of merged records, a chain without an end, and a way out of the house")
  func loops() async throws {
    var chain: [String: String] = [:]
    for index in 1...40 {
      chain["/books/OL\(index)M"] = redirect("/books/OL\(index)M", to: "/books/OL\(index + 1)M")
    }
    let cases: [([String: String], String)] = [
      (["/books/OL1M": redirect("/books/OL1M", to: "/books/OL1M")], "in a circle"),
      (
        [
          "/books/OL1M": redirect("/books/OL1M", to: "/books/OL2M"),
          "/books/OL2M": redirect("/books/OL2M", to: "/books/OL1M"),
        ], "/books/OL1M → /books/OL2M → /books/OL1M"
      ),
      (chain, "on and on"),
      (["/books/OL1M": redirect("/books/OL1M", to: "/works/OL1W")], "merged into /works/OL1W"),
      (["/books/OL1M": redirect("/books/OL1M", to: "http://x.org/")], "does not say which"),
      (["/books/OL1M": #"{"type": {"key": "/type/redirect"}}"#], "does not say which"),
    ]
    for (documents, reason) in cases {
      let server = try server(
        records: [kings: record("/books/OL1M"), unknown: record("/books/OL99M")],
        documents: documents.merging(
          ["/books/OL99M": edition("/books/OL99M", isbn: unknown)]) { $1 })
      let outcomes = await source(server.url).fetch(try requests(kings, unknown))
      #expect(outcomes[0].malformedReason?.contains(reason) == true, "\(reason): \(outcomes[0])")
      #expect(outcomes[1].details?.title == "T")
      #expect(server.requests.count <= 8)
    }
  }

  @Test("calls a deleted record not found")
  func deleted() async throws {
    let gone = #"{"key": "/books/OL1M", "type": {"key": "/type/delete"}}"#
    for inBatch in [gone, record("/books/OL1M"), redirect("/books/OL9M", to: "/books/OL1M")] {
      let server = try server(
        records: [kings: inBatch],
        documents: [
          "/books/OL1M": gone, "/books/OL9M": redirect("/books/OL9M", to: "/books/OL1M"),
        ])
      #expect(await source(server.url).fetch(try requests(kings)) == [.notFound])
    }
  }

  @Test(
    "takes a record that names no number only if its edition carries the one asked for",
    arguments: [
      (#", "isbn_10": ["0765326353"]"#, true), (#", "isbn_13": ["978-0-7653-2635-5"]"#, true),
      (#", "isbn_13": ["9780306406157"]"#, false), ("", false),
      (#", "isbn_invalid": ["9780765326355"]"#, false),
    ])
  func unnumbered(numbers: String, isTaken: Bool) async throws {
    let server = try server(
      records: [kings: #"{"key": "/books/OL1M", "title": "T", "authors": [{"name": "A"}]}"#],
      documents: ["/books/OL1M": #"{"key": "/books/OL1M", "title": "T"\#(numbers)}"#])
    let outcomes = await source(server.url).fetch(try requests(kings))
    #expect((outcomes.first?.details?.title == "T") == isTaken)
    #expect((outcomes.first == .notFound) == !isTaken)
  }

  @Test("fails only the book whose edition or author cannot be read")
  func badDocument() async throws {
    let author = #", "authors": [{"key": "/authors/OL1A"}]"#
    let bad: [[String: String]] = [
      ["/books/OL1M": "7"], ["/books/OL1M": #"{"title": 7}"#], ["/books/OL1M": "tru"],
      [
        "/books/OL1M": edition("/books/OL1M", isbn: kings, more: author),
        "/authors/OL1A": #"{"name": 7}"#,
      ],
    ]
    for documents in bad {
      let server = try server(
        records: [kings: record("/books/OL1M"), unknown: record("/books/OL2M")],
        documents: documents.merging(
          ["/books/OL2M": edition("/books/OL2M", isbn: unknown)]) { $1 })
      let outcomes = await source(server.url).fetch(try requests(kings, unknown))
      #expect(outcomes[0].malformedReason != nil, "\(documents)")
      #expect(outcomes[1].details?.title == "T", "\(documents)")
    }
  }

  @Test("fails the books that need more when the answer does not come, and keeps the others")
  func failure() async throws {
    let whole = Edition(isbn: unknown, title: "Whole", authors: ["A"]).data
    let faults: [(Response, String)] = [
      (.page(status: 500), "server"), (.html, "malformed"), (.cutJSON, "malformed"),
      (.tooManyRequests(), "rate_limited"), (.exceptionText, "malformed"),
    ]
    for (fault, kind) in faults {
      let body = "{\"ISBN:\(kings)\": \(record("/books/OL1M")), \"ISBN:\(unknown)\": \(whole)}"
      let server = try LoopbackServer { $0.path == "/api/books.json" ? .json(body) : fault }
      let source = source(server.url)
      let outcomes = await source.fetch(try requests(kings, unknown))
      #expect(outcomes[0].failure?.kind == kind)
      #expect(outcomes[1].details?.title == "Whole")
      #expect(source.warnings().isEmpty)
    }
  }

  @Test(
    "takes records as they are from a server that has no documents, says so, and asks it once",
    arguments: [Response.json("", status: 404), .json("{}")])
  func noEndpoint(answer: Response) async throws {
    let known = LoopbackServer.openLibrary(editions: [
      Edition(isbn: kings, title: "One"), Edition(isbn: unknown, title: "Two"),
    ])
    let server = try LoopbackServer { $0.path == "/api/books.json" ? known($0) : answer }
    let source = source(server.url)
    let outcomes =
      await source.fetch(try requests(kings)) + source.fetch(try requests(unknown))
    #expect(outcomes.map(\.details?.title) == ["One", "Two"])
    #expect(server.requests.count { $0.path == "/api/get_many" } == 1)
    #expect(source.warnings().count == 1)
    #expect(source.warnings().first?.contains("2 records") == true)
  }

  @Test("sends no key that a record made up")
  func hostileKeys() async throws {
    for key in ["/books/OL1M\\\"]&x=", "/books/../OL1M", "/books/OL1M?x", "/books/OL", "OL1M"] {
      let server = try server(
        records: [
          kings: Edition(isbn: kings, title: "T").data
            .replacing("/books/OL\(kings)M", with: key)
        ],
        documents: [:])
      let outcomes = await source(server.url).fetch(try requests(kings))
      #expect(outcomes.first?.details?.title == "T")
      #expect(server.requests.count == 1)
    }
  }

  @Test("searches by title and author, with the fields named")
  func search() async throws {
    let server = try LoopbackServer { _ in
      .json(
        """
        {"numFound": 3, "docs": [{"key": "/works/OL1W", "title": "Billy Summers", \
        "author_name": ["Stephen King"], "first_publish_year": 2021, \
        "isbn": ["9780765326355", "0765326353", "junk", "9780306406157"]}, \
        {"title": 7}, {"key": "/works/OL2W", "title": "Other"}, 7, {"title": "\\ud800"}]}
        """)
    }
    let search = try #require(source(server.url).candidates)
    let query = TitleQuery(title: "C++: \"Billy\" & Çelik", authors: ["King, S."], limit: 5)
    let candidates = try await search(query).get()
    #expect(
      candidates == [
        TitleCandidate(
          title: "Billy Summers", authors: ["Stephen King"], year: 2021,
          isbns: [try isbn(kings), try isbn(unknown)], sourceKey: "/works/OL1W"),
        TitleCandidate(title: "Other", sourceKey: "/works/OL2W"),
      ])
    let request = try #require(server.requests.first)
    #expect(request.path == "/search.json")
    #expect(request.query("q") == "C Billy Çelik King S")
    #expect(request.query("limit") == "5")
    #expect(request.query("fields")?.contains("isbn") == true)
  }

  @Test("does not call an answer to a search empty that is none")
  func badSearch() async throws {
    let faults: [(Response, String)] = [
      (.json("{}"), "malformed"), (.html, "malformed"), (.json("", status: 404), "server"),
      (.json(#"{"docs": {}}"#), "malformed"), (.json(#"{"docs": [}"#), "malformed"),
      (.page(status: 403), "unauthorised"),
    ]
    for (fault, kind) in faults {
      let server = try LoopbackServer { _ in fault }
      let search = try #require(source(server.url).candidates)
      guard case .failure(let failure) = await search(TitleQuery(title: "T")) else {
        Issue.record("\(kind)")
        continue
      }
      #expect(failure.kind == kind)
    }
    let server = try LoopbackServer { _ in .json(#"{"docs": []}"#) }
    let search = try #require(source(server.url).candidates)
    #expect(try await search(TitleQuery(title: "T")).get() == [])
    #expect(try await search(TitleQuery(title: "++")).get() == [])
    #expect(server.requests.count == 1)
  }
}
