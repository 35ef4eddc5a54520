import Catalogue
import Glibc

extension TableSpool {
  /// Where a number's row is.
  struct Place {
    let isbn: ISBN
    let offset: Int64
  }

  /// A row that was put aside cannot be read.
  private struct Unreadable: Error {}

  /// Reads some titles whole, in memory for the outcomes and the rows that the table's reader looks
  /// ahead: all by one reader, since to begin costs more than to read a row.
  /// - Parameters:
  ///   - places: in the order of the file.
  ///   - path: the table's, for what is wrong with a row.
  /// - Returns: the outcome of each, in order.
  func outcomes(at places: [Place], path: String) -> [TitleOutcome] {
    var outcomes: [TitleOutcome] = []
    // The lines of the rows that were given to the reader, which may look ahead.
    var lines: [Int64] = []
    var hasBegun = false
    func chunk() throws -> [UInt8]? {
      guard hasBegun else {
        hasBegun = true
        return beginning
      }
      guard lines.count < places.count else { return nil }
      let row = try row(at: places[lines.count].offset)
      lines.append(row.line)
      return row.bytes
    }
    do {
      let next = try table.titles(chunk)
      for (position, place) in places.enumerated() {
        let title = try next()
        let line = position < lines.count ? "\(path):\(lines[position])" : path
        outcomes.append(Self.outcome(of: place.isbn, title, line))
      }
    } catch {
      let failure = TitleFailure.offline("\(path): rows of the title file cannot be read again")
      while outcomes.count < places.count { outcomes.append(.failed(failure)) }
    }
    return outcomes
  }

  private static func outcome(
    of isbn: ISBN, _ title: (isbn: ISBN, details: BookDetails)?, _ place: String
  ) -> TitleOutcome {
    // A number is never answered with another's row.
    // mutant row-of-other-isbn:
    //   `guard let title, title.isbn == isbn else {` -> `guard let title else {` (TitleTableTests)
    guard let title, title.isbn == isbn else {
      return .failed(.malformed("\(place): the row says something else when read alone"))
    }
    do throws(FieldReader.Mismatch) {
      let fields = FieldReader(fields(of: title.details))
      return .found(TitleRecord(isbn: isbn, details: try BookDetails(titleFields: fields)))
    } catch {
      return .failed(.malformed("\(place): \(error.reason)"))
    }
  }

  /// What a source may say of a title. A value of a wrong type stands under its field's name, so that
  /// the book fails for it as it would in JSON Lines.
  private static func fields(of details: BookDetails) -> [(name: String, value: JSONValue)] {
    var fields: [(name: String, value: JSONValue)] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { fields.append((name, value)) }
    }
    func text(_ name: String, _ value: String?) { add(name, value.map(JSONValue.string)) }
    func list(_ name: String, _ value: [String]?) {
      add(name, value.map { .array($0.map(JSONValue.string)) })
    }
    text("title", details.title)
    text("subtitle", details.subtitle)
    list("authors", details.authors)
    text("publisher", details.publisher)
    text("published", details.published)
    text("language", details.language)
    add("pages", details.pages.map { .integer(Int64($0)) } ?? details.raw?["pages"])
    text("series", details.series)
    text("series_number", details.seriesNumber)
    list("subjects", details.subjects)
    return fields
  }

  /// Reads a row with a line end behind it, and its line.
  private func row(at offset: Int64) throws(Unreadable) -> (line: Int64, bytes: [UInt8]) {
    var line: Int64 = 0
    var length = 0
    // Most rows come with what stands before them.
    var bytes = read(upTo: 1024, at: offset)
    guard bytes.count >= Self.headLength else { throw Unreadable() }
    bytes.withUnsafeBytes { bytes in
      line = Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
      length = Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self)))
    }
    guard 0..<LineReader.longestLine ~= length else { throw Unreadable() }
    let end = Self.headLength + length
    if bytes.count < end { bytes = read(upTo: end, at: offset) }
    guard bytes.count >= end else { throw Unreadable() }
    return (line, bytes[Self.headLength..<end] + [0x0A])
  }

  /// Reads the spool; fewer bytes at its end, and where it cannot be read.
  private func read(upTo length: Int, at offset: Int64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = Self.read(file.number, rest, at: off_t(offset) + off_t(count))
        if read <= 0 { return }
        count += read
      }
    }
  }
}
