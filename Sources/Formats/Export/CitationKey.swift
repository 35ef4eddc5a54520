import Catalogue

/// A name for a book that people can type and that no other book of the library has.
enum CitationKey {
  /// `sanderson2010-12`: the first author's family name, the year and the book's number.
  static func of(_ book: ListedBook) -> String {
    var name = ""
    if let author = book.people.first {
      let heading = author.sortName ?? PersonName.inverted(author.name)
      name = plain(String(heading.prefix { $0 != "," }))
    }
    if name.isEmpty { name = plain(book.details.title ?? "") }
    if name.isEmpty { name = "book" }
    return name + (book.year.map(String.init) ?? "") + "-" + String(book.number)
  }

  /// The letters of ASCII in a text, folded, at most 20.
  private static func plain(_ text: String) -> String {
    String(
      decoding: Array(
        FoldedText.fold(text).utf8.filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }.prefix(20)),
      as: UTF8.self)
  }
}
