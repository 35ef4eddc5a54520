import Catalogue

extension BookDetails {
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
  }
}
