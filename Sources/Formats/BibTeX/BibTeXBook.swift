import Catalogue

/// What an entry of BibTeX says of a book. Fields of BibTeX, BibLaTeX and common programs have their
/// place; others stay under their own name.
struct BibTeXBook {
  private var reference: ReferenceBook
  private var hasOthers = false
  private var date: (year: String?, month: String?, day: String?) = (nil, nil, nil)
  private var volume: String?
  private var sortTitle: String?
  /// Whether HTML's character references stand for characters: in what this program wrote they do not.
  private var hasReferences = true

  static func row(_ entry: BibTeXEntry, line: Int, text: () -> String) -> ImportedRow {
    var book = BibTeXBook(reference: ReferenceBook(kind: "bibtex", line: line))
    book.reference.id = entry.key
    if entry.isForeign {
      book.reference.warn(nil, "the text is not UTF-8 and was read as Windows-1252")
    }
    if entry.type != "book" { book.reference.keep("type", entry.type) }
    book.hasReferences = !entry.fields.contains { $0.name == "libraryctl-id" }
    var seen: Set<String> = []
    for (name, value) in entry.fields {
      book.reference.hash(name, value)
      // BibTeX takes the first of several; what adds to others stands in no other's way.
      // mutant bibtex-first-counts:
      //   `if seen.insert(name).inserted || additive.contains(name) {`
      //   -> `if seen.insert(name).inserted || !name.isEmpty {` (BibTeXTests)
      if seen.insert(name).inserted || additive.contains(name) {
        book.take(name, value)
      } else {
        book.reference.keep(name, book.plain(value))
      }
    }
    book.finish()
    return book.reference.row(text: text)
  }

  private static let additive: Set<String> = [
    "author", "editor", "translator", "illustrator", "isbn", "keywords", "note", "notes", "url",
    "file", "doi",
  ]

  private init(reference: ReferenceBook) { self.reference = reference }

  private mutating func take(_ name: String, _ tex: String) {
    switch name {
    case "author": people(tex, role: nil)
    case "editor", "translator", "illustrator": people(tex, role: name)
    case "url", "file", "eprint":
      // Addresses are not text of TeX.
      reference.keep(name, TeXText.plain(tex.replacingTilde))
    case "doi": reference.identify("doi", TeXText.plain(tex))
    case "note", "notes": reference.takeNote(TeXText.block(tex))
    case "review": reference.takeOwn(name, TeXText.block(tex))
    default: take(plain: name, plain(tex))
    }
  }

  private func plain(_ tex: String) -> String {
    let text = TeXText.plain(tex)
    return hasReferences && text.utf8.contains(UInt8(ascii: "&"))
      ? TextForm.collapsed(HTMLEntities.decoded(text)) : text
  }

  private mutating func people(_ tex: String, role: String?) {
    let tex =
      hasReferences && tex.utf8.contains(UInt8(ascii: "&")) ? HTMLEntities.decoded(tex) : tex
    reference.people += BibTeXNames.people(tex, hasOthers: &hasOthers).map {
      Contributor(name: $0.name, sortName: $0.sortName, role: role)
    }
  }

  private mutating func take(plain name: String, _ text: String) {
    guard !text.isEmpty else { return }
    switch name {
    case "title": reference.details.title = text
    case "subtitle": reference.details.subtitle = text
    case "sorttitle": sortTitle = text
    case "booktitle": reference.title = text
    case "publisher", "school", "institution":
      reference.details.publisher = reference.details.publisher ?? text
    case "organization": reference.keep(name, text)
    case "date": reference.details.published = text
    case "year": date.year = text
    case "month": date.month = text
    case "day": date.day = text
    case "isbn": reference.takeISBNs(text)
    case "issn": reference.identify("issn", text)
    case "lccn": reference.identify("lccn", text)
    case "asin": reference.identify("asin", text)
    case "oclc": reference.identify("oclc", text)
    case "language", "langid": reference.takeLanguage(text)
    case "pagetotal", "numpages", "pages": reference.takePages(text, column: name)
    case "series": reference.details.series = text
    case "number": reference.details.seriesNumber = text
    case "volume": volume = text
    case "keywords": reference.takeTags(text)
    case "abstract": reference.keep("description", text)
    case "library": reference.details.location = text
    // In BibLaTeX the place of publication: not where the book stands.
    case "location": reference.keep("address", text)
    default: reference.takeOwn(name, text)
    }
  }

  private mutating func finish() {
    if reference.details.published == nil, let year = date.year {
      reference.details.published = Self.date(year, date.month, date.day)
    } else if date.year == nil, let month = date.month {
      reference.keep("month", month)
    }
    if let sortTitle { reference.details.setSortTitle(sortTitle) }
    if let volume {
      if reference.details.series != nil, reference.details.seriesNumber == nil {
        reference.details.seriesNumber = volume
      } else {
        reference.keep("volume", volume)
      }
    }
    if reference.details.series == nil, let number = reference.details.seriesNumber {
      reference.details.seriesNumber = nil
      reference.keep("number", number)
    }
    if hasOthers { reference.details.other = ["et_al": .bool(true)] }
  }

  /// `1997-05` where the month is one of TeX's, else the words as they stand.
  private static func date(_ year: String, _ month: String?, _ day: String?) -> String {
    guard let month else { return year }
    let isYear = year.utf8.count == 4 && year.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isYear, let month = BibTeXMonth(month) {
      let text = year + (month.month < 10 ? "-0" : "-") + String(month.month)
      guard let day = month.day ?? day.flatMap({ Int($0) }), (1...31).contains(day) else {
        return text
      }
      return text + (day < 10 ? "-0" : "-") + String(day)
    }
    return month + " " + (day.map { $0 + ", " } ?? "") + year
  }
}

extension String {
  /// With the tilde of an address written as TeX writes one.
  fileprivate var replacingTilde: String {
    utf8.contains(UInt8(ascii: "~"))
      ? split(separator: "~", omittingEmptySubsequences: false).joined(
        separator: "\\textasciitilde{}") : self
  }
}
