public import Catalogue

extension BookDetails {
  /// Whether something is said of a column.
  public func says(_ column: BookColumn) -> Bool {
    switch column {
    case .title: title != nil
    case .subtitle: subtitle != nil
    case .authors: authors != nil
    case .publisher: publisher != nil
    case .published: published != nil
    case .language: language != nil
    case .pages: pages != nil
    case .series: series != nil
    case .seriesNumber: seriesNumber != nil
    case .subjects: subjects != nil
    case .tags: tags != nil
    case .rating: rating != nil
    case .shelf: shelf != nil
    case .notes: notes != nil
    case .review: review != nil
    case .startedAt: startedAt != nil
    case .readAt: readAt != nil
    case .copies: copies != nil
    case .location: location != nil
    case .binding: binding != nil
    case .identifiers: identifiers != nil
    case .number, .id, .account, .isbn, .year, .addedAt, .editedAt, .fetchedAt, .source,
      .sourceKey, .sync:
      false
    }
  }
}
