public import Catalogue

extension Instant: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try description.bind(to: statement, at: position)
  }
}
