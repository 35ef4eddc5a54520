import Catalogue

/// What a record of RIS says of a book. A tag that has no place here stays under its own name.
struct RISBook {
  private var reference: ReferenceBook
  private var date: (short: String?, long: String?) = (nil, nil)
  private var seriesTitle: String?
  private var volume: String?
  private var number: String?
  private var isBook = true
  /// Whether HTML's character references stand for characters: in what this program wrote they do not.
  private var hasReferences = true

  static func row(_ record: RISScanner.Record, text: () -> String) -> ImportedRow {
    var book = RISBook(reference: ReferenceBook(kind: "ris", line: record.line))
    book.hasReferences = !record.fields.contains { tag, value in
      // mutant ris-own-references:
      //   `tag.hasPrefix("U") && value` -> `tag.isEmpty && value` (RISTests)
      tag.hasPrefix("U") && value.starts(with: mark.utf8)
    }
    for (tag, bytes) in record.fields {
      let text = book.text(bytes, tag)
      book.reference.hash(tag, text)
      if !text.isEmpty { book.take(tag, text, bytes) }
    }
    book.finish()
    return book.reference.row(text: text)
  }

  private init(reference: ReferenceBook) { self.reference = reference }

  private mutating func text(_ bytes: [UInt8], _ tag: String) -> String {
    var text = String(validating: bytes, as: UTF8.self)
    if text == nil { reference.warn(tag, "the text is not UTF-8 and was read as Windows-1252") }
    if hasReferences, bytes.contains(UInt8(ascii: "&")) {
      text = HTMLEntities.decoded(text ?? Windows1252.decode(bytes))
    }
    guard let text else { return TextForm.collapsed(Windows1252.decode(bytes)) }
    guard text.utf8.contains(0) else { return TextForm.collapsed(text) }
    return TextForm.collapsed(
      String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 })))
  }

  private mutating func take(_ tag: String, _ text: String, _ bytes: [UInt8]) {
    switch tag {
    case "TY":
      isBook = ["BOOK", "EBOOK", "EDBOOK", "THES", "RPRT", "GEN", "CLSWK", "AUDIO"].contains(text)
      if text != "BOOK" { reference.keep("type", text) }
    case "TI", "T1", "CT": reference.details.title = reference.details.title ?? text
    case "BT":
      // The book in which a chapter stands; of a book its own title.
      if isBook { reference.title = reference.title ?? text } else { reference.keep(tag, text) }
    case "ST": reference.keep("short_title", text)
    case "AU", "A1": people(text, role: nil)
    case "ED", "A2": people(text, role: "editor")
    case "A3": people(text, role: isBook ? "editor" : nil)
    case "A4": people(text, role: "translator")
    case "PB": reference.details.publisher = reference.details.publisher ?? text
    case "PY", "Y1": date.short = date.short ?? text
    case "DA": date.long = date.long ?? text
    case "SN", "BN": reference.takeISBNs(text)
    case "LA": reference.takeLanguage(text)
    case "SP": takePages(text)
    case "EP": reference.keep(tag, text)
    // The book or journal in which a part stands is no series.
    case "T2", "JF", "JO":
      // mutant chapter-is-in-no-series:
      //   `if isBook { seriesTitle = seriesTitle ?? text } else { reference.keep(tag, text) }`
      //   -> `seriesTitle = seriesTitle ?? text` (RISTests)
      if isBook { seriesTitle = seriesTitle ?? text } else { reference.keep(tag, text) }
    case "T3": seriesTitle = seriesTitle ?? text
    case "VL": volume = text
    case "IS",
      "M1" where number == nil:
      number = text
    case "KW": keywords(bytes)
    case "N1": note(bytes)
    case "N2", "AB": reference.keep("description", text)
    case "ET": reference.keep("edition", text)
    case "DO": reference.identify("doi", text)
    case "AN": reference.identify("accession", text)
    case "ID": reference.id = text
    case "U1", "U2", "U3", "U4", "U5", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8":
      takeUser(tag, text, bytes)
    default: reference.keep(tag, text)
    }
  }

  private mutating func people(_ text: String, role: String?) {
    reference.people.append(Self.person(text, role: role))
  }

  /// `Family, Given, Suffix`; a body is a name with nothing behind its comma. Older programs leave
  /// out the blank: the field holds one person, so that the comma can be no other.
  static func person(_ text: String, role: String?) -> Contributor {
    if text.utf8.last == UInt8(ascii: ",") {
      let name = TextForm.collapsed(String(text.dropLast()))
      return Contributor(name: name, sortName: name, role: role)
    }
    var person = Contributor(heading: spaced(text))
    person.role = role ?? person.role
    return person
  }

  private static func spaced(_ name: String) -> String {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isOne = parts.count == 2 || parts.count == 3 && PersonName.isSuffix(parts[2])
    return isOne && !name.contains(", ") ? parts.joined(separator: ", ") : name
  }

  private mutating func takePages(_ text: String) {
    if isBook {
      reference.takePages(text, column: "pages")
    } else {
      reference.keep("SP", text)
    }
  }

  private mutating func keywords(_ bytes: [UInt8]) {
    // Some programs put all of them into one field, a line each.
    for line in bytes.split(separator: 0x0A) {
      var text = String(validating: line, as: UTF8.self) ?? Windows1252.decode(line)
      if hasReferences { text = HTMLEntities.decoded(text) }
      text = TextForm.collapsed(text)
      reference.takeTags(text.contains(";") ? ListText.parts(of: text) : [text])
    }
  }

  private mutating func note(_ bytes: [UInt8]) {
    reference.takeNote(RISBook.block(bytes))
  }

  private static func block(_ bytes: [UInt8]) -> String {
    let text = String(validating: bytes, as: UTF8.self) ?? Windows1252.decode(bytes)
    return BlockText.stored(text)
  }

  private static let mark = "libraryctl "

  /// Fields for users: our own files say there, by name, what RIS has no tag for.
  private mutating func takeUser(_ tag: String, _ text: String, _ bytes: [UInt8]) {
    let mark = Self.mark
    guard text.hasPrefix(mark), let colon = text.firstIndex(of: ":") else {
      return reference.keep(tag, text)
    }
    let name = String(text[..<colon].dropFirst(mark.utf8.count))
    let block = Self.block(bytes)
    guard let start = block.firstIndex(of: ":") else { return }
    let value = BlockText.stored(String(block[start...].dropFirst()))
    switch name {
    case "id": reference.takeOwn("libraryctl-id", value)
    default: reference.takeOwn(name, value)
    }
  }

  private mutating func finish() {
    // `1987/05//` is May 1987; what is behind the third slash is said in words.
    if let text = date.long ?? date.short, reference.details.published == nil {
      reference.details.published = Self.date(text)
    }
    if let series = seriesTitle { reference.details.series = series }
    if let place = volume ?? number {
      if seriesTitle != nil, reference.details.seriesNumber == nil {
        reference.details.seriesNumber = place
      } else if reference.details.seriesNumber == nil {
        reference.keep("volume", place)
      }
    }
  }

  static func date(_ text: String) -> String {
    guard text.contains("/") else { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { TextForm.collapsed(String($0)) }
    guard parts[0].utf8.count == 4, parts[0].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return text
    }
    var date = parts[0]
    for part in parts.dropFirst().prefix(2) {
      guard let number = Int(part), number > 0, number < 32 else { break }
      date += (number < 10 ? "-0" : "-") + String(number)
    }
    if date == parts[0], parts.count > 3, !parts[3].isEmpty { date = parts[3] + " " + date }
    return date
  }
}
