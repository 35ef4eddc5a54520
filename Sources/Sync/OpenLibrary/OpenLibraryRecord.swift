import Catalogue

/// A record of the batch endpoint (`jscmd=data`), or the edition itself as `/books/OL1M.json` has it.
///
/// The two write the same things in two ways: a publisher as `{"name": …}` or as text, the ISBNs
/// inside `identifiers` or beside it. Both are read, so that one reader serves for both.
struct OpenLibraryRecord {
  /// The record as the answer for the number that was asked for.
  var title: TitleRecord
  var numbers: OpenLibraryNumbers
  /// Where the authors of the edition itself stand, each once.
  var authorKeys: [OpenLibraryKey] = []
  /// The edition's first work.
  var workKey: OpenLibraryKey?
  /// Whether the record says that it was deleted.
  var isDeleted = false
  /// Whether the record says that it was merged into another.
  var isRedirect = false

  /// The number that was asked for.
  var isbn: ISBN { title.isbn }

  /// The record's own key, when it is that of an edition.
  var key: OpenLibraryKey? { Self.editionKey(title.sourceKey) }

  /// A key that stands in a record, when it is that of an edition.
  static func editionKey(_ text: String?) -> OpenLibraryKey? {
    text.flatMap(OpenLibraryKey.init).flatMap { $0.kind == .edition ? $0 : nil }
  }

  /// Whether the record needs nothing from elsewhere: it carries the number, a title and authors.
  var isWhole: Bool {
    !isRedirect && numbers.hasAsked && title.details.title != nil && title.details.authors != nil
  }

  /// Takes from the edition itself what this record does not say.
  mutating func fillGaps(from edition: OpenLibraryRecord) {
    title.details = edition.title.details.patched(by: title.details)
    numbers.hasAny = numbers.hasAny || edition.numbers.hasAny
    numbers.hasAsked = numbers.hasAsked || edition.numbers.hasAsked
    authorKeys = edition.authorKeys
    workKey = edition.workKey
  }

  /// Takes names that were asked for by key.
  mutating func setAuthors(_ names: [String]) {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    if !names.isEmpty { title.details.authors = names }
  }
}
