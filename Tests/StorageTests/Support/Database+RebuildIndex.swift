@testable import Storage

extension Database {
  /// Makes the search index of every book anew.
  func rebuildIndex() throws {
    try writeAndWait { try IndexUpkeep.empty($0) }
    _ = try mend()
  }
}
