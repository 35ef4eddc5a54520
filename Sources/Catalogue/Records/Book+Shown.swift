extension Book {
  /// What is shown of the book: field by field what was typed, else fetched, else imported.
  ///
  /// These are the rules by which the database derives its columns. A field that was said to be
  /// empty hides the others and shows nothing. The number is that of the origin that gives
  /// the series, unless another was typed; contributors come from the origin that gives the authors,
  /// the form for sorting from the one that gives the title; identifiers are merged by kind. `raw`
  /// and `other` are what an origin could not name: they are not shown.
  public var shown: BookDetails {
    var shown = sorted
    for field in BookField.sayable where field.owner == nil {
      guard let origin = first(field), origin.says(field), !origin.isEmpty(field) else { continue }
      shown.copy(field, from: origin)
    }
    let namesSeries = origin { $0.series != nil } ?? imported
    let seriesNumber = typed.seriesNumber ?? namesSeries.seriesNumber
    shown.seriesNumber = seriesNumber.flatMap { $0.isEmpty ? nil : $0 }
    shown.identifiers = identifiers
    return shown
  }

  /// Of what is shown, the part by which books are sorted, without working out the rest: the title
  /// with its form for sorting and its language, the authors, and when it was published.
  public var sorted: BookDetails {
    var sorted = BookDetails()
    sorted.title = text(\.title)
    sorted.sortTitle = origin { $0.title != nil }?.sortTitle
    sorted.language = text(\.language)
    sorted.published = text(\.published)
    let namesAuthors = origin { $0.authors != nil }
    sorted.authors = namesAuthors?.authors.flatMap { $0.isEmpty ? nil : $0 }
    sorted.contributors = sorted.authors == nil ? nil : namesAuthors?.contributors
    return sorted
  }

  /// What is shown as the book's title, without working out the rest.
  public var shownTitle: String? { text(\.title) }

  /// The first that says something, in the order in which they beat each other.
  private func origin(_ says: (BookDetails) -> Bool) -> BookDetails? {
    says(typed) ? typed : says(fetched) ? fetched : says(imported) ? imported : nil
  }

  /// The first that says something of a field, or that it is empty.
  private func first(_ field: BookField) -> BookDetails? {
    // A number that was said to be empty is typed as `""`, which is none and so is kept in `raw`.
    if typed.saysEmpty(field) { return typed }
    return origin { $0.says(field) }
  }

  private func first<Value>(_ field: (BookDetails) -> Value?) -> Value? {
    field(typed) ?? field(fetched) ?? field(imported)
  }

  private func text(_ field: (BookDetails) -> String?) -> String? {
    guard let text = first(field), !text.isEmpty else { return nil }
    return text
  }

  private var identifiers: [String: String]? {
    if imported.identifiers == nil, fetched.identifiers == nil, typed.identifiers == nil {
      return nil
    }
    var merged = imported.identifiers ?? [:]
    merged.merge(fetched.identifiers ?? [:]) { _, later in later }
    merged.merge(typed.identifiers ?? [:]) { _, later in later }
    merged = merged.filter { !$0.value.isEmpty }
    return merged.isEmpty ? nil : merged
  }
}
