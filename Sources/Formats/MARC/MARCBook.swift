import Catalogue

/// What a bibliographic record of MARC 21 (https://www.loc.gov/marc/bibliographic/) says of a book.
///
/// A field goes where it belongs; what has no place there is kept under `marc` by its tag, each field
/// as its indicators and subfields: `14$aThe title$cby somebody`.
struct MARCBook {
  let record: MARCRecord
  let line: Int
  var details = BookDetails()
  var warnings: [ImportWarning] = []
  var isbns = MARCNumbers()
  var names = MARCNames()
  /// Whether the series is the one that stands on the book.
  var hasISBDSeries = false
  /// Whether the date is one of copyright, printing or distribution.
  var isDateOfLesserField = false
  var control: (number: String?, source: String?, agency: String?) = (nil, nil, nil)
  /// The title's count of characters that are not sorted by.
  var nonFiling: Int?
  private var addedAt: Instant?
  private var own: [(name: String, text: String)] = []
  private var notes: [String] = []
  private var subjects = Distinct<String>()
  /// Texts of fields without a place of their own, by our name for them.
  private var others: [String: [String]] = [:]
  /// Names of people in the script of the book.
  private var originalAuthors: [JSONValue] = []
  private let hasTitleField: Bool
  private var original: [String: JSONValue] = [:]
  /// Fields that are kept as they are, by the number of their tag, those of one tag in order.
  private var kept: [Int: [JSONValue]] = [:]

  private init(_ record: MARCRecord, line: Int) {
    self.record = record
    self.line = line
    hasTitleField = record.fields.contains { $0.tag == 245 }
  }

  /// Reads a record.
  /// - Parameters:
  ///   - line: the record's number in its file, or the line on which it begins.
  ///   - warnings: what had to be mended to read it.
  ///   - text: gives the record as it stands in the file, for one that is no book.
  static func row(
    _ record: MARCRecord, line: Int, warnings: [String], text: () -> String
  ) -> ImportedRow {
    func failure(_ reason: String, column: String? = nil) -> ImportedRow {
      .failure(RowFailure(line: line, column: column, reason: reason, text: text()))
    }
    switch record.leader(6) {
    case UInt8(ascii: "z"): return failure("this is an authority record, not one of a book")
    case UInt8(ascii: "q"): return failure("this is a community record, not one of a book")
    case UInt8(ascii: "w"): return failure("this is a classification record, not one of a book")
    case UInt8(ascii: "u"), UInt8(ascii: "v"), UInt8(ascii: "x"), UInt8(ascii: "y"):
      return failure("this is a holdings record, not one of a book")
    default: break
    }
    if record.leader(5) == UInt8(ascii: "d") {
      return failure("the record says that it is deleted in its own catalogue")
    }
    var book = MARCBook(record, line: line)
    for reason in warnings { book.warn(nil, reason) }
    if record.isDoubtful { book.warn(nil, "some characters could not be read and became U+FFFD") }
    for field in record.fields { book.take(field) }
    book.finish()
    if book.details.title == nil, book.isbns.isEmpty {
      let isUNIMARC = record.fields.contains { $0.tag == 200 }
      return failure(
        isUNIMARC
          ? "the record has no title in field 245; it looks like UNIMARC, which is not read"
          : "the record has neither a title (field 245) nor an ISBN (field 020)", column: "245")
    }
    return .book(
      ImportedBook(
        isbn: book.isbns.isbn, originKey: book.originKey, details: book.details,
        addedAt: book.addedAt, line: line,
        warnings: book.warnings))
  }

  mutating func warn(_ column: String?, _ reason: String) {
    warnings.append(ImportWarning(line: line, column: column, reason: reason))
  }

  private mutating func take(_ field: MARCRecord.Field) {
    switch field.tag {
    case 1: control.number = controlText(field)
    case 3: control.source = controlText(field)
    case 8: takeFixedField(field)
    case 20, 22, 24, 10, 35: isbns.take(field, of: record)
    case 40: control.agency = record.text(UInt8(ascii: "a"), of: field)
    case 41: takeLanguage(field)
    case 100, 110, 111, 700, 710, 711: names.take(field, of: record)
    case 245: takeTitle(field)
    case 250: takeOther("edition", field, "ab")
    case 505: takeOther("contents", field, "agrt")
    case 260, 264: takePublication(field)
    case 300: takeExtent(field)
    case 440, 490, 800, 810, 811, 830: takeSeries(field)
    case 520: takeOther("description", field, "ab")
    case 500...599: takeNote(field)
    case 600...655: takeSubject(field)
    case 852: takeLocation(field)
    case 880: takeOriginalScript(field)
    case 990: takeOwn(field)
    default: break
    }
    if !isCarried(field) { keep(field) }
  }

  /// A control field, or the text of a damaged one.
  func controlText(_ field: MARCRecord.Field) -> String? {
    let whole = MARCRecord.Subfield(code: 0, start: field.start, end: field.end)
    let text = record.text(whole, of: field)
    return text.isEmpty ? nil : text
  }

  /// The subfields with some codes, one behind another.
  func joined(_ field: MARCRecord.Field, _ codes: StaticString, by separator: String = " ")
    -> String?
  {
    var result = ""
    for subfield in record.subfields(of: field) where codes.contains(subfield.code) {
      let text = record.text(subfield, of: field)
      if text.isEmpty { continue }
      if result.isEmpty {
        result = text
      } else {
        result += separator
        result += text
      }
    }
    return result.isEmpty ? nil : result
  }

