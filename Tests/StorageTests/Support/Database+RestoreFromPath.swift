@testable import Storage

extension Database {
  /// Restores from a file, at the moment of most tests.
  @discardableResult
  func restore(
    from path: String, isTrial: Bool = false, reaching: (RestoreStep) throws -> Void = { _ in }
  ) throws -> RestoreOutcome {
    try restore(
      from: BackupFile(at: path), at: Library.now, isTrial: isTrial, reaching: reaching)
  }
}
