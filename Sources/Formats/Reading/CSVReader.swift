/// Reads rows of separated values (RFC 4180), with the dirt that real files have.
///
/// Lines end in CR LF, LF or CR. A quote in the middle of a cell is text. A quote that is never
/// closed costs its own line only: reading goes on at the next line, so that no rows are silently
/// merged into one cell.
struct CSVReader {
  /// One cell of the row, as a range of the loaded bytes.
  struct Cell {
    enum Style: UInt8 {
      case plain
      /// The range is what stands between the quotes.
      case quoted
      /// The same, with doubled quotes inside.
      case escaped
      /// The range begins after the opening quote; the closing one is followed by more text.
      case untidy
    }
    var start: Int
    var end: Int
    var style: Style
  }

  enum Event {
    case row
    /// A line that cannot be read; `column` counts from 0.
    case failure(column: Int, reason: String, text: String)
    case end
  }

  /// A row longer than this is no row of a catalogue, but a quote or a line end that is missing.
  static let longestRow = 1 << 21

  let delimiter: UInt8
  /// The cells of the row that was read last; valid until the next call of `next`.
  private(set) var cells: [Cell] = []
  /// The line on which that row begins, from 1.
  private(set) var line = 1

  private var input: ByteInput
  private var nextLine: Int
  /// Where the row stands among the loaded bytes, with its line end.
  private var row = 0..<0
  /// The beginning of a row that was too long to be kept.
  private var cutRow: [UInt8]?

  init(_ input: ByteInput, delimiter: UInt8, firstLine: Int = 1) {
    self.input = input
    self.delimiter = delimiter
    nextLine = firstLine
  }

  /// Reads the next row that is not blank.
  mutating func next() throws -> Event {
    var wanted = 1
    cutRow = nil
    while true {
      try input.load(atLeast: wanted)
      let available = input.bytes.count - input.start
      if available == 0 { return .end }
      line = nextLine
      var scanned = cells
      cells = []
      let result = input.bytes.withUnsafeBufferPointer { bytes in
        CSVScan(bytes: bytes, isAtEnd: input.isAtEnd, delimiter: delimiter)
          .row(from: input.start, into: &scanned)
      }
      cells = scanned
      switch result {
      case .more:
        if available >= Self.longestRow { return try skipLine() }
        // Twice as much each time keeps the work linear in the length of the row.
        wanted = max(available * 2, available + 1)
      case .row(let end, let lines):
        let isBlank = isBlank
        row = input.start..<end
        input.start = end
        nextLine = line + lines
        wanted = 1
        if !isBlank { return .row }
      case .unfinished(let column, let resume, let linesBefore):
        if resume == available + input.start, !input.isAtEnd { return try skipLine() }
        let text = String(decoding: input.bytes[input.start..<resume], as: UTF8.self)
        row = input.start..<resume
        input.start = resume
        line += linesBefore
        nextLine = line + 1
        return .failure(
          column: column,
          reason: "the quote is not closed; close it, or double it if it is part of the text",
          text: text)
      }
    }
  }

  /// Gives the row that was read last up, but for its first line: the next row begins behind that.
  /// - Returns: the line that is left out.
  mutating func giveUpRow() -> String {
    let start = row.lowerBound
    var end = start
    while end < row.upperBound, input.bytes[end] != 0x0A, input.bytes[end] != 0x0D { end += 1 }
    var next = end
    if next < row.upperBound, input.bytes[next] == 0x0D { next += 1 }
    if next < row.upperBound, input.bytes[next] == 0x0A { next += 1 }
    row = start..<next
    input.start = next
    nextLine = line + 1
    return String(decoding: input.bytes[start..<end], as: UTF8.self)
  }

