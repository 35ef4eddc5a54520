import Catalogue

/// Walks over the records of a JSON file one at a time, in constant memory: the elements of a list,
/// which may stand in an object, the lines of JSON Lines, or the members of one object.
///
/// A record that cannot be read costs itself: reading goes on at the next line or element that looks
/// like another record's beginning.
struct JSONRecords {
  enum Event {
    /// The record's bytes are `source`.
    case record
    case failure(reason: String)
    case end
  }

  private enum Place { case top, list, members, wrapping }

  /// A record longer than this is none of a catalogue.
  static let longestRecord = 1 << 24

  /// The line on which the record begins, from 1.
  private(set) var line = 1
  /// The bytes of the record, for a member with its key.
  private(set) var source: [UInt8] = []
  /// Where the record's value stands in `source`.
  private(set) var value = 0..<0

  private var input: ByteInput
  private let hasMembers: Bool
  private let path: [[UInt8]]
  /// How many of the objects around the list are open.
  private var depth = 0
  private var place = Place.top
  private var nextLine = 1
  private var isFinished = false
  /// How many bytes may still be looked through in vain for where a record begins: so many for the
  /// file, and some for each byte that is read.
  private var room = 1 << 18

  /// - Parameters:
  ///   - hasMembers: whether an object at the top holds the records as its members.
  ///   - path: the keys, with their quotes, of objects in which the list stands.
  init(_ input: ByteInput, hasMembers: Bool = false, path: [[UInt8]] = []) {
    self.input = input
    self.hasMembers = hasMembers
    self.path = path
  }

  /// Reads the next record.
  mutating func next() throws -> Event {
    while true {
      guard let byte = try skipSpace() else { return end() }
      line = nextLine
      switch (place, byte) {
      case (.top, UInt8(ascii: "[")):
        place = .list
        pass(1)
      case (.top, UInt8(ascii: "{")) where hasMembers:
        place = .members
        pass(1)
      case (.top, UInt8(ascii: "{")) where !path.isEmpty:
        place = .wrapping
        depth = 1
        pass(1)
      case (.list, UInt8(ascii: "]")), (.members, UInt8(ascii: "}")):
        // mutant json-behind-wrapped-list:
        //   `place = depth > 0 ? .wrapping : .top` -> `place = .top` (JSONWrappingTests)
        place = depth > 0 ? .wrapping : .top
        pass(1)
      case (.wrapping, UInt8(ascii: "}")):
        depth -= 1
        if depth == 0 { place = .top }
        pass(1)
      case (.wrapping, UInt8(ascii: "\"")):
        if let failure = try passWrapping() { return failure }
      case (_, UInt8(ascii: ",")): pass(1)
      default: return try record()
      }
    }
  }

  private mutating func end() -> Event {
    source = []
    // mutant json-cut-off:
    //   `guard place != .top, !isFinished else { return .end }`
    //   -> `guard place != .top, !isFinished, line < 0 else { return .end }` (JSONFileTests)
    guard place != .top, !isFinished else { return .end }
    isFinished = true
    return .failure(reason: "the file ends before its list does: it was cut off; get it again")
  }

  /// Goes into the list that holds the records, or the object on the way to it; passes what else
  /// stands beside.
  /// - Returns: the failure, when what stands beside cannot be read.
  private mutating func passWrapping() throws -> Event? {
    var wanted = 2
    while true {
      try input.load(atLeast: wanted)
      let start = input.start
      let isAtEnd = input.isAtEnd
      let (result, isOnPath) = input.bytes.withUnsafeBufferPointer { bytes in
        let scan = JSONScan(bytes: bytes, isAtEnd: isAtEnd)
        guard case .end(let end) = scan.string(from: start) else {
          return (scan.string(from: start), false)
        }
        return (Self.key(scan, from: start), path[depth - 1].elementsEqual(bytes[start..<end]))
      }
      if case .more = result, input.bytes.count - start < Self.longestRecord {
        wanted = (input.bytes.count - start) * 2
        continue
      }
      if case .end(let end) = result, isOnPath {
        let isLast = depth == path.count
        if input.bytes[end] == (isLast ? UInt8(ascii: "[") : UInt8(ascii: "{")) {
          pass(end + 1 - start)
          if isLast { place = .list } else { depth += 1 }
          return nil
        }
      }
      let event = try record()
      if case .record = event { return nil }
      return event
    }
  }

