extension BookDetails {
  /// Says at which character the title begins when it is sorted: MARC 21's count of non-filing
  /// characters (245, second indicator), which stands against the rule for articles.
  ///
  /// Title and language are there before. A count that does not end before a word is a misprint and
  /// says nothing; so does one that says what the rule does.
  /// - Parameter count: in characters as they are counted in Unicode, from 0.
  public mutating func setNonFilingCharacters(_ count: Int) {
    guard let title, count >= 0 else { return }
    let scalars = title.unicodeScalars
    guard
      let start = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      start < scalars.endIndex
    else { return }
    if start > scalars.startIndex {
      let before = scalars[scalars.index(before: start)]
      guard !before.properties.isAlphabetic, before.properties.numericType == nil,
        !isWithinWord(scalars[start])
      else { return }
    }
    setSortTitle(String(scalars[start...]))
  }

  /// Says how the title sorts, as in `Way of Kings, The` or `Way of Kings`.
  ///
  /// Title and language are there before. What says no more than the rule for articles is not kept.
  public mutating func setSortTitle(_ text: String) {
    guard let title else { return }
    var text = TextForm.collapsed(text)
    // An article that was put behind its title is not to be sorted by.
    if let comma = text.utf8.lastIndex(of: UInt8(ascii: ",")), comma != text.startIndex {
      let front = text[..<comma]
      let article = TextForm.collapsed(String(text[text.utf8.index(after: comma)...]))
      let whole = FoldedText.fold(title)
      if !article.isEmpty,
        FoldedText.fold(TitleText.joined(prefix: article, title: String(front))) == whole
      {
        text = String(front)
      }
    }
    guard !text.isEmpty else { return }
    var said = self
    said.sortTitle = text
    // mutant sort-title-by-rule:
    //   `sortTitle = SortKey.title(said) == SortKey.title(title, language: language) ? nil : text`
    //   -> `sortTitle = text` (TitleTests)
    sortTitle = SortKey.title(said) == SortKey.title(title, language: language) ? nil : text
  }

  /// A mark or modifier letter goes on with the word before it.
  private func isWithinWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
  }
}
