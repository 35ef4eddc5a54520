import Catalogue

/// Which books are meant: words, phrases and conditions on fields.
///
///     le guin                 both words, the last one perhaps only begun
///     "left hand" -light      a phrase, and a word that must not be there
///     title:dune year:1960..1969 pages>300
///     shelf=read (tag:sea OR tag:islands)
///     isbn:"" language:*      without an ISBN; with a language
///
/// Case, diacritics and the hyphens of an ISBN do not matter. Characters of scripts without spaces
/// are found one by one. What has no meaning here (`O'Brien`, `C++`, `50%`, a lone quote or bracket)
/// is text.
public struct BookQuery: Hashable, Sendable {
  /// What has to hold; nil when the text has no word and no condition, and finds nothing.
  let expression: QueryExpression?

  /// Reads a query.
  /// - Parameter texts: its parts, as the shell gives them; spaces are put between them.
  /// - Throws: where and why it is none.
  /// - Complexity: O(length).
  public init(_ texts: [String]) throws(BookQueryError) {
    let text = texts.joined(separator: " ")
    if let isbn = Self.isbn(text), let words = QueryWords(text, mayGoOn: true) {
      expression = .words(words, isbn)
      return
    }
    var parser = QueryParser(text)
    expression = try parser.parse()
  }

  public init(_ text: String) throws(BookQueryError) {
    try self.init([text])
  }

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { expression == nil }

  /// The ISBN that a text is as a whole, with hyphens or spaces.
  static func isbn(_ text: String) -> ISBN? {
    let isNumber = text.utf8.allSatisfy {
      $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ")
        || $0 | 0x20 == UInt8(ascii: "x")
    }
    // `-978…` asks for other books.
    guard isNumber, text.first != "-", let reading = try? ISBN.read(text), !reading.isRepaired
    else { return nil }
    return reading.isbn
  }
}
