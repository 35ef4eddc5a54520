import Catalogue

/// Reads one record of the batch endpoint (`jscmd=data`).
enum OpenLibraryRecord {
  /// Reads a record and checks that it is the one that was asked for.
  /// - Parameters:
  ///   - value: the record.
  ///   - isbn: the number that was asked for.
  /// - Returns: nil when the record is well formed and carries another number, or none.
  /// - Throws: which field has the wrong type.
  static func record(
    _ value: JSONValue, isbn: ISBN
  ) throws(FieldReader.Mismatch) -> TitleRecord? {
    guard case .object(let members) = value else {
      throw FieldReader.Mismatch(reason: "the record is not an object")
    }
    let fields = FieldReader(members: members)
    var details = BookDetails()
    details.title = try text(fields, "title").map(OpenLibraryText.withoutCardPunctuation)
    details.subtitle = try text(fields, "subtitle").map(OpenLibraryText.withoutCardPunctuation)
    details.authors = try names(fields, "authors")
    details.publisher = try names(fields, "publishers")?.first
    details.published = try fields.textOrInteger("publish_date")
    details.pages = try fields.count("number_of_pages")
    details.subjects = try names(fields, "subjects")
    details.language = try language(fields)
    let key = try text(fields, "key")
    let (identifiers, isbns) = try identifiers(fields)
    details.identifiers = identifiers
    if details.identifiers?["openlibrary"] == nil, let key, key.hasPrefix("/books/OL") {
      details.identifiers = details.identifiers ?? [:]
      details.identifiers?["openlibrary"] = String(key.dropFirst("/books/".count))
    }
    guard isbns.contains(isbn) else { return nil }
    return TitleRecord(isbn: isbn, details: details, sourceKey: key)
  }

  /// A text proper: a number is no title.
  private static func text(
    _ fields: FieldReader, _ name: String
  ) throws(FieldReader.Mismatch) -> String? {
    switch fields.members[name] {
    case nil, .null: return nil
    case .string(let text):
      return try FieldReader.clean(OpenLibraryText.withoutEntities(text), name)
    default: throw FieldReader.Mismatch(reason: "\(name) is not text")
    }
  }

  /// The names of a list of `{"name": …}`; an element without a name is left out.
  private static func names(
    _ fields: FieldReader, _ name: String
  ) throws(FieldReader.Mismatch) -> [String]? {
    switch fields.members[name] {
    case nil, .null: return nil
    case .array(let elements):
      let names = try fields.list(elements, name) { element throws(FieldReader.Mismatch) in
        switch element {
        case .object(let members):
          return try text(FieldReader(members: members), "name")
        case .string(let text):
          return try FieldReader.clean(OpenLibraryText.withoutEntities(text), name)
        case .null: return nil
        default: throw FieldReader.Mismatch(reason: "\(name) holds something that is no name")
        }
      }
      // Some records name one author many times over.
      var seen: Set<String> = []
      return names?.filter { seen.insert($0).inserted }
    default: throw FieldReader.Mismatch(reason: "\(name) is not a list")
    }
  }

  /// The first of `[{"key": "/languages/eng"}]`.
  private static func language(_ fields: FieldReader) throws(FieldReader.Mismatch) -> String? {
    guard case .array(let elements) = fields.members["languages"],
      case .object(let members) = elements.first,
      let key = try text(FieldReader(members: members), "key"), key.hasPrefix("/languages/")
    else { return nil }
    let code = String(key.dropFirst("/languages/".count))
    return Language.code(code) ?? code
  }

  /// The identifiers of a record, the first of each kind, and its ISBNs apart.
  private static func identifiers(
    _ fields: FieldReader
  ) throws(FieldReader.Mismatch) -> ([String: String]?, Set<ISBN>) {
    let kinds: [String: JSONValue]
    switch fields.members["identifiers"] {
    case nil, .null: return (nil, [])
    case .object(let members): kinds = members
    default: throw FieldReader.Mismatch(reason: "identifiers is not an object")
    }
    var identifiers: [String: String] = [:]
    var isbns: Set<ISBN> = []
    guard kinds.count <= 100 else {
      throw FieldReader.Mismatch(reason: "identifiers has more than 100 kinds")
    }
    let reader = FieldReader(members: kinds)
    for kind in kinds.keys {
      guard let values = try reader.textsOrText(kind) else { continue }
      if kind == "isbn_10" || kind == "isbn_13" {
        isbns.formUnion(values.compactMap { ISBN(reading: $0.utf8) })
      } else if let name = try FieldReader.clean(kind, "identifiers") {
        identifiers[name] = values.first
      }
    }
    return (identifiers.isEmpty ? nil : identifiers, isbns)
  }
}
