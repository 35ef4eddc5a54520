import Formats

/// The rows of an import that failed, as a file of the same format, to be mended and imported again.
/// It is made only when a row fails.
final class RejectsFile {
  private let file: OutputFile
  private let frame: FileFrame
  private(set) var count = 0
  private var isWhole = true

  init(_ file: OutputFile, frame: FileFrame) {
    self.file = file
    self.frame = frame
  }

  /// Adds a row.
  /// - Parameter source: the row as it stands in its file, without what stands between rows.
  func add(_ source: [UInt8]) throws(CommandError) {
    // A part of a row must not be put in the file's place.
    isWhole = false
    try file.write((count == 0 ? frame.beginning : frame.separator) + source)
    isWhole = true
    count += 1
  }

  /// Puts the file in its place, if rows were added and all of them could be written.
  func finish() throws(CommandError) {
    guard count > 0, isWhole else { return }
    try file.write(frame.end)
    try file.finish()
  }
}
