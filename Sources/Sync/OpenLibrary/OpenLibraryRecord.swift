import Catalogue

/// A record of the batch endpoint (`jscmd=data`), or the edition itself as `/books/OL1M.json` has it.
///
/// The two write the same things in two ways: a publisher as `{"name": …}` or as text, the ISBNs
/// inside `identifiers` or beside it. Both are read, so that one reader serves for both.
struct OpenLibraryRecord {
  private(set) var details = BookDetails()
  /// The record's own key, when it is that of an edition.
  private(set) var key: OpenLibraryKey?
  /// The numbers that the record itself names.
  private(set) var isbns: Set<ISBN> = []
  /// Where the authors of the edition itself stand, each once.
  private(set) var authorKeys: [OpenLibraryKey] = []
  /// The edition's first work.
  private(set) var workKey: OpenLibraryKey?
  /// The key as it stands in the record.
  private let sourceKey: String?
  /// Whether the record says that it was deleted.
  let isDeleted: Bool
  /// Whether the record says that it was merged into another.
  let isRedirect: Bool

  /// What is read of a record; most of its bytes are covers, links and excerpts.
  static let shape: JSONShape = {
    let element = JSONShape("name", "key", "author", isText: true)
    return JSONShape(
      "title", "title_prefix", "subtitle", "publish_date", "number_of_pages", "key", "identifiers",
      "isbn_10", "isbn_13", "type",
      parts: [
        ("authors", element), ("publishers", element), ("subjects", element),
        ("languages", element), ("works", element),
      ])
  }()

  /// The most authors of one edition whose names are asked for.
  private static let mostAuthors = 100

  /// Reads a record.
  /// - Throws: which field has the wrong type.
  init(_ value: JSONValue) throws(FieldReader.Mismatch) {
    guard case .object(let members) = value else {
      throw FieldReader.Mismatch(reason: "the record is not an object")
    }
    try self.init(FieldReader(members: members))
  }

  /// Reads a record.
  /// - Parameter fields: its members, at least those of `shape`.
  /// - Throws: which field has the wrong type.
  init(_ fields: FieldReader) throws(FieldReader.Mismatch) {
    let type = OpenLibraryDocument.type(fields["type"])
    isDeleted = type == "/type/delete"
    isRedirect = type == "/type/redirect"
    details.title = try Self.title(fields)
    details.subtitle = try Self.text(fields, "subtitle").map(TitleText.withoutCardPunctuation)
    details.authors = try Self.names(fields, "authors")
    details.publisher = try Self.names(fields, "publishers")?.first
    details.published = try fields.textOrInteger("publish_date")
    details.pages = try fields.count("number_of_pages")
    details.subjects = try Self.names(fields, "subjects")
    details.language = try Self.language(fields)
    sourceKey = try Self.text(fields, "key")
    key = sourceKey.flatMap(OpenLibraryKey.init).flatMap { $0.kind == .edition ? $0 : nil }
    authorKeys = OpenLibraryDocument.keys(in: fields["authors"], of: .author, Self.mostAuthors)
    workKey = OpenLibraryDocument.keys(in: fields["works"], of: .work, 1).first
    try readIdentifiers(fields)
    for kind in ["isbn_10", "isbn_13"] {
      guard let values = try fields.textsOrText(kind) else { continue }
      isbns.formUnion(values.compactMap { ISBN(reading: $0.utf8) })
    }
    if details.identifiers?["openlibrary"] == nil, let key {
      details.identifiers = (details.identifiers ?? [:]).merging(["openlibrary": key.name]) { $1 }
    }
  }

  /// Whether the record needs nothing from elsewhere: it carries the number, a title and authors.
  func isWhole(of isbn: ISBN) -> Bool {
    !isRedirect && isbns.contains(isbn) && details.title != nil && details.authors != nil
  }

  /// The record as the answer for a number.
  func title(_ isbn: ISBN) -> TitleRecord {
    TitleRecord(isbn: isbn, details: details, sourceKey: sourceKey)
  }

  /// Takes from the edition itself what this record does not say.
  mutating func fillGaps(from edition: OpenLibraryRecord) {
    details = edition.details.patched(by: details)
    isbns.formUnion(edition.isbns)
    authorKeys = edition.authorKeys
    workKey = edition.workKey
  }

  /// Takes names that were asked for by key.
  mutating func setAuthors(_ names: [String]) {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    if !names.isEmpty { details.authors = names }
  }

  /// The title with the article that old records keep apart.
  private static func title(_ fields: FieldReader) throws(FieldReader.Mismatch) -> String? {
    guard let title = try text(fields, "title") else { return nil }
    var whole = title
    if let prefix = try text(fields, "title_prefix") {
      whole = TitleText.joined(prefix: prefix, title: title)
    }
    return TitleText.withoutCardPunctuation(whole)
  }

  /// A text proper: a number is no title.
  private static func text(
    _ fields: FieldReader, _ name: String
  ) throws(FieldReader.Mismatch) -> String? {
    switch fields[name] {
    case nil, .null: return nil
    case .string(let text):
      return try FieldReader.clean(HTMLEntities.decoded(text), name)
    default: throw FieldReader.Mismatch(reason: "\(name) is not text")
    }
  }

  /// The names of a list of `{"name": …}` or of texts; an element without a name is left out.
  private static func names(
    _ fields: FieldReader, _ name: String
  ) throws(FieldReader.Mismatch) -> [String]? {
    switch fields[name] {
    case nil, .null: return nil
    case .array(let elements):
      let names = try fields.list(elements, name) { element throws(FieldReader.Mismatch) in
        switch element {
        case .object(let members):
          return try text(FieldReader(members: members), "name")
        case .string(let text):
          // A list of keys instead of names.
          if OpenLibraryKey(text) != nil { return nil }
          return try FieldReader.clean(HTMLEntities.decoded(text), name)
        case .null: return nil
        default: throw FieldReader.Mismatch(reason: "\(name) holds something that is no name")
        }
      }
      guard let names else { return nil }
      // Some records name one author many times over.
      if names.count < 8 {
        return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
      }
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }
    default: throw FieldReader.Mismatch(reason: "\(name) is not a list")
    }
  }

  /// The first of `[{"key": "/languages/eng"}]`.
  private static func language(_ fields: FieldReader) throws(FieldReader.Mismatch) -> String? {
    guard case .array(let elements) = fields["languages"],
      case .object(let members) = elements.first,
      let key = try text(FieldReader(members: members), "key"), key.hasPrefix("/languages/")
    else { return nil }
    return Language.code(key) ?? String(key.dropFirst("/languages/".count))
  }

  /// Reads the identifiers of a record, the first of each kind, and its ISBNs apart.
  private mutating func readIdentifiers(_ fields: FieldReader) throws(FieldReader.Mismatch) {
    let kinds: [String: JSONValue]
    switch fields["identifiers"] {
    case nil, .null: return
    case .object(let members): kinds = members
    default: throw FieldReader.Mismatch(reason: "identifiers is not an object")
    }
    guard kinds.count <= 100 else {
      throw FieldReader.Mismatch(reason: "identifiers has more than 100 kinds")
    }
    var identifiers: [String: String] = [:]
    let reader = FieldReader(members: kinds)
    for kind in kinds.keys {
      guard let values = try reader.textsOrText(kind) else { continue }
      if kind == "isbn_10" || kind == "isbn_13" {
        isbns.formUnion(values.compactMap { ISBN(reading: $0.utf8) })
      } else if let name = try FieldReader.clean(kind, "identifiers") {
        identifiers[name] = values.first
      }
    }
    if !identifiers.isEmpty { details.identifiers = identifiers }
  }
}
