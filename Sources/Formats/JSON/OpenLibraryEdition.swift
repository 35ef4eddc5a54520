import Catalogue

/// An edition or a work as Open Library's own records have it.
enum OpenLibraryEdition {
  /// The kind of a record: `edition`, `work`, `author`, …; nil when it is none of Open Library's.
  static func kind(of members: [String: JSONValue]) -> String? {
    switch members["type"] {
    case .object(let type)?:
      if case .string(let key)? = type["key"], key.hasPrefix("/type/") {
        return String(key.dropFirst("/type/".count))
      }
    case .string(let key)? where key.hasPrefix("/type/"):
      return String(key.dropFirst("/type/".count))
    default: break
    }
    guard case .string(let key)? = members["key"] else { return nil }
    return key.hasPrefix("/books/") ? "edition" : key.hasPrefix("/works/") ? "work" : nil
  }

  private static let taken: Set<String> = [
    "key", "type", "title", "title_prefix", "subtitle", "authors", "publishers", "publish_date",
    "languages", "number_of_pages", "isbn_10", "isbn_13", "isbn", "identifiers", "lccn",
    "oclc_numbers", "ocaid", "works", "subjects", "physical_format", "series", "contributions",
    "notes", "description",
  ]

  @Sendable
  static func take(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) -> String? {
    let kind = kind(of: json.members) ?? "edition"
    guard kind == "edition" || kind == "work" else {
      return kind == "redirect" || kind == "delete"
        ? "the record was \(kind == "delete" ? "deleted" : "merged into another")"
        : "the record describes no book, but is of the kind “\(kind)”"
    }
    takeTitle(json, &row)
    row.details.subtitle = json.text("subtitle").map(TitleText.withoutCardPunctuation)
    takePeople(json, &row)
    takeFirst(json, "publishers", &row) { $0.details.publisher = $1 }
    row.details.published = json.text("publish_date")
    takeFirst(json, "languages", &row) {
      $0.details.language = Language.code($1) ?? $1
    }
    if let pages = json.text("number_of_pages") {
      row.details.pages = text.whole(pages, "pages", text.column("number_of_pages"))
    }
    takeFirst(json, "series", &row) { $0.details.setSeries(statement: $1) }
    let subjects = texts(json, "subjects")
    if !subjects.isEmpty { row.details.subjects = subjects }
    row.details.binding = json.text("physical_format")
    takeIdentifiers(json, kind, &row, &text)
    row.details.notes = block(json, "notes")
    if let description = block(json, "description") {
      row.keepOther("description", .string(description))
    }
    for (key, value) in json.members where !taken.contains(key) && !value.isEmpty {
      row.keepOther(key, value)
    }
    return nil
  }

  /// A longer text, which stands as it is or as `{"type": "/type/text", "value": …}`.
  private static func block(_ json: JSONRow, _ key: String) -> String? {
    guard case .object(let members)? = json[key] else { return json.block(key) }
    return JSONRow(members: members).block("value")
  }

  /// Old records keep the article apart: `The ` and `Blackwell …`, `L'` and `apprentissage`.
  private static func takeTitle(_ json: JSONRow, _ row: inout TableRow) {
    guard let title = json.text("title") else { return }
    let whole = TitleText.joined(prefix: json.text("title_prefix") ?? "", title: title)
    row.details.title = TitleText.withoutCardPunctuation(whole)
  }

  /// Authors are named, or stand as keys for which the file holds no names; the keys are kept.
  private static func takePeople(_ json: JSONRow, _ row: inout TableRow) {
    guard case .array(let authors)? = json["authors"] else { return }
    var keys: [JSONValue] = []
    for author in authors {
      if case .object(let members) = author, let name = JSONRow(members: members).text("name") {
        row.authors.append(Contributor(name: name))
      } else if let key = key(of: author) {
        keys.append(.string(key))
      }
    }
    if !keys.isEmpty { row.keepOther("author_keys", .array(keys)) }
    for name in texts(json, "contributions") {
      row.others.append(Contributor(heading: name))
    }
  }

  /// A key as text, as `{"key": …}`, or as `{"author": …}` with either.
  private static func key(of value: JSONValue) -> String? {
    switch value {
    case .string(let key): return key
    case .object(let members):
      if case .string(let key)? = members["key"] { return key }
      return members["author"].flatMap(key)
    default: return nil
    }
  }

  private static func takeIdentifiers(
    _ json: JSONRow, _ kind: String, _ row: inout TableRow, _ text: inout RowText
  ) {
    for key in ["isbn_13", "isbn_10", "isbn"] {
      var others: [JSONValue] = []
      for number in json.texts(key) {
        if row.isbns.isEmpty {
          row.isbns.take(number, column: text.column(key), row: &text)
        } else if (try? ISBN.read(number).isbn) != row.isbns.isbn {
          others.append(.string(number))
        }
      }
      if !others.isEmpty { row.keepOther(key, .array(others)) }
    }
    if case .object(let identifiers)? = json["identifiers"] {
      for (name, value) in identifiers {
        let lines = value.lines
        guard let first = lines.first else { continue }
        row.identify(name, first)
        if lines.count > 1 { row.keepOther(name, .array(lines.map(JSONValue.string))) }
      }
    }
    for (key, name) in [("lccn", "lccn"), ("oclc_numbers", "oclc"), ("ocaid", "ocaid")] {
      takeFirst(json, key, &row) { $0.identify(name, $1) }
    }
    let own = json.text("key").flatMap { $0.split(separator: "/").last }.map(String.init)
    if let own {
      row.identify(kind == "work" ? "openlibrary_work" : "openlibrary", own)
      row.originKey = "openlibrary:" + own
    }
    if case .array(let works)? = json["works"],
      let work = works.first.flatMap(key)?.split(separator: "/").last
    {
      row.identify("openlibrary_work", String(work))
    }
  }

  /// Takes the first text of a list, and keeps the list when it has more.
  private static func takeFirst(
    _ json: JSONRow, _ key: String, _ row: inout TableRow, _ take: (inout TableRow, String) -> Void
  ) {
    let texts = texts(json, key)
    guard let first = texts.first else {
      if let value = json[key], !value.isEmpty { row.keepOther(key, value) }
      return
    }
    take(&row, first)
    if texts.count > 1 { row.keepOther(key, .array(texts.map(JSONValue.string))) }
  }

  /// The texts, names or keys of a list.
  private static func texts(_ json: JSONRow, _ key: String) -> [String] {
    guard case .array(let elements)? = json[key] else { return json.texts(key) }
    return elements.compactMap { element in
      guard case .object(let members) = element else { return element.line }
      let inner = JSONRow(members: members)
      return inner.text("name") ?? inner.text("key") ?? inner.text("value")
    }
  }
}
