import Catalogue

/// A record of the batch endpoint (`jscmd=data`), or the edition itself as `/books/OL1M.json` has it.
///
/// The two write the same things in two ways: a publisher as `{"name": …}` or as text, the ISBNs
/// inside `identifiers` or beside it. Both are read, so that one reader serves for both.
struct OpenLibraryRecord {
  /// The number that was asked for.
  let isbn: ISBN
  var details = BookDetails()
  /// The record's own key, when it is that of an edition.
  var key: OpenLibraryKey?
  /// Whether the record names numbers.
  private(set) var isNumbered = false
  /// Whether the number that was asked for is among them.
  private(set) var carriesNumber = false
  /// Where the authors of the edition itself stand, each once.
  var authorKeys: [OpenLibraryKey] = []
  /// The edition's first work.
  var workKey: OpenLibraryKey?
  /// The key as it stands in the record.
  var sourceKey: String?
  /// Whether the record says that it was deleted.
  var isDeleted = false
  /// Whether the record says that it was merged into another.
  var isRedirect = false

  /// A record that says nothing.
  init(of isbn: ISBN) { self.isbn = isbn }

  /// Takes in a number that the record names.
  mutating func take(_ number: ISBN?) {
    guard let number else { return }
    isNumbered = true
    if number == isbn { carriesNumber = true }
  }

  /// Whether the record needs nothing from elsewhere: it carries the number, a title and authors.
  var isWhole: Bool {
    !isRedirect && carriesNumber && details.title != nil && details.authors != nil
  }

  /// The record as the answer for the number.
  var title: TitleRecord { TitleRecord(isbn: isbn, details: details, sourceKey: sourceKey) }

  /// Takes from the edition itself what this record does not say.
  mutating func fillGaps(from edition: OpenLibraryRecord) {
    details = edition.details.patched(by: details)
    isNumbered = isNumbered || edition.isNumbered
    carriesNumber = carriesNumber || edition.carriesNumber
    authorKeys = edition.authorKeys
    workKey = edition.workKey
  }

  /// Takes names that were asked for by key.
  mutating func setAuthors(_ names: [String]) {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    if !names.isEmpty { details.authors = names }
  }
}
