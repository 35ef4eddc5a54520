import Glibc
import Testing

/// A file in the temporary folder, deleted with this value.
final class TemporaryFile: Sendable {
  let path: String

  init(_ contents: [UInt8]) throws {
    var template = Array("/tmp/sync-tests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    close(descriptor)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try write(contents)
  }

  convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  /// Replaces the contents, under a new inode.
  func write(_ contents: [UInt8]) throws {
    let beside = path + ".new"
    let stream = try #require(fopen(beside, "w"))
    let written = fwrite(contents, 1, contents.count, stream)
    fclose(stream)
    try #require(written == contents.count)
    try #require(rename(beside, path) == 0)
  }

  deinit { unlink(path) }
}
