import Catalogue

extension OpenLibraryRecord {
  /// What is read of a record; most of its bytes are covers, links and excerpts.
  private enum Field: String, CaseIterable {
    case title, subtitle, authors, publishers, subjects, languages, works, key, type, identifiers
    case prefix = "title_prefix"
    case published = "publish_date"
    case pages = "number_of_pages"
    case isbn10 = "isbn_10"
    case isbn13 = "isbn_13"
  }

  private static let fields = Field.allCases
  private static let names = JSONNames(fields.map(\.rawValue))
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
    self.init(of: isbn)
    try reader.field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "{")) }
    var prefix: String?
    var progress = JSONProgress()
    while let index = try reader.field({ reader throws(JSONError) in
      try reader.nextMember(of: Self.names, &progress)
    }) {
      let field = Self.fields[index]
      switch field {
      case .title: details.title = try reader.text("title")
      case .prefix: prefix = try reader.text("title_prefix")
      case .subtitle:
        details.subtitle = try reader.text("subtitle").map(TitleText.withoutCardPunctuation)
      case .authors: details.authors = try names("authors", &reader, keepsKeys: true)
      case .publishers: details.publisher = try names("publishers", &reader)?.first
      case .subjects: details.subjects = try names("subjects", &reader)
      case .published:
        let value = try Self.value(&reader)
        details.published = try FieldReader([("publish_date", value)]).textOrInteger("publish_date")
      case .pages:
        details.pages = try FieldReader.count(try Self.value(&reader), "number_of_pages")
      case .languages: details.language = try Self.language(try Self.value(&reader))
      case .works:
        workKey = OpenLibraryDocument.keys(in: try Self.value(&reader), of: .work, 1).first
      case .type:
        let type = OpenLibraryDocument.type(try Self.value(&reader))
        isDeleted = type == "/type/delete"
        isRedirect = type == "/type/redirect"
      case .key:
        sourceKey = try reader.text("key")
        key = sourceKey.flatMap(OpenLibraryKey.init).flatMap { $0.kind == .edition ? $0 : nil }
      case .identifiers: try readIdentifiers(&reader)
      case .isbn10, .isbn13: try readNumbers(field.rawValue, &reader)
      }
    }
    if let title = details.title {
      let whole = prefix.map { TitleText.joined(prefix: $0, title: title) } ?? title
      details.title = TitleText.withoutCardPunctuation(whole)
    }
    if let key, details.identifiers?["openlibrary"] == nil {
      details.identifiers = (details.identifiers ?? [:]).merging(["openlibrary": key.name]) { $1 }
    }
  }

  private static func value(_ reader: inout JSONReader) throws(FieldReader.Mismatch) -> JSONValue {
    try reader.field { reader throws(JSONError) in try reader.value() }
  }

  /// The names of a list of `{"name": …}` or of texts, each once; an element without a name is left
  /// out.
  /// - Parameter keepsKeys: whether the elements' keys are those of the edition's authors.
  private mutating func names(
    _ list: String, _ reader: inout JSONReader, keepsKeys: Bool = false
  ) throws(FieldReader.Mismatch) -> [String]? {
    var names: [String] = []
    // Some records name one author many times over.
    var seen: Set<String> = []
    try reader.eachElement(list, "\(list) is not a list") { reader throws(FieldReader.Mismatch) in
      let (name, key) = try Self.element(list, &reader, wantsKey: keepsKeys)
      if let key, keepsKeys { takeAuthor(key) }
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

  private mutating func takeAuthor(_ key: OpenLibraryKey) {
    guard key.kind == .author, authorKeys.count < Self.mostAuthors, !authorKeys.contains(key) else {
      return
    }
    authorKeys.append(key)
  }

  /// An element of a list: its name, and where it stands.
  private static func element(
    _ list: String, _ reader: inout JSONReader, wantsKey: Bool
  ) throws(FieldReader.Mismatch) -> (name: String?, key: OpenLibraryKey?) {
    var name: String?
    var key: OpenLibraryKey?
    switch reader.peek() {
    case UInt8(ascii: "{"):
      try reader.field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "{")) }
      var progress = JSONProgress()
      while let index = try reader.field({ reader throws(JSONError) in
        try reader.nextMember(of: elementNames, &progress)
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
  private mutating func readIdentifiers(
    _ reader: inout JSONReader
  ) throws(FieldReader.Mismatch) {
    guard reader.peek() == UInt8(ascii: "{") else {
      return try reader.null("identifiers is not an object")
    }
    try reader.field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "{")) }
    var kinds: [String] = []
    var identifiers: [String: String] = [:]
    var isFirst = true
    while let kind = try reader.field({ reader throws(JSONError) in
      try reader.nextName(isFirst: &isFirst)
    }) {
      guard !kinds.contains(kind) else {
        try reader.field { reader throws(JSONError) in try reader.skipValue() }
        continue
      }
      guard kinds.count < 100 else {
        throw FieldReader.Mismatch(reason: "identifiers has more than 100 kinds")
      }
      kinds.append(kind)
      if kind == "isbn_10" || kind == "isbn_13" {
        try readNumbers(kind, &reader)
        continue
      }
      var first: String?
      try reader.eachText(kind) { reader throws(FieldReader.Mismatch) in
        let text = try reader.field { reader throws(JSONError) in try reader.string() }
        let value = try FieldReader.clean(text, kind)
        first = first ?? value
      }
      if let first, let name = try FieldReader.clean(kind, "identifiers") {
        identifiers[name] = first
      }
    }
    if !identifiers.isEmpty { details.identifiers = identifiers }
  }

  /// Reads numbers that the record names.
  private mutating func readNumbers(
    _ name: String, _ reader: inout JSONReader
  ) throws(FieldReader.Mismatch) {
    try reader.eachText(name) { reader throws(FieldReader.Mismatch) in
      if let bytes = try reader.field({ reader throws(JSONError) in try reader.plainString() }) {
        take(ISBN(reading: bytes))
      } else {
        let text = try reader.field { reader throws(JSONError) in try reader.string() }
        take(try FieldReader.clean(text, name).flatMap { ISBN(reading: $0.utf8) })
      }
    }
  }
}
