import Catalogue

extension BookDetails {
  /// What a file said before and says now: a field that the new row leaves out stays.
  ///
  /// The form for sorting belongs to its title, roles to the authors beside which they were said,
  /// and a number to its series.
  func merging(_ new: BookDetails) -> BookDetails {
    var old = self
    if new.title != nil { old.sortTitle = nil }
    if new.authors != nil { old.contributors = nil }
    if new.series != nil { old.seriesNumber = nil }
    return old.patched(by: new)
  }
}
