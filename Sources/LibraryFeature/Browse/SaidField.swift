public import Catalogue
public import Storage

/// A field of a book, and who said what of it.
public struct SaidField: Hashable, Sendable {
  public let column: BookField
  /// What is shown; nil: nothing.
  public let text: String?
  /// Who said what is shown, or that it is empty; nil: nobody.
  public let origin: BookOrigin?
  /// What the others said, which is hidden.
  public let hidden: [Hidden]

  /// What an origin says that another one hides.
  public struct Hidden: Hashable, Sendable {
    public let origin: BookOrigin
    public let text: String
  }
}

extension Book {
  /// Every field of which an origin can say something, in the order of the columns.
  public var saidFields: [SaidField] {
    let shown = shown
    let origins: [(BookOrigin, BookDetails)] = [
      (.typed, typed), (.fetched, fetched), (.imported, imported),
    ]
    return BookField.sayable.map { column in
      let said = origins.filter { $0.1.says(column) || $0.1.saysEmpty(column) }
      var first = said.first?.0
      // The number belongs to the series that is shown, unless another was typed.
      if column == .seriesNumber, first != .typed {
        first = origins.first { $0.1.series != nil && $0.1.seriesNumber != nil }?.0 ?? first
      }
      let text = shown.text(of: column)
      return SaidField(
        column: column, text: text, origin: first,
        hidden: said.compactMap { origin, details in
          guard origin != first, let hidden = details.text(of: column), hidden != text else {
            return nil
          }
          return SaidField.Hidden(origin: origin, text: hidden)
        })
    }
  }
}