  private mutating func record() throws -> Event {
    let isMember = place == .members || place == .wrapping
    var wanted = 1
    while true {
      try input.load(atLeast: wanted)
      let start = input.start
      let isAtEnd = input.isAtEnd
      var valueStart = start
      let result = input.bytes.withUnsafeBufferPointer { bytes in
        let scan = JSONScan(bytes: bytes, isAtEnd: isAtEnd)
        if isMember {
          switch Self.key(scan, from: start) {
          case .end(let end): valueStart = end
          case let other: return other
          }
        }
        return scan.value(from: valueStart)
      }
      switch result {
      case .more:
        let available = input.bytes.count - start
        if available >= Self.longestRecord {
          return try giveUp(at: start, reason: "it is longer than 16 MB")
        }
        wanted = max(available * 2, available + 1)
      case .end(let end):
        source = Array(input.bytes[start..<end])
        value = valueStart - start..<end - start
        pass(end - start)
        return .record
      case .broken(let at, let reason): return try giveUp(at: at, reason: reason)
      }
    }
  }

  /// Passes a member's key and colon.
  private static func key(_ scan: JSONScan, from start: Int) -> JSONScan.Result {
    guard scan.bytes[start] == UInt8(ascii: "\"") else {
      return .broken(at: start, reason: "a key is missing")
    }
    guard case .end(var index) = scan.string(from: start) else { return scan.string(from: start) }
    var isBehindColon = false
    while index < scan.bytes.count {
      switch scan.bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case UInt8(ascii: ":") where !isBehindColon:
        isBehindColon = true
        index += 1
      default:
        return isBehindColon ? .end(index) : .broken(at: index, reason: "a colon is missing")
      }
    }
    return scan.isAtEnd ? .broken(at: index, reason: "the file ends in the middle of it") : .more
  }

  /// Leaves a record out that cannot be read, up to where another one seems to begin.
  private mutating func giveUp(at place: Int, reason: String) throws -> Event {
    let search = JSONResumption(
      isTop: self.place == .top,
      opening: self.place == .members || self.place == .wrapping ? UInt8(ascii: "\"") : nil)
    // Relative to the start, since loading moves the bytes.
    let broken = place - input.start
    var isLong = false
    source = []
    while true {
      let start = input.start
      let indentation = self.indentation
      let isAtEnd = input.isAtEnd
      let found = input.bytes.withUnsafeBufferPointer {
        search.next(
          in: $0, from: start, brokenAt: isLong ? start : start + broken, indentation: indentation,
          room: room, isAtEnd: isAtEnd)
      }
      if let found {
        room -= found.lookedThrough
        keepSource(upTo: found.start)
        pass(found.start - start)
        break
      }
      if isAtEnd {
        keepSource(upTo: input.bytes.count)
        pass(input.bytes.count - start)
        // What is missing is in this record.
        isFinished = true
        break
      }
      let available = input.bytes.count - start
      if available > Self.longestRecord {
        keepSource(upTo: start + 200)
        isLong = true
        pass(available - 1)
      }
      try input.load(atLeast: available * 2)
    }
    value = 0..<0
    return .failure(reason: "the record is not JSON: \(reason)")
  }

  /// The bytes that are left out, without the comma behind them.
  private mutating func keepSource(upTo end: Int) {
    guard source.isEmpty else { return }
    var end = min(end, input.bytes.count)
    while end > input.start, input.bytes[end - 1] <= 0x20 || input.bytes[end - 1] == 0x2C {
      end -= 1
    }
    source = Array(input.bytes[input.start..<end])
  }

  /// How far the record is from the beginning of its line; nil when other things stand before it.
  private var indentation: Int? { spaceBefore }
  private var spaceBefore: Int? = 0

  /// Skips white space and byte order marks between records.
  /// - Returns: the byte that follows; nil at the end.
  private mutating func skipSpace() throws -> UInt8? {
    while true {
      try input.load(atLeast: 3)
      guard let byte = input.rest.first else { return nil }
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: pass(1)
      case 0xEF where input.rest.starts(with: [0xEF, 0xBB, 0xBF]): pass(3)
      default: return byte
      }
    }
  }

  /// Passes bytes and counts their lines.
  private mutating func pass(_ count: Int) {
    for byte in input.bytes[input.start..<input.start + count] {
      switch byte {
      case 0x0A:
        nextLine += 1
        spaceBefore = 0
      case 0x0D: spaceBefore = 0
      case 0x20, 0x09: spaceBefore = spaceBefore.map { $0 + 1 }
      default: spaceBefore = nil
      }
    }
    input.start += count
    room += 8 * count
  }
}