  private mutating func takeOther(
    _ name: String, _ field: MARCRecord.Field, _ codes: StaticString
  ) {
    guard let text = joined(field, codes) else { return }
    let isFirst = others[name] == nil
    others[name, default: []].append(isFirst ? ISBD.trimmed(text) : text)
  }

  private mutating func takeNote(_ field: MARCRecord.Field) {
    if let text = joined(field, "abct", by: " ") { notes.append(text) }
  }

  private mutating func takeSubject(_ field: MARCRecord.Field) {
    guard let name = joined(field, "abcdqtnp") else { return }
    var heading = ISBD.trimmed(name)
    for subfield in record.subfields(of: field)
    where ("vxyz" as StaticString).contains(subfield.code) {
      let part = record.text(subfield, of: field)
      if !part.isEmpty { heading += " -- " + ISBD.trimmed(part) }
    }
    heading = ISBD.withoutStop(heading)
    subjects.insert(heading)
  }

  private mutating func takeLocation(_ field: MARCRecord.Field) {
    if details.location == nil { details.location = joined(field, "bchij") }
  }

  /// The same field in the script of the book, which is linked to the romanised one by `$6`.
  private mutating func takeOriginalScript(_ field: MARCRecord.Field) {
    guard let link = record.text(UInt8(ascii: "6"), of: field), link.utf8.count >= 3 else { return }
    let name: String
    let value: JSONValue
    switch link.prefix(3) {
    case "245":
      guard let title = MARCTitle(field, of: record) else { return }
      // Unlinked, it is the only title that there is.
      if details.title == nil, !hasTitleField {
        details.title = title.title
        details.subtitle = title.subtitle
        return
      }
      original["subtitle"] = title.subtitle.map(JSONValue.string)
      (name, value) = ("title", .string(title.title))
    case "100", "110", "111", "700", "710", "711":
      guard let heading = MARCNames.heading(field, of: record) else { return }
      originalAuthors.append(.string(heading))
      return
    case "260", "264":
      guard let publisher = record.text(UInt8(ascii: "b"), of: field) else { return }
      (name, value) = ("publisher", .string(ISBD.trimmed(publisher)))
    case "440", "490", "800", "830":
      guard let series = record.text(UInt8(ascii: "a"), of: field) else { return }
      (name, value) = ("series", .string(ISBD.trimmed(series)))
    default: return
    }
    original[name] = value
  }

  private mutating func keep(_ field: MARCRecord.Field) {
    let text = record.wholeText(of: field)
    if text.isEmpty { return }
    kept[field.tag, default: []].append(.string(text))
  }

  /// A local field of our own files: by name, what MARC has no field for.
  private mutating func takeOwn(_ field: MARCRecord.Field) {
    guard control.source == "libraryctl",
      record.text(UInt8(ascii: "a"), of: field) == "libraryctl",
      let name = record.text(UInt8(ascii: "n"), of: field)
    else { return }
    own.append((name, record.text(UInt8(ascii: "v"), of: field) ?? ""))
  }

  private mutating func finishOwn() {
    for (name, text) in own {
      if name == "added_at" {
        addedAt = Instant(text)
      } else if !OwnFields.take(name, text, into: &details) {
        details.raw = details.raw ?? [:]
        details.raw?[name] = .string(text)
      }
    }
  }

  private mutating func finish() {
    isbns.finish(&self)
    finishDate()
    names.finish(&details)
    if let nonFiling { details.setNonFilingCharacters(nonFiling) }
    if !notes.isEmpty { details.notes = notes.joined(separator: "\n") }
    if !subjects.values.isEmpty { details.subjects = subjects.values }
    var other = details.other ?? [:]
    for (name, texts) in others { other[name] = .string(texts.joined(separator: "\n")) }
    if !originalAuthors.isEmpty { original["authors"] = .array(originalAuthors) }
    if !original.isEmpty { other["original_script"] = .object(original) }
    if !kept.isEmpty {
      let byTag = kept.sorted { $0.key < $1.key }.map {
        (MARCRecord.Field.name(ofTag: $0.key), JSONValue.array($0.value))
      }
      // Two tags that are no text may look the same.
      other["marc"] = .object(Dictionary(byTag) { first, _ in first })
    }
    if !other.isEmpty { details.other = other }
    finishOwn()
  }

  /// A control number is one only together with the catalogue that gave it; where that is not named,
  /// the ISBN or the title stands beside it, since every catalogue has a record 1.
  private var originKey: String {
    guard let number = control.number else {
      var hash = RowHash()
      record.bytes.withUnsafeBufferPointer { bytes in
        for field in record.fields {
          hash.take(UnsafeBufferPointer(rebasing: bytes[field.start..<field.end]))
        }
      }
      return hash.originKey
    }
    if control.source == "libraryctl" { return "id:" + number }
    if let source = control.source ?? control.agency { return "marc:\(source):\(number)" }
    return "marc::\(number):" + (isbns.isbn?.description ?? FoldedText.fold(details.title ?? ""))
  }
}

extension StaticString {
  /// Whether a subfield code is one of these.
  func contains(_ code: UInt8) -> Bool {
    for offset in 0..<utf8CodeUnitCount where utf8Start[offset] == code { return true }
    return false
  }
}
