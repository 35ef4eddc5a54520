/// An edition as the stand-in for Open Library knows it.
public struct Edition: Sendable {
  /// As it stands in the record: ISBN-10 or ISBN-13.
  public var isbn: String
  public var title: String
  public var authors: [String]
  /// More members of the record, in JSON: `"publish_date": "2010"`.
  public var more: [String]
  /// The record's key: `/books/OL1M`.
  public var key: String
  /// Whether it belongs to a work: without one the batch endpoint does not name its authors.
  public var hasWork: Bool

  public init(
    isbn: String, title: String, authors: [String] = [], more: [String] = [],
    key: String? = nil, hasWork: Bool = true
  ) {
    self.isbn = isbn
    self.title = title
    self.authors = authors
    self.more = more
    self.key = key ?? "/books/OL\(isbn.filter { $0 != "-" })M"
    self.hasWork = hasWork
  }

  /// The record in JSON, in the shape of `jscmd=data`.
  public var data: String {
    let kind = isbn.utf8.count == 10 ? "isbn_10" : "isbn_13"
    let names = authors.map { "{\"name\": \(Response.quoted($0))}" }
    var members = [
      "\"key\": \(Response.quoted(key))", "\"title\": \(Response.quoted(title))",
      "\"identifiers\": {\"\(kind)\": [\(Response.quoted(isbn))]}",
    ]
    if hasWork, !names.isEmpty { members.append("\"authors\": [\(names.joined(separator: ", "))]") }
    return "{" + (members + more).joined(separator: ", ") + "}"
  }

  /// The edition itself in JSON, as `/api/get_many` has it.
  var document: String {
    let kind = isbn.utf8.count == 10 ? "isbn_10" : "isbn_13"
    let keys = authors.map { "{\"key\": \(Response.quoted(Self.authorKey($0)))}" }
    return """
      {"key": \(Response.quoted(key)), "type": {"key": "/type/edition"}, \
      "title": \(Response.quoted(title)), "\(kind)": [\(Response.quoted(isbn))], \
      "authors": [\(keys.joined(separator: ", "))]}
      """
  }

  /// A key that tells authors apart by name.
  static func authorKey(_ name: String) -> String {
    "/authors/OL" + name.utf8.prefix(16).map { String($0, radix: 16) }.joined() + "A"
  }
}

extension LoopbackServer {
  /// Starts a server that answers as Open Library's batch endpoint does.
  /// - Parameters:
  ///   - editions: what it knows; each is found by its ISBN as written.
  ///   - before: runs before each answer, on the connection's thread; it may wait at a `Gate`.
  /// - Throws: `Failure` when no port can be had.
  public convenience init(
    editions: [Edition], before: @escaping @Sendable (Request) -> Void = { _ in }
  ) throws {
    let answer = Self.openLibrary(editions: editions)
    try self.init { request in
      before(request)
      return answer(request)
    }
  }

  /// The route of Open Library's batch endpoint, and of its endpoint for documents by key, over some
  /// editions; other paths are 404.
  public static func openLibrary(editions: [Edition]) -> Route {
    let records = Dictionary(
      editions.map { ($0.isbn, $0.data) }, uniquingKeysWith: { _, last in last })
    var documents: [String: String] = [:]
    for edition in editions {
      documents[edition.key] = edition.document
      for name in edition.authors {
        let key = Edition.authorKey(name)
        documents[key] = """
          {"key": \(Response.quoted(key)), "type": {"key": "/type/author"}, \
          "name": \(Response.quoted(name))}
          """
      }
    }
    return { [documents] request in
      if request.path == "/api/get_many" { return .documents(documents, for: request) }
      guard request.path == "/api/books.json" else {
        return .json(#"{"error": "notfound"}"#, status: 404)
      }
      let members = zip(request.bibkeys, request.isbns).compactMap { key, isbn in
        records[isbn].map { "\(Response.quoted(key)): \($0)" }
      }
      return .json("{" + members.joined(separator: ", ") + "}")
    }
  }
}

extension Response {
  /// The answer to a request for documents by key; what is not known is left out.
  public static func documents(
    _ documents: [String: String], for request: Request
  ) -> Response {
    let keys = (request.query("keys") ?? "").split(separator: "\"").map(String.init)
    let members = keys.compactMap { key in
      documents[key].map { "\(quoted(key)): \($0)" }
    }
    return .json("{\"status\": \"ok\", \"result\": {\(members.joined(separator: ", "))}}")
  }
}