  /// The lines in a cell, but for the first and the last, which other cells may share.
  func linesWithin(_ cell: Cell) -> [ArraySlice<UInt8>] {
    guard cell.style != .plain else { return [] }
    let slice = input.bytes[cell.start..<cell.end]
    guard slice.contains(0x0A) || slice.contains(0x0D) else { return [] }
    let lines = slice.split(omittingEmptySubsequences: true) { $0 == 0x0A || $0 == 0x0D }
    return Array(lines.dropFirst().dropLast())
  }

  /// Whether a line end stands behind the row that was read last; without one, the file ended there.
  var hasLineEnd: Bool {
    guard let last = input.bytes[row].last else { return false }
    return last == 0x0A || last == 0x0D
  }

  /// Whether the row that was read last has line ends in it.
  var spansLines: Bool { nextLine > line + 1 }

  private var isBlank: Bool {
    guard cells.count == 1, let cell = cells.first, cell.style == .plain else { return false }
    return input.bytes[cell.start..<cell.end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Leaves a line out that is too long to be kept in memory.
  private mutating func skipLine() throws -> Event {
    let beginning = Array(input.rest.prefix(200))
    cutRow = beginning
    let text = String(decoding: beginning, as: UTF8.self)
    try input.skipLine()
    nextLine = line + 1
    return .failure(
      column: 0, reason: "the line is longer than 2 MB; is a line end or a quote missing?",
      text: text)
  }

  private static let quote = UInt8(ascii: "\"")
}

extension CSVReader {
  /// The bytes of a cell without its quotes.
  func bytes(of cell: Cell) -> [UInt8] {
    var slice = input.bytes[cell.start..<cell.end]
    switch cell.style {
    case .plain, .quoted: return Array(slice)
    case .escaped, .untidy:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(slice.count)
      var index = slice.startIndex
      var isInside = true
      // `"The "best" of"`: with a quote at the very end too, those within are text.
      // mutant undoubled-quotes:
      //   `let isAround = cell.style == .untidy &&`
      //   -> `let isAround = cell.style == .plain &&` (CSVTests)
      let isAround = cell.style == .untidy && slice.last == Self.quote
      if isAround { slice.removeLast() }
      while index < slice.endIndex {
        let byte = slice[index]
        index += 1
        if byte == Self.quote, isInside {
          if index < slice.endIndex, slice[index] == Self.quote {
            index += 1
          } else if !isAround {
            isInside = false
            continue
          }
        }
        bytes.append(byte)
      }
      return bytes
    }
  }

  /// Calls `body` with the bytes of a cell without its quotes.
  @inline(__always)
  func withBytes<Result>(
    of cell: Cell, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if cell.style.rawValue <= Cell.Style.quoted.rawValue {
      return input.bytes.withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[cell.start..<cell.end]))
      }
    }
    return bytes(of: cell).withUnsafeBufferPointer(body)
  }

  /// Calls `body` with the bytes of a cell as they stand in the file.
  @inline(__always)
  func withRawBytes<Result>(
    of cell: Cell, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    input.bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[cell.start..<cell.end]))
    }
  }

  /// The text of a cell as it stands.
  /// - Parameter isForeign: set when the bytes were not UTF-8 and were read as Windows-1252.
  func text(of cell: Cell, isForeign: inout Bool) -> String {
    withBytes(of: cell) { bytes in
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      isForeign = true
      return Windows1252.decode(bytes)
    }
  }

  /// The row as it stands in the file, without its line end; only its beginning if it was too long.
  var source: [UInt8] {
    if let cutRow { return cutRow }
    var end = row.upperBound
    while end > row.lowerBound, input.bytes[end - 1] == 0x0A || input.bytes[end - 1] == 0x0D {
      end -= 1
    }
    return Array(input.bytes[row.lowerBound..<end])
  }

  /// The row as it stands in the file.
  var rowText: String {
    guard let first = cells.first, let last = cells.last else { return "" }
    let start = first.style == .plain ? first.start : first.start - 1
    let end = min(
      last.style == .plain || last.style == .untidy ? last.end : last.end + 1, input.bytes.count)
    return String(decoding: input.bytes[start..<end], as: UTF8.self)
  }
}
