/// A field of a book, by the one name that JSON, SQL, queries and the command line use for it.
///
/// `BookField.all` is the one list of fields. What reads, writes, compares, edits, shows or documents a
/// book goes through it, so a field that is added there is known everywhere:
///
/// ```swift
/// for field in BookField.sayable where details.says(field) {
///   print(field.label, details.text(of: field) ?? "")
/// }
/// ```
public struct BookField: Hashable, Sendable {
  /// What kind of value a field holds, and so how it is read, compared and shown.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// One line of text.
    case text
    /// Text of several lines.
    case block
    /// Texts, in order.
    case list
    /// Names of people and bodies, in order.
    case people
    /// People with their roles and forms for sorting.
    case contributors
    /// A whole number from 0.
    case count
    /// Stars from 0 to 5; halves occur.
    case rating
    /// A day, or a month or year where no more is known.
    case day
    /// Days, in order.
    case days
    /// A date as it was printed.
    case date
    /// An ISO 639-3 code, or text as given.
    case language
    /// A place in a series: `1`, `2.5`, `1-3`.
    case seriesNumber
    /// Texts by kind.
    case identifiers
    /// An ISBN-13.
    case isbn
    /// A moment in UTC (RFC 3339).
    case instant
    /// A text that means one thing exactly: an id, a name.
    case key
    /// How far a title was fetched, in one word.
    case sync
  }

  /// Columns of the search index.
  public enum SearchColumn: String, Hashable, Sendable {
    case title, authors, subjects, publisher, notes
  }

  /// One line of the table.
  struct Row: Sendable {
    let name: StaticString
    let label: String
    let summary: String
    let kind: Kind
    var place: Place?
    var owner: StaticString?
    var search: SearchColumn?
    var least = 0
    var traits: Set<Trait> = []
  }

  enum Trait { case listed, sortable, hidden }

  /// The field's place in the table; it is the same for the whole run.
  private let position: Int

  private var row: Row { Self.table[position] }

  private init(position: Int) { self.position = position }

  /// The name: `series_number`.
  public var name: String { Self.names[position] }

  /// The name, for a writer that need not look into it.
  package var plainName: StaticString { Self.table[position].name }

  /// The name for people: `Series number`.
  public var label: String { Self.table[position].label }

  /// What the field holds, in a few words that begin in lowercase: `the number of pages`.
  public var summary: String { Self.table[position].summary }

  public var kind: Kind { Self.table[position].kind }

  /// The least number that people type for a count.
  public var least: Int { Self.table[position].least }

  /// The column of the search index that has the field's words; nil: its words are not indexed.
  public var searchColumn: SearchColumn? { Self.table[position].search }

  /// Whether lists show the field unless told otherwise.
  public var isListed: Bool { row.traits.contains(.listed) }

  /// Whether books can be sorted by the field.
  public var isSortable: Bool { row.traits.contains(.sortable) }

  /// Whether it is in lists and exports; what is not a column only goes with its owner.
  package var isColumn: Bool { !row.traits.contains(.hidden) }

  /// Where `BookDetails` keeps it. Nil: no origin says it; it is the row's own, or derived.
  var place: Place? { Self.table[position].place }

  /// Whether an origin (the user, a title source, a file) can say it; the other fields are the row's
  /// own or derived.
  public var isSayable: Bool { place != nil && isColumn }

  /// The field to which this one belongs, as a number to its series: it comes from the origin that
  /// gives that one. Nil: it belongs to none.
  public var owner: BookField? { Self.owners[position] }

  /// The name of one of several values, or of a moment without its `_at`: `author`, `read`, `added`.
  public var shortName: String {
    switch kind {
    case .list, .people, .identifiers: String(name.dropLast())
    case .instant, .day, .days: name.hasSuffix("_at") ? String(name.dropLast(3)) : name
    default: name
    }
  }

  /// Finds a field by its name; nil: there is no such field.
  public init?(named name: String) {
    guard let field = Self.byName[name], field.isColumn else { return nil }
    self = field
  }

  private static let names = table.map { "\($0.name)" }

  private static let everything = table.indices.map(BookField.init(position:))

  private static let owners = table.map { row in row.owner.flatMap { byName["\($0)"] } }

  private static let byName: [String: BookField] = Dictionary(
    everything.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// All fields, in the order in which they are listed.
  public static let all: [BookField] = everything.filter(\.isColumn)

  /// The fields that an origin can say.
  public static let sayable: [BookField] = all.filter(\.isSayable)

  /// The fields that lists show unless told otherwise.
  public static let listed: [BookField] = all.filter(\.isListed)

  /// All that an origin says, with what only goes with another field.
  package static let stored: [BookField] = everything.filter { $0.place != nil }

  /// Finds what an origin says by its name in JSON.
  package static func stored(named name: String) -> BookField? {
    byName[name].flatMap { $0.place == nil ? nil : $0 }
  }

  /// A field that code names. It is in the table, or the first use of any field fails its test.
  private static func known(_ name: StaticString) -> BookField {
    byName["\(name)"] ?? everything[0]
  }
}

extension BookField: Comparable {
  /// The order in which fields are listed.
  public static func < (one: BookField, other: BookField) -> Bool { one.position < other.position }
}

extension BookField: CustomStringConvertible {
  public var description: String { name }
}

/// Fields that have rules of their own.
extension BookField {
  public static let number = known("number")
  public static let account = known("account")
  public static let isbn = known("isbn")
  public static let title = known("title")
  public static let authors = known("authors")
  public static let publisher = known("publisher")
  public static let published = known("published")
  public static let year = known("year")
  public static let language = known("language")
  public static let pages = known("pages")
  public static let series = known("series")
  public static let seriesNumber = known("series_number")
  public static let subjects = known("subjects")
  public static let tags = known("tags")
  public static let rating = known("rating")
  public static let notes = known("notes")
  public static let shelf = known("shelf")
  public static let readAt = known("read_at")
  public static let copies = known("copies")
  public static let identifiers = known("identifiers")
  public static let id = known("id")
  public static let addedAt = known("added_at")
  public static let editedAt = known("edited_at")
  public static let fetchedAt = known("fetched_at")
  public static let sourceKey = known("source_key")
  public static let source = known("source")
  public static let sync = known("sync")
}
