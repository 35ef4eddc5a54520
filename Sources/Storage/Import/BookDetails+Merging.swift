import Catalogue

extension BookDetails {
  /// What a file said before and says now: a field that the new row leaves out stays.
  func merging(_ new: BookDetails) -> BookDetails {
    var merged = self
    if new.authors != nil { merged.contributors = new.contributors }
    if new.series != nil { merged.seriesNumber = new.seriesNumber }
    merged.title = new.title ?? title
    merged.subtitle = new.subtitle ?? subtitle
    merged.authors = new.authors ?? authors
    merged.contributors = new.contributors ?? merged.contributors
    merged.publisher = new.publisher ?? publisher
    merged.published = new.published ?? published
    merged.language = new.language ?? language
    merged.pages = new.pages ?? pages
    merged.series = new.series ?? series
    merged.seriesNumber = new.seriesNumber ?? merged.seriesNumber
    merged.subjects = new.subjects ?? subjects
    merged.tags = new.tags ?? tags
    merged.rating = new.rating ?? rating
    merged.shelf = new.shelf ?? shelf
    merged.notes = new.notes ?? notes
    merged.review = new.review ?? review
    merged.startedAt = new.startedAt ?? startedAt
    merged.readAt = new.readAt ?? readAt
    merged.copies = new.copies ?? copies
    merged.location = new.location ?? location
    merged.binding = new.binding ?? binding
    merged.identifiers = Self.merge(identifiers, new.identifiers)
    merged.raw = Self.merge(raw, new.raw)
    merged.other = Self.merge(other, new.other)
    return merged
  }

  private static func merge<Value>(
    _ old: [String: Value]?, _ new: [String: Value]?
  ) -> [String: Value]? {
    guard let old, let new else { return new ?? old }
    return old.merging(new) { $1 }
  }
}
