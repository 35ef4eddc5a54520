import Catalogue

extension BookDetails {
  /// The names under which a title file or a title server says something of a book.
  static let titleFieldNames = [
    "title", "subtitle", "authors", "publisher", "published", "language", "pages", "series",
    "series_number", "subjects",
  ]

  /// How much a source may say of one title, in bytes of its texts, each with 32 for itself: the
  /// titles of a whole claim are in memory at once.
  static let largestTitle = 24 << 10

  /// Checks that a record is no larger than titles are.
  func checkSize() throws(FieldReader.Mismatch) {
    var size = 0
    func add(_ text: String?) { if let text { size += 32 + text.utf8.count } }
    for text in [title, subtitle, publisher, published, language, series, seriesNumber] {
      add(text)
    }
    for text in authors ?? [] { add(text) }
    for text in subjects ?? [] { add(text) }
    for (kind, number) in identifiers ?? [:] {
      add(kind)
      add(number)
    }
    // mutant title-size: `size <= Self.largestTitle` -> `true` (HostileAnswerTests)
    guard size <= Self.largestTitle else {
      throw FieldReader.Mismatch(
        reason: "the record holds more than \(Self.largestTitle >> 10) KiB of text")
    }
  }

  /// Reads what a title file or a title server says of a book: the names of the shown columns that
  /// a source may fill. Other names are passed over, so that no source writes a reader's notes.
  /// - Throws: which field has the wrong type.
  init(titleFields fields: FieldReader) throws(FieldReader.Mismatch) {
    self.init()
    title = try fields.text("title")
    subtitle = try fields.text("subtitle")
    authors = try fields.texts("authors")
    publisher = try fields.text("publisher")
    published = try fields.textOrInteger("published")
    language = try fields.text("language").map { Language.code($0) ?? $0 }
    pages = try fields.count("pages")
    series = try fields.text("series")
    seriesNumber = try fields.textOrNumber("series_number")
    subjects = try fields.texts("subjects")
    try checkSize()
  }
}
