import Catalogue

extension ImportFormat {
  /// A list of objects under the names that the tool itself uses.
  public static let json = OwnJSON.layout("json", isList: true)
    .format("a JSON list of objects with title, isbn, authors, …")

  /// Such objects one after the other, as a rule one a line.
  public static let jsonLines = OwnJSON.layout("jsonl", isList: false)
    .format("JSON Lines with title, isbn, authors, …")
}

private enum OwnJSON {
  static func layout(_ name: String, isList: Bool) -> JSONLayout {
    JSONLayout(
      name: name, isList: isList,
      detects: { json in
        guard json.isList == isList, !json.isMember else { return false }
        return json.members.keys.contains { key in
          let name = Self.name(of: key)
          return name == "title" || numbers.contains(name)
        }
      },
      take: take)
  }

  @Sendable
  static func take(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) -> String? {
    // These are in what this library writes, and hardly elsewhere.
    let isOwn = json.members["source_key"] != nil || json.members["added_at"] != nil
    let json = JSONRow(
      members: isOwn ? json.members : renamed(json.members), hasReferences: !isOwn)
    // The longer number counts first.
    for key in numbers {
      for number in json.texts(key) {
        row.isbns.take(number, column: text.column(key), row: &text)
      }
    }
    for (key, value) in json.members where !value.isEmpty {
      take(key, value, json, &row, &text)
    }
    takePeople(json, &row)
    return nil
  }

  private static let numbers = ["isbn", "isbn13", "isbn_13", "isbn10", "isbn_10"]

  /// The members under our names for them, where the file has others: `pageCount`, `Titel`. Of several
  /// for one field that which has our name counts, and the others stay what they are.
  private static func renamed(_ members: [String: JSONValue]) -> [String: JSONValue] {
    if members.keys.allSatisfy(ownNames.contains) { return members }
    var renamed: [String: JSONValue] = [:]
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      let name = name(of: key)
      let isTaken = members[name] != nil || renamed[name] != nil
      renamed[isTaken ? key : name] = value
    }
    return renamed
  }

  private static let ownNames = Set(ImportFormat.mappableFields).subtracting(["other"])
    .union(numbers)

  private static func name(of key: String) -> String {
    if ownNames.contains(key) { return key }
    let folded = FoldedText.fold(key).filter { $0 != " " && $0 != "-" }
    if numbers.contains(folded) { return folded }
    let name = GenericTable.field(named: key) ?? key
    // It is the tool's word for what has no name here.
    return name == "other" ? key : name
  }

  private static func take(
    _ key: String, _ value: JSONValue, _ json: JSONRow, _ row: inout TableRow,
    _ text: inout RowText
  ) {
    switch key {
    case "authors", "author", "contributors": return
    case _ where numbers.contains(key): return
    case "sort_title":
      return row.details.take(json.line(value).map(JSONValue.string) ?? value, for: key)
    case "year":
      if json["published"] == nil { row.year = json.line(value) }
      return
    case "added_at":
      if let line = json.line(value) {
        row.addedAt = Instant(line) ?? text.date(line, key, text.column(key))?.startOfDay
      }
      return
    case "id":
      row.originKey = json.line(value).map { "id:" + $0 }
      return
    default: break
    }
    guard let field = BookField(named: key) else { return row.details.take(value, for: key) }
    guard field.isSayable else { return }
    switch field.kind {
    case .block:
      if let block = json.block(key) { row.details.take(.string(block), for: key) }
    case .language:
      row.details.language = json.line(value).map { Language.code($0) ?? $0 }
    case .count:
      if let line = json.line(value), let count = text.whole(line, key, text.column(key)) {
        row.details.take(.integer(Int64(count)), for: key)
      } else if json.line(value) == nil {
        row.details.take(value, for: key)
      }
    case .rating:
      if let line = json.line(value) { row.details.rating = text.rating(line, text.column(key)) }
    case .list:
      let texts = json.line(value).map { $0.list(";") } ?? json.lines(value)
      if !texts.isEmpty { row.details.take(.array(texts.map(JSONValue.string)), for: key) }
    case .day:
      if let line = json.line(value), let day = text.date(line, key, text.column(key)) {
        row.details.take(.string(day.description), for: key)
      }
    case .days:
      let texts = json.line(value).map { $0.list(";") } ?? json.lines(value)
      let column = text.column(key)
      let days = texts.compactMap { text.date($0, key, column)?.description }
      if !days.isEmpty { row.details.take(.array(days.map(JSONValue.string)), for: key) }
    case .identifiers: row.details.take(value, for: key)
    case .text, .date, .seriesNumber, .people, .contributors, .isbn, .instant, .key, .sync:
      row.details.take(json.line(value).map(JSONValue.string) ?? value, for: key)
    }
  }

  /// Names as a list of texts, of objects with `name`, or as one text in which `;` separates.
  private static func takePeople(_ json: JSONRow, _ row: inout TableRow) {
    if let contributors = json["contributors"] {
      row.details.take(contributors, for: "contributors")
    }
    let given = json["authors"] ?? json["author"]
    row.keepsNamesakes = !json.hasReferences
    if !json.hasReferences, let people = row.details.contributors, case .array? = given,
      Set(people.map(\.name)).isSuperset(of: json.texts("authors"))
    {
      // This program wrote both.
      row.details.authors = json.texts("authors")
      return
    }
    switch given {
    case .string(let text)?:
      row.authors = Contributor.split(text, by: .semicolon)
    case .array(let elements)?:
      row.authors = elements.compactMap { element in
        if case .object(let members) = element {
          let json = JSONRow(members: members, hasReferences: json.hasReferences)
          return json.text("name").map {
            Contributor(
              name: $0, sortName: json.text("sort_name"), role: json.text("role"),
              dates: json.text("dates"))
          }
        }
        return json.line(element).map { Contributor(name: $0) }
      }
    case let value?: row.details.take(value, for: "authors")
    case nil: break
    }
    // What the file says of the parts people had is more than their names.
    if let contributors = row.details.contributors, !row.authors.isEmpty {
      row.others = []
      let byName = Dictionary(contributors.map { ($0.name, $0) }) { first, _ in first }
      row.authors = row.authors.map { author in byName[author.name] ?? author }
      let names = Set(row.authors.map(\.name))
      row.others = contributors.filter { !names.contains($0.name) }
    }
  }
}
