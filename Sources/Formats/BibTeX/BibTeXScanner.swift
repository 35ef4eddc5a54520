/// Finds the entries of a BibTeX file: where each begins and ends.
///
/// Text outside of entries is comment. Braces count, but not behind a backslash. An entry that is never
/// closed costs itself only: the next one is known by an `@word{` at the beginning of a line.
struct BibTeXScanner {
  enum Step {
    /// An entry from its `@` to its closing brace.
    case entry([UInt8])
    /// An entry that is not closed.
    case unfinished([UInt8])
  }

  static let longestEntry = 1 << 21

  /// The line on which the entry begins that was read last, from 1.
  private(set) var line = 1
  private var input: ByteInput
  private var nextLine = 1
  private var isAtLineStart = true

  init(_ input: ByteInput) { self.input = input }

  /// Finds the next entry; nil at the end.
  mutating func next() throws -> Step? {
    guard try skipComment() else { return nil }
    line = nextLine
    var wanted = 1
    while true {
      try input.load(atLeast: wanted)
      let end = input.bytes.withUnsafeBufferPointer { bytes in
        Self.end(
          of: UnsafeBufferPointer(rebasing: bytes[input.start...]), isAtEnd: input.isAtEnd)
      }
      switch end {
      case .more:
        if input.rest.count > Self.longestEntry { return take(Self.firstLine(input.rest), false) }
        wanted = input.rest.count * 2
      case .at(let length): return take(length, true)
      case .never(let length): return take(length, false)
      case .none:
        // An `@` that begins no entry, as in a mail address.
        input.start += 1
        guard try skipComment() else { return nil }
        line = nextLine
        wanted = 1
      }
    }
  }

  private mutating func take(_ length: Int, _ isWhole: Bool) -> Step {
    let bytes = Array(input.rest.prefix(length))
    input.start += length
    for byte in bytes where byte == 0x0A { nextLine += 1 }
    return isWhole ? .entry(bytes) : .unfinished(bytes)
  }

  /// Passes over what stands before the next `@`.
  private mutating func skipComment() throws -> Bool {
    while true {
      try input.load(atLeast: 1)
      if input.rest.isEmpty { return false }
      let comment = input.rest.prefix { $0 != UInt8(ascii: "@") }
      for byte in comment where byte == 0x0A { nextLine += 1 }
      input.start += comment.count
      if !input.rest.isEmpty { return true }
    }
  }

  private static func firstLine(_ bytes: ArraySlice<UInt8>) -> Int {
    (bytes.firstIndex(of: 0x0A) ?? bytes.endIndex) - bytes.startIndex
  }

  private enum End {
    case none
    case more
    case at(Int)
    case never(Int)
  }

  /// Where the entry ends that begins with the `@` at 0.
  private static func end(of bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) -> End {
    guard let open = opening(bytes, at: 0) else {
      // A word may go on in bytes that are not there yet.
      return !isAtEnd && bytes.count < 80 ? .more : .none
    }
    let isRound = bytes[open] == UInt8(ascii: "(")
    var depth = isRound ? 0 : 1
    var isQuoted = false
    var index = open + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0, !isRound { return .at(index + 1) }
        if depth < 0 { return .at(index + 1) }
      case UInt8(ascii: "\"") where depth == 0: isQuoted.toggle()
      case UInt8(ascii: ")") where isRound && depth == 0 && !isQuoted: return .at(index + 1)
      case 0x0A:
        var start = index + 1
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        if start < bytes.count, bytes[start] == UInt8(ascii: "@") {
          // mutant bibtex-unclosed:
          //   `if opening(bytes, at: start) != nil { return .never(index + 1) }`
          //   -> `` (BibTeXTests)
          if opening(bytes, at: start) != nil { return .never(index + 1) }
          if !isAtEnd, bytes.count - start < 80 { return .more }
        } else if start == bytes.count, !isAtEnd {
          return .more
        }
      default: break
      }
      index += 1
    }
    return isAtEnd ? .never(bytes.count) : .more
  }

  /// The place of the bracket behind `@word`.
  private static func opening(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var index = start + 1
    func skipBlanks() {
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }
    skipBlanks()
    let word = index
    while index < bytes.count, isLetter(bytes[index]) { index += 1 }
    guard index > word, index - word < 40 else { return nil }
    skipBlanks()
    guard index < bytes.count, index - start < 80,
      bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "(")
    else { return nil }
    return index
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
