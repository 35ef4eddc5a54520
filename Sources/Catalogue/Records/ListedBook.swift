/// A book as lists and exports show it: one value a field, whoever said it.
public struct ListedBook: Hashable, Sendable {
  public var number: Int64
  /// The book's UUID.
  public var id: String
  /// The name of the account that it belongs to.
  public var account: String
  public var isbn: ISBN?
  /// What is shown; without `raw` and `other`.
  public var details: BookDetails
  public var year: Int?
  /// Moments as RFC 3339 has them.
  public var addedAt: String
  public var editedAt: String?
  public var fetchedAt: String?
  public var source: String?
  public var sourceKey: String?
  /// How far its title was fetched, in one word.
  public var sync: String

  public init(
    number: Int64, id: String, account: String, isbn: ISBN? = nil, details: BookDetails,
    year: Int? = nil, addedAt: String, editedAt: String? = nil, fetchedAt: String? = nil,
    source: String? = nil, sourceKey: String? = nil, sync: String = "never"
  ) {
    self.number = number
    self.id = id
    self.account = account
    self.isbn = isbn
    self.details = details
    self.year = year
    self.addedAt = addedAt
    self.editedAt = editedAt
    self.fetchedAt = fetchedAt
    self.source = source
    self.sourceKey = sourceKey
    self.sync = sync
  }

  /// The text of a field, the way in which people type it; nil: there is none.
  public func text(of field: BookField) -> String? { Self.text(of: field)(self) }

  /// Reads the text of a field; for a writer of many books, which looks the field up only once.
  package static func text(of field: BookField) -> @Sendable (ListedBook) -> String? {
    switch field {
    case .number: { String($0.number) }
    case .id: { $0.id }
    case .account: { $0.account }
    case .isbn: { $0.isbn?.description }
    case .year: { $0.year.map(String.init) }
    case .addedAt: { $0.addedAt }
    case .editedAt: { $0.editedAt }
    case .fetchedAt: { $0.fetchedAt }
    case .source: { $0.source }
    case .sourceKey: { $0.sourceKey }
    case .sync: { $0.sync }
    default: { $0.details.text(of: field) }
    }
  }

  /// Everyone who had a part, in order; with roles and sort forms where they are told of the very
  /// people who are shown.
  public var people: [Contributor] {
    let authors = details.authors ?? []
    guard let contributors = details.contributors else {
      return authors.map { Contributor(name: $0) }
    }
    let names = Set(authors)
    let named = contributors.map(\.name).filter(names.contains)
    // One person may have two parts, and two may have one name.
    return named == authors || Distinct(named).values == authors
      ? contributors : authors.map { Contributor(name: $0) }
  }
}
