/// Reads the lines of a file, whatever ends them, in constant memory.
struct LineReader {
  enum Event {
    /// A line is in `bytes`.
    case line
    /// A line that is too long to be kept; `bytes` holds its beginning.
    case tooLong
    case end
  }

  static let longestLine = 1 << 24

  /// The line that was read last, from 1.
  private(set) var line = 0
  /// The line's bytes, without its end.
  private(set) var bytes: [UInt8] = []

  private var input: ByteInput

  init(_ input: ByteInput) { self.input = input }

  /// Reads the next line; blank ones too.
  mutating func next() throws -> Event {
    bytes = []
    var searched = 0
    line += 1
    while true {
      try input.load(atLeast: searched + 1)
      let start = input.start
      let found = input.bytes[(start + searched)...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      if let found {
        bytes = Array(input.bytes[start..<found])
        try input.passLineEnd(at: found)
        return .line
      }
      searched = input.bytes.count - start
      if input.isAtEnd {
        guard searched > 0 else { return .end }
        bytes = Array(input.bytes[start...])
        input.start = input.bytes.count
        return .line
      }
      if searched >= Self.longestLine { return try skip() }
    }
  }

  private mutating func skip() throws -> Event {
    let beginning = Array(input.rest.prefix(200))
    try input.skipLine()
    bytes = beginning
    return .tooLong
  }
}
