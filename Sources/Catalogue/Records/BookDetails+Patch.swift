extension BookDetails {
  /// These details with what another answer says put over them; what it leaves out stays.
  ///
  /// It is what SQLite's `json_patch` makes of the two as JSON (RFC 7396), for an answer without
  /// nulls.
  public func patched(by answer: BookDetails) -> BookDetails {
    var patched = self
    patched.title = answer.title ?? title
    patched.sortTitle = answer.sortTitle ?? sortTitle
    patched.subtitle = answer.subtitle ?? subtitle
    patched.authors = answer.authors ?? authors
    patched.contributors = answer.contributors ?? contributors
    patched.publisher = answer.publisher ?? publisher
    patched.published = answer.published ?? published
    patched.language = answer.language ?? language
    patched.pages = answer.pages ?? pages
    patched.series = answer.series ?? series
    patched.seriesNumber = answer.seriesNumber ?? seriesNumber
    patched.subjects = answer.subjects ?? subjects
    patched.tags = answer.tags ?? tags
    patched.rating = answer.rating ?? rating
    patched.shelf = answer.shelf ?? shelf
    patched.notes = answer.notes ?? notes
    patched.review = answer.review ?? review
    patched.startedAt = answer.startedAt ?? startedAt
    patched.readAt = answer.readAt ?? readAt
    patched.copies = answer.copies ?? copies
    patched.location = answer.location ?? location
    patched.binding = answer.binding ?? binding
    patched.identifiers = Self.merged(identifiers, answer.identifiers)
    patched.raw = Self.merged(raw, answer.raw)
    patched.other = Self.merged(other, answer.other)
    return patched
  }

  private static func merged<Value>(
    _ old: [String: Value]?, _ new: [String: Value]?
  ) -> [String: Value]? {
    guard let old, let new else { return new ?? old }
    return old.merging(new) { $1 }
  }
}
