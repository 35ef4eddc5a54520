import Catalogue

/// A book as a record of a reference manager gives it, while its fields come in.
struct ReferenceBook {
  let line: Int
  /// The format, as the beginning of an origin key.
  let kind: String
  var details = BookDetails()
  /// Everyone who had a part, in order.
  var people: [Contributor] = []
  /// The record's key in its file.
  var id = ""
  /// A title of lesser right: that of the volume in which a chapter stands.
  var title: String?
  private var addedAt: Instant?
  private var warnings: [ImportWarning] = []
  private var isbn: ISBN?
  private var others = Distinct<String>()
  private var tags = Distinct<String>()
  /// The notes, a line each or more.
  private var notes: [String] = []
  /// Fields that have no name of ours: a text, or the texts of several fields of one name.
  private var kept: [String: [JSONValue]] = [:]
  private var ownID: String?
  private var ownPeople: [Contributor]?
  private var ownAuthors: [String]?
  /// Of the record's fields as they stand in the file.
  private var hash = RowHash()

  init(kind: String, line: Int) {
    self.kind = kind
    self.line = line
  }

  /// Counts a field towards the identity of a record that has no key.
  mutating func hash(_ name: String, _ value: String) {
    var text = name + "=" + value
    text.withUTF8 { hash.take($0) }
  }

  mutating func warn(_ column: String?, _ reason: String) {
    warnings.append(ImportWarning(line: line, column: column, reason: reason))
  }

  /// Keeps a field that has no name of ours; of several with one name all.
  mutating func keep(_ name: String, _ text: String) {
    guard !text.isEmpty else { return }
    kept[name, default: []].append(.string(text))
  }

  mutating func keepRaw(_ name: String, _ text: String) {
    details.raw = details.raw ?? [:]
    details.raw?[name] = .string(text)
  }

  mutating func identify(_ kind: String, _ number: String) {
    guard !number.isEmpty else { return }
    details.identifiers = details.identifiers ?? [:]
    if details.identifiers?[kind] == nil { details.identifiers?[kind] = number }
  }

  /// Takes a field of numbers, of which the first valid one counts: `0-201-89683-4, 978-…`.
  mutating func takeISBNs(_ text: String) {
    var parts = text.unicodeScalars.split { $0 == "," || $0 == ";" || $0 == "\n" }.map(String.init)
    // Two numbers with a space between them, where dashes stand within each.
    if parts.count == 1 {
      let words = text.split(separator: " ").map(String.init)
      let valid = words.count { (try? ISBN(parsing: $0)) != nil }
      if valid > 1 { parts = words }
    }
    for part in parts {
      do {
        let reading = try ISBN.read(part)
        if reading.isRepaired {
          warn("isbn", "“\(part)” lacks its leading zero; it was read as \(reading.isbn)")
        }
        if isbn == nil { isbn = reading.isbn }
        if reading.isbn != isbn { others.insert(reading.isbn.description) }
      } catch .empty, .noNumber, .placeholder {
      } catch .asin(let asin) {
        identify("asin", asin)
      } catch .precisionLost {
        keepRaw("isbn", part)
        warn("isbn", "“\(part)” gives no ISBN: \(ISBNError.precisionLost)")
      } catch {
        let bare = TextForm.collapsed(part)
        if Self.isISSN(bare) {
          identify("issn", bare)
          continue
        }
        identify("invalid_isbn", bare)
        warn("isbn", "“\(bare)” was kept as invalid_isbn: \(error)")
      }
    }
  }

  /// `1234-567X`: the number of a series or journal.
  private static func isISSN(_ text: String) -> Bool {
    let digits = Array(text.utf8)
    guard digits.count == 9, digits[4] == UInt8(ascii: "-") else { return false }
    return digits.enumerated().allSatisfy { position, byte in
      position == 4 || byte >= 0x30 && byte <= 0x39 || position == 8 && byte | 0x20 == 0x78
    }
  }

  mutating func takeLanguage(_ text: String) {
    let name = Self.babel[text.lowercased()] ?? text
    details.language = Language.code(name) ?? text
  }

  /// Names of languages in babel, where they are no names of ISO 639.
  private static let babel = [
    "ngerman": "german", "naustrian": "german", "austrian": "german", "american": "english",
    "british": "english", "ukenglish": "english", "usenglish": "english", "francais": "french",
    "frenchb": "french", "brazil": "portuguese", "brazilian": "portuguese", "greek": "ell",
    "polutonikogreek": "ell", "nynorsk": "nno", "norsk": "nob", "magyar": "hungarian",
  ]

