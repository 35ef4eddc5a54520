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

  public init(
    isbn: String, title: String, authors: [String] = [], more: [String] = [],
    key: String = "/books/OL1M"
  ) {
    self.isbn = isbn
    self.title = title
    self.authors = authors
    self.more = more
    self.key = key
  }

  /// The record in JSON, in the shape of `jscmd=data`.
  public var data: String {
    let kind = isbn.utf8.count == 10 ? "isbn_10" : "isbn_13"
    let names = authors.map { "{\"name\": \(Response.quoted($0))}" }
    var members = [
      "\"key\": \(Response.quoted(key))", "\"title\": \(Response.quoted(title))",
      "\"identifiers\": {\"\(kind)\": [\(Response.quoted(isbn))]}",
    ]
    if !names.isEmpty { members.append("\"authors\": [\(names.joined(separator: ", "))]") }
    return "{" + (members + more).joined(separator: ", ") + "}"
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

  /// The route of Open Library's batch endpoint over some editions; other paths are 404.
  public static func openLibrary(editions: [Edition]) -> Route {
    let records = Dictionary(
      editions.map { ($0.isbn, $0.data) }, uniquingKeysWith: { _, last in last })
    return { request in
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
