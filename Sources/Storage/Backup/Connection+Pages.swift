extension Connection {
  /// Copies every page into an empty file, as they are at one moment.
  ///
  /// Not by VACUUM INTO: 3.40 cannot read a table with generated columns for it on a connection that
  /// may only read.
  /// - Parameters:
  ///   - path: the file, which is there.
  ///   - isStopped: asked every few megabytes.
  /// - Throws: a `StorageError`; of kind `interrupted` when it was stopped.
  func copyAll(to path: String, until isStopped: () -> Bool = { false }) throws {
    let copy = try Connection(path: path, mode: .readWrite)
    try PageReplacement(of: copy, by: self).finish(until: isStopped)
    // The first page says that there is a log; without one, the copy can be read anywhere.
    _ = try copy.string("PRAGMA journal_mode = delete")
  }
}
