/// Bytes that are pulled chunk by chunk, as UTF-8 without a byte order mark.
///
/// There are two ways in which bytes cease to come, and no reader can take one for the other. At the
/// end, `isAtEnd` is true, and what is loaded is all there is. When reading stops before the end, since
/// it failed or somebody stopped it, `load` throws, now and each time it is asked for more: a record
/// that needs those bytes is never completed by what is missing.
///
/// Only what is not read yet is kept. UTF-16 is known by its byte order mark, or by the zeros in
/// every other byte of ASCII text, and turned into UTF-8; other text is passed on as it is, since
/// what is not UTF-8 is best decided field by field.
struct ByteInput {
  /// What was loaded; bytes before `start` are read.
  private(set) var bytes: [UInt8] = []
  var start = 0
  /// True when no more bytes will come.
  private(set) var isAtEnd = false

  /// Why reading stopped before the end.
  private var stop: (any Error)?
  private let pull: () throws -> [UInt8]?
  private var utf16: UTF16Transcoder?
  private var hasBegun = false

  /// - Parameter pull: gives the next bytes, nil at the end of the file and nowhere else; an empty
  ///   chunk is not the end. It throws when reading stops, and is not called again then.
  init(_ pull: @escaping () throws -> [UInt8]?) { self.pull = pull }

  /// The bytes that are loaded and not read.
  var rest: ArraySlice<UInt8> { bytes[start...] }

  /// Loads until `count` bytes are there to read, or the end is reached.
  /// - Throws: what the closure that gives the bytes threw, each time that more than what was loaded
  ///   before is wanted.
  mutating func load(atLeast count: Int) throws {
    if !hasBegun { try begin() }
    while bytes.count - start < count, !isAtEnd { try loadChunk() }
  }

  /// The next bytes of the file; nil at its end.
  private mutating func pullChunk() throws -> [UInt8]? {
    // mutant stop-is-no-end: `if let stop { throw stop }` -> `if stop != nil { return nil }` (StoppedReadingTests)
    if let stop { throw stop }
    do {
      return try pull()
    } catch {
      stop = error
      throw error
    }
  }

  /// Goes on behind a line end: LF, CR, or both.
  /// - Parameter end: where the line end is in `bytes`.
  mutating func passLineEnd(at end: Int) throws {
    let isReturn = bytes[end] == 0x0D
    start = end + 1
    try load(atLeast: 1)
    if isReturn, rest.first == 0x0A { start += 1 }
  }

  /// Leaves out what is left of a line, with its end, and keeps nothing of it.
  mutating func skipLine() throws {
    while !rest.isEmpty {
      if let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        return try passLineEnd(at: end)
      }
      start = bytes.count
      try load(atLeast: 1)
    }
  }

  private mutating func begin() throws {
    var beginning: [UInt8] = []
    while beginning.count < 4, let chunk = try pullChunk() { beginning += chunk }
    hasBegun = true
    if beginning.count < 4 { isAtEnd = true }
    var skipped = 0
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) {
      skipped = 3
    } else if beginning.starts(with: [0xFF, 0xFE]) {
      skipped = 2
      utf16 = UTF16Transcoder(isBigEndian: false)
    } else if beginning.starts(with: [0xFE, 0xFF]) {
      skipped = 2
      utf16 = UTF16Transcoder(isBigEndian: true)
    } else if beginning.count >= 4, beginning[1] == 0, beginning[3] == 0, beginning[0] != 0 {
      utf16 = UTF16Transcoder(isBigEndian: false)
    } else if beginning.count >= 4, beginning[0] == 0, beginning[2] == 0, beginning[1] != 0 {
      utf16 = UTF16Transcoder(isBigEndian: true)
    }
    take(beginning[skipped...])
    if isAtEnd { finish() }
  }

  private mutating func loadChunk() throws {
    guard let chunk = try pullChunk() else {
      isAtEnd = true
      finish()
      return
    }
    if start > 0 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    take(chunk[...])
  }

  private mutating func take(_ chunk: ArraySlice<UInt8>) {
    if utf16 == nil { bytes += chunk } else { utf16?.append(chunk, to: &bytes) }
  }

  private mutating func finish() {
    utf16?.finish(&bytes)
  }
}
