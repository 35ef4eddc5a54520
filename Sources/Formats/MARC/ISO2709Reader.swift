import Catalogue

/// Cuts a file into records of ISO 2709, and each record into its fields.
///
/// Lengths and offsets are often wrong, so the terminators decide where they disagree: a record whose
/// length is wrong, whose directory is damaged or whose terminator is lost costs at most itself.
struct ISO2709Reader {
  enum Step {
    case record(MARCRecord, warnings: [String])
    /// A record that cannot be read, with the reason and its bytes.
    case failure(reason: String, bytes: [UInt8])
  }

  /// Five digits of length allow 99,999; some programs write longer ones all the same.
  static let longestRecord = 1 << 21

  /// How many records were begun: the number of the one that was read last, from 1.
  private(set) var count = 0
  private var input: ByteInput

  init(_ input: ByteInput) { self.input = input }

  /// Reads the next record; nil at the end.
  mutating func next() throws -> Step? {
    guard try skipBlanks() else { return nil }
    count += 1
    guard let length = try recordLength() else { return try skipEndlessRecord() }
    let bytes = Array(input.rest.prefix(length))
    input.start += length
    return Self.step(bytes)
  }

  /// Line ends and blanks stand between the records of some files.
  private mutating func skipBlanks() throws -> Bool {
    while true {
      try input.load(atLeast: 1)
      guard let byte = input.rest.first else { return false }
      guard byte <= 0x20 || byte == 0x7F else { return true }
      input.start += 1
    }
  }

  /// The bytes of the record that begins here, with its terminator if it has one; nil when no end
  /// can be found in a sensible distance.
  private mutating func recordLength() throws -> Int? {
    try input.load(atLeast: 5)
    if let length = Self.number(input.rest.prefix(5)), length > MARCRecord.leaderLength {
      try input.load(atLeast: length)
      if input.rest.count >= length,
        input.bytes[input.start + length - 1] == MARCRecord.recordTerminator,
        !Self.holds(MARCRecord.recordTerminator, in: input.rest.prefix(length - 1))
      {
        return length
      }
    }
    if let length = lengthToNextLeader { return length }
    // The length is wrong: the record ends at the next terminator, or where another one begins.
    // Whichever comes first is looked for in one go: a file may have many ends of the one kind and
    // none of the other.
    var searched = MARCRecord.leaderLength
    while true {
      let rest = input.rest
      let found = rest.withUnsafeBufferPointer {
        Self.nextEnd(in: $0, from: searched, isAtEnd: input.isAtEnd)
      }
      switch found {
      case .at(let length): return length
      case .more(let place):
        if rest.count > Self.longestRecord { return nil }
        searched = place
        try input.load(atLeast: rest.count * 2)
      }
    }
  }

  private enum End {
    /// The record has so many bytes.
    case at(Int)
    /// More bytes are needed, and the search goes on at a place.
    case more(Int)
  }

  private static func nextEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isAtEnd: Bool
  ) -> End {
    // Before the end of the leader only a record's own terminator counts.
    var index = min(start, bytes.count)
    if start == MARCRecord.leaderLength,
      let end = bytes[..<index].firstIndex(of: MARCRecord.recordTerminator)
    {
      return .at(end + 1)
    }
    while index < bytes.count {
      if bytes[index] == MARCRecord.recordTerminator { return .at(index + 1) }
      if bytes[index] == MARCRecord.fieldTerminator {
        let rest = bytes[(index + 1)...].prefix(MARCRecord.leaderLength + 1)
        if rest.count <= MARCRecord.leaderLength, !isAtEnd { return .more(index) }
        if !rest.contains(MARCRecord.recordTerminator), isLeader(rest) { return .at(index + 1) }
      }
      index += 1
    }
    return isAtEnd ? .at(bytes.count) : .more(max(index, MARCRecord.leaderLength))
  }

  /// The length of a record whose terminator alone is lost: another record begins where it should be.
  private var lengthToNextLeader: Int? {
    let rest = input.rest
    guard let length = Self.number(rest.prefix(5)), length > MARCRecord.leaderLength,
      rest.count >= length, rest[rest.startIndex + length - 2] == MARCRecord.fieldTerminator,
      Self.isLeader(rest[(rest.startIndex + length - 1)...])
    else { return nil }
    return length - 1
  }

  private static func holds(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for other in bytes where other == byte { return true }
      return false
    }
  }

  /// Whether a record seems to begin here: its length, the counts of MARC 21, the base address.
  private static func isLeader<Bytes: RandomAccessCollection>(
    _ bytes: Bytes
  ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
    guard bytes.count > MARCRecord.leaderLength else { return false }
    let start = bytes.startIndex
    return number(bytes.prefix(5)) != nil && number(bytes[(start + 12)..<(start + 17)]) != nil
      && bytes[(start + 10)..<(start + 12)].elementsEqual("22".utf8)
      && bytes[(start + 20)..<(start + 22)].elementsEqual("45".utf8)
  }

  /// Leaves out what goes on for megabytes without an end.
  private mutating func skipEndlessRecord() throws -> Step {
    let bytes = Array(input.rest.prefix(200))
    while !input.rest.isEmpty {
      if let end = input.rest.firstIndex(of: MARCRecord.recordTerminator) {
        input.start = end + 1
        break
      }
      input.start = input.bytes.count
      try input.load(atLeast: 1)
    }
    return .failure(
      reason: "the record is longer than 2 MB; is its terminator missing?", bytes: bytes)
  }

  private static func step(_ bytes: [UInt8]) -> Step {
    func failure(_ reason: String) -> Step { .failure(reason: reason, bytes: bytes) }
    guard bytes.count > MARCRecord.leaderLength else {
      return failure("the record is cut off: it ends within its leader")
    }
    guard number(bytes[0..<5]) != nil || number(bytes[12..<17]) != nil else {
      return failure("this is no record of MARC 21: it has no leader")
    }
    var warnings: [String] = []
    let hasEnd = bytes.last == MARCRecord.recordTerminator
    if !hasEnd {
      guard bytes.last == MARCRecord.fieldTerminator else {
        return failure("the record is cut off: it ends within a field")
      }
      warnings.append("the record lacks its terminator")
    }
    let end = hasEnd ? bytes.count - 1 : bytes.count
    guard let (fields, isExact) = MARCDirectory(bytes: bytes, end: end).fields() else {
      return failure("the directory of the record is damaged and does not agree with its fields")
    }
    guard hasEnd || isExact else {
      return failure("the record is cut off: fields of its directory are missing")
    }
    if !isExact {
      warnings.append("the directory has wrong lengths; the fields were told by their terminators")
    }
    var record = MARCRecord(bytes: bytes, fields: fields, encoding: nil)
    let isSaidToBeUTF8 = bytes[9] == UInt8(ascii: "a")
    bytes.withUnsafeBufferPointer { all in
      record.encoding = MARCEncoding(
        UnsafeBufferPointer(rebasing: all[MARCRecord.leaderLength...]),
        isSaidToBeUTF8: isSaidToBeUTF8, isMixed: &record.isMixed)
    }
    if record.isMixed {
      warnings.append("the record mixes character sets; each field was read as what it looks like")
    } else if let encoding = record.encoding,
      encoding != (isSaidToBeUTF8 ? .utf8 : .marc8)
    {
      warnings.append(
        "the leader says \(isSaidToBeUTF8 ? "UTF-8" : "MARC-8"), the text is \(encoding.rawValue) "
          + "and was read as that")
    }
    return .record(record, warnings: warnings)
  }

  /// The number that digits stand for; nil when something else stands there.
  static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard digits.count == 5 else { return nil }
    var number = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}
