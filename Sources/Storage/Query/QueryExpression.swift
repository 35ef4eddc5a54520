import Catalogue

/// What a query says.
indirect enum QueryExpression: Hashable, Sendable {
  /// Words anywhere in a book, or its ISBN when they are one.
  case words(QueryWords, ISBN?)
  case field(QueryCondition)
  case not(QueryExpression)
  case all([QueryExpression])
  case any([QueryExpression])
}
