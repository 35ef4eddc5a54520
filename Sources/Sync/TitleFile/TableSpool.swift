import Catalogue
import Glibc

/// The titles of a table as JSON Lines, in a file without a name that goes away with its descriptor.
///
/// A row of a table cannot be found again by its place alone (its text may be in another encoding,
/// with line feeds in its cells), so it is read once and written in the form that can.
struct TableSpool {
  /// A descriptor that is closed when nobody needs it any more.
  let file: Descriptor
  private(set) var passedOver = 0
  /// The first row that is no title, as `line: reason`.
  private(set) var firstPassedOver: String?

  /// Why there is no spool.
  enum Failure: Error {
    /// The source file or the spool failed (`errno`).
    case system(call: String, Int32)
    /// The file is no table, in words.
    case noTable(String)
  }

  /// Reads a whole table, in memory for one row.
  /// - Parameters:
  ///   - descriptor: the open table; its own position is not used.
  ///   - table: reads it.
  init(of descriptor: Int32, by table: TitleTable) throws(Failure) {
    file = try Self.unnamedFile()
    var offset: off_t = 0
    var failed: Int32?
    func chunk() throws -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var count = pread(descriptor, &bytes, bytes.count, offset)
      while count < 0, errno == EINTR { count = pread(descriptor, &bytes, bytes.count, offset) }
      if count < 0 {
        failed = errno
        throw Failure.system(call: "read", errno)
      }
      if count == 0 { return nil }
      offset += off_t(count)
      bytes.removeLast(bytes.count - count)
      return bytes
    }
    do {
      let next = try table.rows(chunk)
      var writer = JSONWriter()
      var pending: [UInt8] = []
      while let row = try next() {
        switch row {
        case .passedOver(let line, let reason): passOver(line, reason)
        case .title(let isbn, let details, let line):
          writer.removeAll()
          Self.write(isbn, details, line, to: &writer)
          guard writer.bytes.count < LineReader.longestLine else {
            passOver(line, "it is longer than \(LineReader.longestLine >> 20) MiB")
            continue
          }
          pending += writer.bytes
          pending.append(0x0A)
          if pending.count >= 1 << 16 { try flush(&pending) }
        }
      }
      try flush(&pending)
    } catch let failure as Failure {
      throw failure
    } catch {
      if let failed { throw .system(call: "read", failed) }
      throw .noTable("\(error)")
    }
  }

  private mutating func passOver(_ line: Int, _ reason: String) {
    passedOver += 1
    firstPassedOver = firstPassedOver ?? "\(line): \(reason)"
  }

  /// A title with what a source may say of it. A value of a wrong type stands under its field's name,
  /// so that the book fails for it as it would in JSON Lines.
  private static func write(
    _ isbn: ISBN, _ details: BookDetails, _ line: Int, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    func text(_ name: String, _ value: String?) {
      guard let value else { return }
      writer.key(name)
      writer.string(value)
    }
    func list(_ name: String, _ value: [String]?) {
      guard let value else { return }
      writer.key(name)
      writer.strings(value)
    }
    text("isbn", isbn.description)
    writer.key("line")
    writer.integer(line)
    text("title", details.title)
    text("subtitle", details.subtitle)
    list("authors", details.authors)
    text("publisher", details.publisher)
    text("published", details.published)
    text("language", details.language)
    if let pages = details.pages {
      writer.key("pages")
      writer.integer(pages)
    }
    text("series", details.series)
    text("series_number", details.seriesNumber)
    list("subjects", details.subjects)
    if let value = details.raw?["pages"], details.pages == nil {
      writer.key("pages")
      writer.value(value)
    }
    writer.endObject()
  }

  private func flush(_ bytes: inout [UInt8]) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file.number, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw .system(call: "write to the folder for temporary files", errno) }
      start += count
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// An empty file of mode 0600 that has no name.
  private static func unnamedFile() throws(Failure) -> Descriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/libraryctl-XXXXXX").utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else {
      throw .system(call: "make a file in the folder for temporary files", errno)
    }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return Descriptor(number: number)
  }
}