  /// A count of pages; a range of them, as articles have it, is none.
  mutating func takePages(_ text: String, column: String) {
    var digits = text.filter { $0 != " " }
    for suffix in ["pages", "pp.", "p.", "pp", "p", "S."] where digits.hasSuffix(suffix) {
      digits.removeLast(suffix.count)
      break
    }
    // `xii+403`: the last part is the one that counts.
    let last = digits.split(separator: "+").last.map(String.init) ?? digits
    if let pages = Int(last), pages > 0, pages < 100_000 {
      details.pages = details.pages ?? pages
      if last != text { keep(column, text) }
    } else {
      keep(column, text)
    }
  }

  mutating func takeTags(_ text: String) {
    let parts = ListText.parts(of: text)
    guard parts.count == 1, parts[0] == text else { return takeTags(parts) }
    takeTags(text.split(separator: ",").map { TextForm.collapsed(String($0)) })
  }

  mutating func takeTags(_ tags: [String]) {
    for tag in tags where !tag.isEmpty { self.tags.insert(tag) }
  }

  mutating func takeNote(_ text: String) {
    if !text.isEmpty { notes.append(text) }
  }

  /// Takes a field that our own files have under the name that the tool uses; any other is kept.
  mutating func takeOwn(_ name: String, _ text: String) {
    switch name {
    case "libraryctl-id": ownID = text
    case "added_at":
      addedAt = Instant(text) ?? CivilDate(text)?.startOfDay
      if addedAt == nil { keepRaw(name, text) }
    case "contributors":
      var details = BookDetails()
      if OwnFields.take(name, text, into: &details) {
        ownPeople = details.contributors
      } else {
        keep(name, text)
      }
    case "started_at", "read_at":
      // Others write such fields, too.
      let parts = ListText.parts(of: text)
      let dates = parts.compactMap { CivilDate($0)?.description }
      if dates.count < parts.count { keepRaw(name, text) }
      guard let first = dates.first else { return }
      if name == "read_at" { details.readAt = dates } else { details.startedAt = first }
    case "identifiers":
      // Beside those that have fields of their own.
      var read = BookDetails()
      guard OwnFields.take(name, text, into: &read) else { return keepRaw(name, text) }
      for (kind, number) in read.identifiers ?? [:] { identify(kind, number) }
    case "rating" where text == "0": break
    case "rating", "copies":
      if text.isEmpty || !OwnFields.take(name, text, into: &details) { keepRaw(name, text) }
    case "authors":
      // Ours is a JSON array; somebody else's may be anything.
      var read = BookDetails()
      if text.hasPrefix("["), OwnFields.take(name, text, into: &read) {
        ownAuthors = read.authors
      } else {
        keep(name, text)
      }
    default:
      guard !text.isEmpty, OwnFields.take(name, text, into: &details) else {
        return keep(name, text)
      }
      // It stands for what other fields said before it.
      if name == "tags" { tags = Distinct(details.tags ?? []) }
      if name == "notes" { notes = details.notes.map { [$0] } ?? [] }
    }
  }

  /// The record as a row of an import.
  /// - Parameter text: gives the record as it stands in the file, for one that is no book.
  func row(text: () -> String) -> ImportedRow {
    var details = details
    details.title = details.title ?? title
    finish(&details)
    guard details.title != nil || isbn != nil || details.identifiers?["invalid_isbn"] != nil else {
      return .failure(
        RowFailure(
          line: line, column: nil, reason: "the record has neither a title nor an ISBN",
          text: text()))
    }
    let people = ownPeople ?? people
    details.setPeople(people)
    if let ownAuthors { details.authors = ownAuthors }
    return .book(
      ImportedBook(
        isbn: isbn, originKey: originKey(details), details: details, addedAt: addedAt, line: line,
        warnings: warnings))
  }

  /// Puts in what came in several fields, and what our own files say of it instead.
  private func finish(_ details: inout BookDetails) {
    if !tags.values.isEmpty { details.tags = tags.values }
    if !notes.isEmpty { details.notes = notes.joined(separator: "\n") }
    var other = details.other ?? [:]
    for (name, texts) in kept where other[name] == nil {
      other[name] = texts.count == 1 ? texts[0] : .array(texts)
    }
    if !others.values.isEmpty { other["isbns"] = .array(others.values.map(JSONValue.string)) }
    if !other.isEmpty { details.other = other }
  }

  /// Keys such as `smith2001` occur in many files: the ISBN or the title belongs to them.
  private func originKey(_ details: BookDetails) -> String {
    if let ownID { return "id:" + ownID }
    let name = isbn?.description ?? FoldedText.fold(details.title ?? "")
    if !id.isEmpty { return "\(kind):\(id):\(name)" }
    return hash.originKey
  }
}
