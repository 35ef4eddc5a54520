import CSQLite
public import Catalogue

/// A value that can be bound to a position of a statement.
public protocol Bindable {
  /// Binds the value.
  /// - Parameters:
  ///   - statement: the statement, reset or new.
  ///   - position: counted from 1.
  func bind(to statement: Statement, at position: Int) throws(StorageError)
}

extension Statement {
  /// Binds a value to a position, counted from 1.
  public func bind(_ value: some Bindable, at position: Int) throws(StorageError) {
    try value.bind(to: self, at: position)
  }

  /// Binds values to the positions from 1 on, or to those after another.
  public func bind<each Value: Bindable>(
    _ values: repeat each Value, after last: Int = 0
  ) throws(StorageError) {
    var position = last
    for value in repeat each values {
      position += 1
      try value.bind(to: self, at: position)
    }
  }

  public func bindNull(at position: Int) throws(StorageError) {
    try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: position)))
  }

  /// Binds UTF-8 text from memory, copying it.
  public func bind(
    utf8 text: UnsafeBufferPointer<UInt8>, at position: Int
  ) throws(StorageError) {
    let position = Int32(truncatingIfNeeded: position)
    // Text without an address would be NULL; it is empty.
    guard text.baseAddress != nil else {
      return try check(sqlite3_bind_text(handle, position, "", 0, nil))
    }
    let code = text.withMemoryRebound(to: CChar.self) {
      sqlite3_bind_text64(
        handle, position, $0.baseAddress, UInt64(text.count), csqlite_transient(),
        UInt8(SQLITE_UTF8))
    }
    try check(code)
  }
}

extension Int64: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try statement.check(
      sqlite3_bind_int64(statement.handle, Int32(truncatingIfNeeded: position), self))
  }
}

extension Int: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try Int64(self).bind(to: statement, at: position)
  }
}

extension Bool: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try Int64(self ? 1 : 0).bind(to: statement, at: position)
  }
}

extension Double: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try statement.check(
      sqlite3_bind_double(statement.handle, Int32(truncatingIfNeeded: position), self))
  }
}

extension String: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    var text = self
    var failed: StorageError?
    text.withUTF8 { bytes in
      do throws(StorageError) {
        try statement.bind(utf8: bytes, at: position)
      } catch { failed = error }
    }
    if let failed { throw failed }
  }
}

extension [UInt8]: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    let position = Int32(truncatingIfNeeded: position)
    try statement.check(
      isEmpty
        ? sqlite3_bind_zeroblob(statement.handle, position, 0)
        : sqlite3_bind_blob64(
          statement.handle, position, self, UInt64(count), csqlite_transient()))
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    switch self {
    case .none: try statement.bindNull(at: position)
    case .some(let value): try value.bind(to: statement, at: position)
    }
  }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try rawValue.bind(to: statement, at: position)
  }
}

extension Bindable where Self: LosslessStringConvertible {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try description.bind(to: statement, at: position)
  }
}

extension BookNumber: Bindable {}
extension AccountID: Bindable {}
extension Epoch: Bindable {}
extension BookID: Bindable {}
extension Incarnation: Bindable {}
extension Book.SyncState: Bindable {}
extension Account.Source: Bindable {}
extension Refusal: Bindable {}

extension ISBN: Bindable {
  public func bind(to statement: Statement, at position: Int) throws(StorageError) {
    try description.bind(to: statement, at: position)
  }
}
