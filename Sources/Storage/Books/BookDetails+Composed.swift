import Catalogue

extension BookDetails {
  /// The same in normalisation form C, in which the tool stores all text.
  var composed: BookDetails { mapTexts(TextForm.composed) }
}
