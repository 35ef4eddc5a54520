/// One way in which a server behaves, and what must become of the books that it is asked for.
public struct Behaviour: Sendable, CustomStringConvertible {
  /// The books that are asked for: two that the server knows, and one that it does not.
  public static let isbns = ["9780765326355", "9780306406157", "9780261102217"]
  public static let titles = ["The first", "The second"]

  static let editions = zip(isbns, titles).map {
    Edition(isbn: $0, title: $1, authors: ["Ann Author"])
  }
  static let another = Edition(isbn: "9783161484100", title: "Another", authors: ["Ann Author"])

  /// A server that does everything right.
  public static let good = LoopbackServer.openLibrary(editions: editions)

  public let name: String
  /// What becomes of each book: `fetched`, `not-found`, or the word of a failure.
  public let outcomes: [String]
  /// Whether only the time for a request ends it.
  public let needsDeadline: Bool
  /// How it answers.
  public let route: LoopbackServer.Route

  public var description: String { name }

  init(
    _ name: String, _ outcomes: [String], needsDeadline: Bool = false,
    _ route: @escaping LoopbackServer.Route
  ) {
    self.name = name
    self.outcomes = outcomes
    self.needsDeadline = needsDeadline
    self.route = route
  }

  /// One that fails all books in the same way.
  init(
    _ name: String, _ outcome: String, needsDeadline: Bool = false, _ response: Response
  ) {
    self.init(
      name, Array(repeating: outcome, count: 3), needsDeadline: needsDeadline, { _ in response })
  }

  /// One that gives the record of the first book in its own way, and the second as it should.
  init(_ name: String, first: String, record: String) {
    self.init(
      name, [first, "fetched", "not-found"],
      { request in
        let records = [Self.isbns[0]: record, Self.isbns[1]: Self.editions[1].data]
        return .json(Self.object(request, records))
      })
  }

  /// An answer's object, with the records that are asked for.
  static func object(_ request: Request, _ records: [String: String]) -> String {
    let members = zip(request.bibkeys, request.isbns).compactMap { key, isbn in
      records[isbn].map { "\(Response.quoted(key)): \($0)" }
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
