import Catalogue

extension OpenLibraryRecord {
  /// What is read of a record; most of its bytes are covers, links and excerpts.
  private enum Field: Int, CaseIterable {
    case title, prefix, subtitle, authors, publishers, published, pages, subjects, languages, works
    case key, type, identifiers, isbn10, isbn13

    var name: String {
      switch self {
      case .title: "title"
      case .prefix: "title_prefix"
      case .subtitle: "subtitle"
      case .authors: "authors"
      case .publishers: "publishers"
      case .published: "publish_date"
      case .pages: "number_of_pages"
      case .subjects: "subjects"
      case .languages: "languages"
      case .works: "works"
      case .key: "key"
      case .type: "type"
      case .identifiers: "identifiers"
      case .isbn10: "isbn_10"
      case .isbn13: "isbn_13"
      }
    }
  }

  private static let names = JSONNames(Field.allCases.map(\.name))
  private static let elementNames = JSONNames(["name", "key", "author"])

  /// The most authors of one edition whose names are asked for.
  private static let mostAuthors = 100

  /// Reads a record.
  /// - Parameters:
  ///   - reader: stands before the record, and behind it afterwards; in the middle of it when
  ///     something is thrown.
  ///   - isbn: the number that was asked for.
  /// - Throws: which field has the wrong type.
  init(_ reader: inout JSONReader, of isbn: ISBN) throws(FieldReader.Mismatch) {
    guard reader.peek() == UInt8(ascii: "{") else {
      throw FieldReader.Mismatch(reason: "the record is not an object")
    }
    try reader.field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "{")) }
    reader.room = FieldReader.room
    defer { reader.room = .max }
    // In its box at the end only: to change it there costs more.
    var details = BookDetails()
    var sourceKey: String?
    var prefix: String?
    var numbers = OpenLibraryNumbers(asked: isbn)
    var authorKeys: [OpenLibraryKey]? = []
    var noKeys: [OpenLibraryKey]?
    let names = Self.names
    var progress = JSONProgress()
    while let index = try reader.field({ reader throws(JSONError) in
      try reader.nextMember(of: names, &progress)
    }), let field = Field(rawValue: index) {
      let name = field.name
      switch field {
      case .title: details.title = try reader.text(name)
      case .prefix: prefix = try reader.text(name)
      case .subtitle:
        details.subtitle = try reader.text(name).map(TitleText.withoutCardPunctuation)
      case .authors: details.authors = try Self.texts(name, &reader, &authorKeys)
      case .publishers: details.publisher = try Self.texts(name, &reader, &noKeys)?.first
      case .published: details.published = try reader.textOrInteger(name)
      case .pages: details.pages = try FieldReader.count(try Self.value(&reader), name)
      case .subjects: details.subjects = try Self.texts(name, &reader, &noKeys)
      case .languages: details.language = try Self.language(try Self.value(&reader))
      case .works:
        workKey = OpenLibraryDocument.keys(in: try Self.value(&reader), of: .work, 1).first
      case .key: sourceKey = try reader.text(name)
      case .type:
        let type = OpenLibraryDocument.type(try Self.value(&reader))
        isDeleted = type == "/type/delete"
        isRedirect = type == "/type/redirect"
      case .identifiers: details.identifiers = try Self.identifiers(&reader, &numbers)
      case .isbn10, .isbn13: try numbers.read(name, &reader)
      }
    }
    if let text = details.title {
      let whole = prefix.map { TitleText.joined(prefix: $0, title: text) } ?? text
      details.title = TitleText.withoutCardPunctuation(whole)
    }
    if let key = Self.editionKey(sourceKey) {
      if details.identifiers == nil {
        details.identifiers = ["openlibrary": key.name]
      } else if details.identifiers?["openlibrary"] == nil {
        details.identifiers?["openlibrary"] = key.name
      }
    }
    try details.checkSize()
    title = TitleRecord(isbn: isbn, details: details, sourceKey: sourceKey)
    self.numbers = numbers
    self.authorKeys = authorKeys ?? []
  }

  private static func value(_ reader: inout JSONReader) throws(FieldReader.Mismatch) -> JSONValue {
    try reader.field { reader throws(JSONError) in try reader.value() }
  }

  /// The names of a list of `{"name": …}` or of texts, each once; an element without a name is left
  /// out.
  /// - Parameter keys: takes the keys of authors among the elements; nil: they are passed over.
  private static func texts(
    _ list: String, _ reader: inout JSONReader, _ keys: inout [OpenLibraryKey]?
  ) throws(FieldReader.Mismatch) -> [String]? {
    let members = elementNames
    var names: [String] = []
    // Some records name one author many times over.
    var seen: Set<String> = []
    try reader.eachElement(list, "\(list) is not a list") { reader throws(FieldReader.Mismatch) in
      let (name, key) = try element(list, members, &reader, wantsKey: keys != nil)
      if let key, key.kind == .author, let known = keys, known.count < mostAuthors,
        !known.contains(key)
      {
        keys?.append(key)
      }
      guard let name else { return }
      if names.count < 8 {
        guard !names.contains(name) else { return }
      } else {
        if seen.isEmpty { seen.formUnion(names) }
        guard seen.insert(name).inserted else { return }
      }
      names.append(name)
    }
    return names.isEmpty ? nil : names
  }

  /// An element of a list: its name, and where it stands.
  private static func element(
    _ list: String, _ members: JSONNames, _ reader: inout JSONReader, wantsKey: Bool
  ) throws(FieldReader.Mismatch) -> (name: String?, key: OpenLibraryKey?) {
    var name: String?
    var key: OpenLibraryKey?
    switch reader.peek() {
    case UInt8(ascii: "{"):
      try reader.field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "{")) }
      var progress = JSONProgress()
      while let index = try reader.field({ reader throws(JSONError) in
        try reader.nextMember(of: members, &progress)
      }) {
        if index == 0 {
          name = try reader.text("name")
        } else if wantsKey {
          let found = OpenLibraryDocument.key(in: try value(&reader))
          key = index == 1 ? found ?? key : key ?? found
        } else {
          try reader.field { reader throws(JSONError) in try reader.skipValue() }
        }
      }
    case UInt8(ascii: "\""):
      guard let text = try reader.text(list) else { break }
      // A list of keys instead of names.
      key = OpenLibraryKey(text)
      if key == nil { name = text }
    default: try reader.null("\(list) holds something that is no name")
    }
    return (name, key)
  }

  /// The first of `[{"key": "/languages/eng"}]`.
  private static func language(_ value: JSONValue) throws(FieldReader.Mismatch) -> String? {
    guard case .array(let elements) = value, case .object(let members) = elements.first,
      let text = try FieldReader(members: members).text("key")
    else { return nil }
    let key = HTMLEntities.decoded(text)
    guard key.hasPrefix("/languages/") else { return nil }
    return Language.code(key) ?? String(key.dropFirst("/languages/".count))
  }

  /// Reads the identifiers of a record, the first of each kind, and its ISBNs apart.
  private static func identifiers(
    _ reader: inout JSONReader, _ numbers: inout OpenLibraryNumbers
  ) throws(FieldReader.Mismatch) -> [String: String]? {
    guard reader.peek() == UInt8(ascii: "{") else {
      try reader.null("identifiers is not an object")
      return nil
    }
    try reader.field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "{")) }
    var identifiers: [String: String] = [:]
    var count = 0
    var isFirst = true
    while let kind = try reader.field({ reader throws(JSONError) in
      try reader.nextName(isFirst: &isFirst)
    }) {
      count += 1
      guard count <= 100 else {
        throw FieldReader.Mismatch(reason: "identifiers has more than 100 kinds")
      }
      if kind == "isbn_10" || kind == "isbn_13" {
        try numbers.read(kind, &reader)
        continue
      }
      var first: String?
      try reader.eachText(kind) { reader throws(FieldReader.Mismatch) in
        let text = try reader.field { reader throws(JSONError) in try reader.string() }
        let value = try FieldReader.clean(text, kind)
        first = first ?? value
      }
      guard let first, let name = try FieldReader.clean(kind, "identifiers") else { continue }
      identifiers[name] = identifiers[name] ?? first
    }
    return identifiers.isEmpty ? nil : identifiers
  }
}
