import Catalogue
import Files
import Glibc

/// The rows of a table that are titles, as they stand in it, in a file without a name that goes away
/// with its descriptor, and where in that file each ISBN's row is.
///
/// A row of a table cannot be found again by its place alone (its text may be in another encoding,
/// with line feeds in its cells), so all are gone through once and written where they can. Before
/// each row stand its line and its length.
struct TableSpool {
  private(set) var index = TitleFileIndex(TitleFileIndex.Entries())
  private(set) var passedOver = 0
  /// The first row that is no title, as `line: reason`.
  private(set) var firstPassedOver: String?

  let table: TitleTable
  /// What stands before the table's rows.
  private(set) var beginning: [UInt8] = []
  /// A descriptor that is closed when nobody needs it any more.
  let file: Descriptor

  /// Why there is no spool.
  enum Failure: Error {
    /// The source file or the spool failed (`errno`).
    case system(call: String, Int32)
    /// The file is no table, in words.
    case noTable(String)
  }

  /// The bytes of a row's line and length.
  static let headLength = 12
  /// How much is written at once.
  private static let pieceLength = 1 << 16

  /// Goes through a whole table, in memory for one row and eight bytes a title.
  /// - Parameters:
  ///   - descriptor: the open table; its own position is not used.
  ///   - table: reads it.
  init(of descriptor: Int32, by table: TitleTable) throws(Failure) {
    self.table = table
    file = try Self.unnamedFile()
    var offset: off_t = 0
    var failed: Int32?
    func chunk() throws -> [UInt8]? {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, count in
        let read = Self.read(descriptor, UnsafeMutableRawBufferPointer(buffer), at: offset)
        if read < 0 { code = errno }
        count = max(read, 0)
      }
      if code != 0 {
        failed = code
        throw Failure.system(call: "read", code)
      }
      offset += off_t(bytes.count)
      return bytes.isEmpty ? nil : bytes
    }
    var entries = TitleFileIndex.Entries()
    do {
      let rows = try table.rows(chunk)
      beginning = rows.beginning
      var written: Int64 = 0
      var pending: [UInt8] = []
      while let row = try rows.next() {
        switch row {
        case .passedOver(let line, let reason): passOver(line, reason)
        case .title(let isbn, let line):
          let source = rows.source()
          guard source.count < LineReader.longestLine else {
            passOver(line, "it is longer than \(LineReader.longestLine >> 20) MiB")
            continue
          }
          guard entries.add(isbn, at: written + Int64(pending.count)) else {
            passOver(line, "it stands behind the first 8 GiB")
            continue
          }
          Self.append(Int64(line), to: &pending)
          Self.append(Int32(source.count), to: &pending)
          pending += source
          if pending.count >= Self.pieceLength {
            written += Int64(pending.count)
            try flush(&pending)
          }
        }
      }
      try flush(&pending)
    } catch let failure as Failure {
      throw failure
    } catch {
      if let failed { throw .system(call: "read", failed) }
      throw .noTable("\(error)")
    }
    index = TitleFileIndex(entries)
  }

  private mutating func passOver(_ line: Int, _ reason: String) {
    passedOver += 1
    firstPassedOver = firstPassedOver ?? "\(line): \(reason)"
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
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

  /// Reads once, however often it is interrupted.
  static func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: off_t
  ) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// An empty file of mode 0600 that has no name.
  private static func unnamedFile() throws(Failure) -> Descriptor {
    do throws(SystemError) {
      return Descriptor(number: try UnnamedFile.open())
    } catch {
      throw .system(call: "make a file in the folder for temporary files", error.code)
    }
  }
}
