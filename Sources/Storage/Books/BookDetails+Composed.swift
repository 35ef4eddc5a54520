import Catalogue

extension BookDetails {
  /// The same in normalisation form C, in which the tool stores all text.
  var composed: BookDetails {
    var details = self
    func compose(_ field: WritableKeyPath<BookDetails, String?>) {
      details[keyPath: field] = details[keyPath: field].map(TextForm.composed)
    }
    func compose(_ field: WritableKeyPath<BookDetails, [String]?>) {
      details[keyPath: field] = details[keyPath: field]?.map(TextForm.composed)
    }
    compose(\.title)
    compose(\.sortTitle)
    compose(\.subtitle)
    compose(\.authors)
    details.contributors = contributors?.map { contributor in
      Contributor(
        name: TextForm.composed(contributor.name),
        sortName: contributor.sortName.map(TextForm.composed), role: contributor.role,
        dates: contributor.dates.map(TextForm.composed))
    }
    compose(\.publisher)
    compose(\.published)
    compose(\.language)
    compose(\.series)
    compose(\.seriesNumber)
    compose(\.subjects)
    compose(\.tags)
    compose(\.shelf)
    compose(\.notes)
    compose(\.review)
    compose(\.startedAt)
    compose(\.readAt)
    compose(\.location)
    compose(\.binding)
    details.identifiers = identifiers?.mapValues(TextForm.composed)
    return details
  }
}
