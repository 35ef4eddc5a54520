import LibraryFeature

/// Makes keys of the bytes that a terminal sends.
///
/// Sequences may come in pieces. What is no key that anybody knows, and what is not UTF-8, does
/// nothing; a text that is put in between the marks of bracketed paste is text, whatever is in it.
struct KeyDecoder {
  /// A longer sequence is no key.
  private static let longestSequence = 32
  /// More of a paste is not taken: lines are typed here, not books.
  private static let longestPaste = 1 << 16

  private enum Step {
    case key(Key, Int)
    case nothing(Int)
    case beginPaste(Int)
    /// More bytes are needed.
    case incomplete
  }

  /// How long after the first bytes of a key the rest of it may come.
  private static let patience = Duration.milliseconds(30)

  private var buffer: [UInt8] = []
  private var paste: [UInt8]?
  /// When what is half there is no longer waited for.
  private var deadline: ContinuousClock.Instant?

  /// Whether a key is only half there; when nothing follows soon, `flush` says what it was.
  var isWaiting: Bool { paste == nil && !buffer.isEmpty }

  /// How long the rest of a key may still take; nil: no key is half there.
  func timeLeft(at now: ContinuousClock.Instant) -> Duration? {
    deadline.map { max(.zero, $0 - now) }
  }

  /// Takes in what has come until a moment, also nothing: a key that is half there is waited for by the
  /// clock, whatever else happens meanwhile.
  /// - Returns: the keys that are complete.
  mutating func take(
    _ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant
  ) -> [Key] {
    // mutant escape-by-the-clock: `deadline <= now` -> `deadline <= now, false` (KeyDecoderTests)
    var keys = if let deadline, deadline <= now { flush() } else { [Key]() }
    if !bytes.isEmpty { keys += take(bytes) }
    if !isWaiting {
      deadline = nil
    } else if !bytes.isEmpty || deadline == nil {
      deadline = now + Self.patience
    }
    return keys
  }

  /// Takes bytes in as they come.
  /// - Returns: the keys that are complete.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    let bytes = Array(bytes)
    // A key with Alt held comes in one piece. What is typed behind an Esc is a key of its own.
    // mutant key-behind-escape: `buffer == [0x1B]` -> `buffer == [0]` (KeyDecoderTests)
    if buffer == [0x1B], paste == nil, let first = bytes.first,
      first != UInt8(ascii: "["), first != UInt8(ascii: "O")
    {
      keys.append(.escape)
      buffer = []
    }
    buffer += bytes
    var position = 0
    while position < buffer.count {
      if paste != nil {
        guard let key = goOnPasting(&position) else { break }
        keys.append(key)
        continue
      }
      switch step(buffer[position...]) {
      case .key(let key, let count):
        keys.append(key)
        position += count
      case .nothing(let count): position += count
      case .beginPaste(let count):
        paste = []
        position += count
      case .incomplete:
        buffer.removeFirst(position)
        return keys
      }
    }
    buffer.removeFirst(min(position, buffer.count))
    return keys
  }

  /// Nothing has followed: an Esc that stands alone is the key, what else is half there is nothing.
  mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { buffer = [] }
    return buffer == [0x1B] ? [.escape] : []
  }

  // MARK: Steps

  private func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return .key(.enter, 1)
    case 0x09: return .key(.tab, 1)
    case 0x7F: return .key(.backspace, 1)
    case 0x01...0x1A: return .key(.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00..<0x20: return .nothing(1)
    case 0x20..<0x7F: return .key(.character(Character(Unicode.Scalar(first))), 1)
    default: return scalar(bytes)
    }
  }

  /// A character of several bytes; a byte that begins none is passed over.
  private func scalar(_ bytes: ArraySlice<UInt8>) -> Step {
    let length =
      switch bytes.first ?? 0 {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return .nothing(1) }
    let rest = bytes.dropFirst().prefix(length - 1)
    guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .nothing(1) }
    guard rest.count == length - 1 else { return .incomplete }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return .nothing(1) }
    // Control characters of the second set, and such as would be shown instead of obeyed.
    if TerminalText.isHarmful(scalar) { return .nothing(length) }
    return .key(.character(Character(scalar)), length)
  }

  private func escape(_ bytes: ArraySlice<UInt8>) -> Step {
    let rest = bytes.dropFirst()
    guard let next = rest.first else { return .incomplete }
    switch next {
    case 0x1B: return .key(.escape, 1)
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"):
      guard let final = rest.dropFirst().first else { return .incomplete }
      guard final >= 0x20, final < 0x7F else { return .nothing(2) }
      return Self.key(final: final, parameter: 0).map { .key($0, 3) } ?? .nothing(3)
    case 0x00..<0x20: return .key(.escape, 1)
    default:
      // A key with Alt held, of which none means anything.
      switch step(rest) {
      case .key(_, let count), .nothing(let count): return .nothing(count + 1)
      case .incomplete: return .incomplete
      case .beginPaste: return .nothing(1)
      }
    }
  }

  /// `ESC [`, parameters, a final byte (ECMA-48, 5.4).
  private func controlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return body.count > Self.longestSequence ? .nothing(bytes.count) : .incomplete
    }
    let final = body[end]
    // A control character, or another sequence, begins where this one breaks off.
    guard final >= 0x40, final < 0x7F else { return .nothing(end - bytes.startIndex) }
    let count = end - bytes.startIndex + 1
    let text = String(decoding: body[..<end], as: UTF8.self)
    let parameter = Int(text.prefix { $0 != ";" }) ?? 0
    if final == UInt8(ascii: "~"), parameter == 200 { return .beginPaste(count) }
    guard text.allSatisfy({ $0.isNumber || $0 == ";" }) else { return .nothing(count) }
    return Self.key(final: final, parameter: parameter).map { .key($0, count) } ?? .nothing(count)
  }

  /// The keys of xterm and its relatives (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
  private static func key(final: UInt8, parameter: Int) -> Key? {
    switch (Character(Unicode.Scalar(final)), parameter) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", 1), ("~", 7): .home
    case ("F", _), ("~", 4), ("~", 8): .end
    case ("M", 0): .enter
    case ("~", 3): .delete
    case ("~", 5): .pageUp
    case ("~", 6): .pageDown
    default: nil
    }
  }

  // MARK: Pasting

  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  /// - Returns: the paste, when its end is there.
  private mutating func goOnPasting(_ position: inout Int) -> Key? {
    let end = Self.endOfPaste
    while position < buffer.count {
      let rest = buffer[position...]
      if rest.first == 0x1B {
        if rest.starts(with: end) {
          position += end.count
          let text = String(decoding: paste ?? [], as: UTF8.self)
          paste = nil
          return .pasted(text)
        }
        if rest.count < end.count, end.starts(with: rest) { return nil }
      }
      if paste?.count ?? 0 < Self.longestPaste { paste?.append(buffer[position]) }
      position += 1
    }
    return nil
  }
}
