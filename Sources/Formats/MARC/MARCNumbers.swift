import Catalogue

/// The numbers by which a record names its book: 010, 020, 022, 024, 035.
struct MARCNumbers {
  private(set) var isbn: ISBN?
  private var others = Distinct<ISBN>()
  private var cancelled: [String] = []
  private var misprint: String?
  private var binding: String?
  private var identifiers: [String: String] = [:]
  private var warnings: [String] = []

  /// Whether nothing was said that could be an ISBN.
  var isEmpty: Bool { isbn == nil && misprint == nil }

  mutating func take(_ field: MARCRecord.Field, of record: MARCRecord) {
    switch field.tag {
    case 10: take("lccn", record.text(UInt8(ascii: "a"), of: field)?.filter { $0 != " " })
    case 20: takeISBN(field, of: record)
    case 22: take("issn", record.text(UInt8(ascii: "a"), of: field))
    case 24: takeOtherNumber(field, of: record)
    case 35: takeSystemNumber(record.text(UInt8(ascii: "a"), of: field))
    default: break
    }
  }

  private mutating func take(_ kind: String, _ number: String?) {
    if let number, !number.isEmpty, identifiers[kind] == nil { identifiers[kind] = number }
  }

  private mutating func takeISBN(_ field: MARCRecord.Field, of record: MARCRecord) {
    var found: ISBN?
    for subfield in record.subfields(of: field) {
      switch subfield.code {
      case UInt8(ascii: "a"):
        let text = record.text(subfield, of: field)
        found = takeISBN(text)
        if let found, found == isbn, let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) {
          takeBinding(String(text[open...]))
        }
      case UInt8(ascii: "q"):
        if let found, found == isbn { takeBinding(record.text(subfield, of: field)) }
      case UInt8(ascii: "z"):
        let text = record.text(subfield, of: field)
        if !text.isEmpty { takeCancelled(text) }
      default: break
      }
    }
  }

  private mutating func takeISBN(_ text: String) -> ISBN? {
    if text.isEmpty { return nil }
    if let isbn = Self.plain(text) { return add(isbn) }
    do {
      let reading = try ISBN.read(text)
      if reading.isRepaired {
        warnings.append("“\(text)” lacks its leading zero; it was read as \(reading.isbn)")
      }
      return add(reading.isbn)
    } catch .noNumber, .placeholder, .empty {
      // A qualifier alone, a price.
    } catch {
      misprint = misprint ?? text
      warnings.append("“\(text)” was kept as invalid_isbn: \(error)")
    }
    return nil
  }

  /// The first counts; others are of the paperback or of the volumes of a set.
  private mutating func add(_ found: ISBN) -> ISBN {
    if isbn == nil {
      isbn = found
    } else if isbn != found {
      others.insert(found)
    }
    return found
  }

  /// The usual form, quickly: digits, then nothing or a qualifier in brackets.
  private static func plain(_ text: String) -> ISBN? {
    var digits = text[...]
    if let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) {
      digits = text[..<open]
      while digits.utf8.last == 0x20 {
        digits = digits[..<digits.utf8.index(before: digits.endIndex)]
      }
    }
    let isbn = digits.utf8.withContiguousStorageIfAvailable { ISBN(plainDigits: $0) }
    guard let isbn, let isbn, !isbn.isFiller else { return nil }
    return isbn
  }

  /// A number that the record says is wrong, or that belongs to another form of the book.
  private mutating func takeCancelled(_ text: String) {
    if let isbn = try? ISBN(parsing: text) {
      cancelled.append(isbn.description)
    } else {
      misprint = misprint ?? text
    }
  }

  private mutating func takeBinding(_ qualifier: String) {
    guard binding == nil else { return }
    var bare = qualifier.unicodeScalars
    bare.removeAll { $0 == "(" || $0 == ")" }
    for part in bare.split(whereSeparator: { $0 == ":" || $0 == ";" || $0 == "," }) {
      let text = TextForm.collapsed(String(part))
      var word = text.lowercased().unicodeScalars
      word.removeAll { $0 != " " && !$0.properties.isAlphabetic }
      if Self.bindings.contains(String(word)) {
        binding = text
        return
      }
    }
  }

  private static let bindings: Set<String> = [
    "pbk", "pb", "paperback", "paper", "softcover", "soft cover", "softback", "paperbound",
    "trade paperback", "mass market", "mass market paperback", "hbk", "hb", "hardback", "hardcover",
    "hard cover", "hardbound", "hc", "cloth", "clothbound", "casebound", "bound", "leather",
    "board book", "board", "spiral", "spiral bound", "library binding", "lib bdg", "lib ed",
    "ebook", "electronic book", "electronic", "epub", "pdf", "kindle", "audiobook", "geb",
    "gebunden", "kart", "kartoniert", "broschiert", "brosch", "br", "rel", "relié", "broché",
    "acidfree paper", "alk paper", "cased", "looseleaf", "ring bound",
  ]

  private mutating func takeOtherNumber(_ field: MARCRecord.Field, of record: MARCRecord) {
    guard let number = record.text(UInt8(ascii: "a"), of: field) else { return }
    switch record.indicator(0, of: field) {
    case UInt8(ascii: "0"): take("isrc", number)
    case UInt8(ascii: "1"): take("upc", number)
    case UInt8(ascii: "2"): take("ismn", number)
    case UInt8(ascii: "3"):
      // An article number that is an ISBN, where no field says the ISBN.
      if isbn == nil, let found = try? ISBN(parsing: number) { isbn = found }
      take("ean", number)
    case UInt8(ascii: "7"):
      take(record.text(UInt8(ascii: "2"), of: field).map(FoldedText.fold) ?? "other", number)
    default: take("other", number)
    }
  }

  /// `(OCoLC)647986`: the catalogue in brackets, and its number.
  private mutating func takeSystemNumber(_ text: String?) {
    guard let text, text.utf8.first == UInt8(ascii: "("),
      let close = text.utf8.firstIndex(of: UInt8(ascii: ")"))
    else { return take("system_number", text) }
    let catalogue = String(text[..<close].dropFirst())
    var number = TextForm.collapsed(String(text[close...].dropFirst()))
    guard catalogue == "OCoLC" else { return take(FoldedText.fold(catalogue), number) }
    for prefix in ["ocm", "ocn", "on"] where number.hasPrefix(prefix) {
      number.removeFirst(prefix.count)
      break
    }
    while number.utf8.first == UInt8(ascii: "0"), number.utf8.count > 1 { number.removeFirst() }
    take("oclc", number)
  }

  func finish(_ book: inout MARCBook) {
    for reason in warnings { book.warn("020", reason) }
    var identifiers = identifiers
    if let misprint { identifiers["invalid_isbn"] = misprint }
    if !identifiers.isEmpty { book.details.identifiers = identifiers }
    book.details.binding = binding
    var other = book.details.other ?? [:]
    if !others.values.isEmpty {
      other["isbns"] = .array(others.values.map { .string($0.description) })
    }
    if !cancelled.isEmpty { other["cancelled_isbns"] = .array(cancelled.map(JSONValue.string)) }
    if !other.isEmpty { book.details.other = other }
  }
}
