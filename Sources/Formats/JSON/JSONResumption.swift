/// Finds where reading can go on behind a JSON record that cannot be read.
struct JSONResumption {
  /// Whether the records stand one after the other, in no list.
  let isTop: Bool
  /// The byte with which a record begins; nil for any bracket.
  let opening: UInt8?

  /// The beginning of another record; nil when there is none in the bytes.
  ///
  /// In a file that is set out in lines, another record begins on a line of its own, as far in as
  /// this one. Else it begins behind a comma, with the key with which this one begins.
  /// - Parameter room: how far to look for that key before any record will do. Where no two records
  ///   begin alike, each would be looked for up to the file's end.
  func next(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, brokenAt: Int, indentation: Int?,
    room: Int, isAtEnd: Bool
  ) -> Place? {
    if let indentation {
      if isTop, !bytes[start..<min(brokenAt, bytes.count)].contains(0x0A) {
        return Place(endOfLine(in: bytes, from: start, isAtEnd: isAtEnd))
      }
      return Place(line(in: bytes, from: start, indentation: indentation))
    }
    if isTop { return Place(endOfLine(in: bytes, from: start, isAtEnd: isAtEnd)) }
    // mutant json-room: `start + room` -> `bytes.count` (LinearTimeTests)
    let end = min(bytes.count, start + room)
    if let next = element(in: UnsafeBufferPointer(rebasing: bytes[..<end]), from: start) {
      return Place(next)
    }
    // No other record begins like this one; any will do.
    guard isAtEnd || end < bytes.count else { return nil }
    return Place(anyElement(in: bytes, from: start), lookedThrough: end - start)
  }

  /// Where another record begins.
  struct Place {
    let start: Int
    /// The bytes that were looked through for a better place, in vain.
    let lookedThrough: Int

    init?(_ start: Int?, lookedThrough: Int = 0) {
      guard let start else { return nil }
      self.start = start
      self.lookedThrough = lookedThrough
    }
  }

  private func endOfLine(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isAtEnd: Bool
  ) -> Int? {
    guard let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return nil
    }
    return end + 1
  }

  private func line(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, indentation: Int
  ) -> Int? {
    var index = start
    while let end = bytes[index...].firstIndex(of: 0x0A) {
      index = end + 1
      var first = index
      while first < bytes.count, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
      guard first < bytes.count else { return nil }
      if first - index == indentation, opens(bytes[first]) { return first }
      // The list ends where its brackets stand further out.
      if first - index < indentation, bytes[first] == UInt8(ascii: "]") { return first }
    }
    return nil
  }

  /// Another record on the same line. It begins with the key with which this one begins, or, when
  /// the records are members of an object, with a number as its key.
  private func element(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let key = opening == nil ? firstKey(in: bytes, from: start) : nil
    var isBehindComma = false
    var index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      if isBehindComma, byte == (opening ?? UInt8(ascii: "{")) {
        if let key {
          // mutant json-next-record:
          //   `if key == firstKey(in: bytes, from: index) { return index }`
          //   -> `if !key.isEmpty { return index }` (JSONFileTests)
          if key == firstKey(in: bytes, from: index) { return index }
        } else if opening == nil || isNumberedMember(bytes, at: index) {
          return index
        }
      }
      if byte > 0x20 { isBehindComma = byte == UInt8(ascii: ",") }
      index += 1
    }
    return nil
  }

  private func anyElement(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var before: (UInt8, UInt8) = (0, 0)
    for index in start..<bytes.count where bytes[index] > 0x20 {
      if before == (UInt8(ascii: "}"), UInt8(ascii: ",")), opens(bytes[index]) { return index }
      before = (before.1, bytes[index])
    }
    return nil
  }

  /// The first key of the object that begins here, with its quotes.
  private func firstKey(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> [UInt8]? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    var index = start + 1
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    guard let end = bytes[(index + 1)...].prefix(100).firstIndex(of: UInt8(ascii: "\"")) else {
      return nil
    }
    return Array(bytes[index...end])
  }

  private func isNumberedMember(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var index = start + 1
    while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
    guard index > start + 1, index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
      return false
    }
    index += 1
    while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ":") {
      index += 1
    }
    return index < bytes.count && bytes[index] == UInt8(ascii: "{")
  }

  private func opens(_ byte: UInt8) -> Bool {
    opening.map { byte == $0 } ?? (byte == UInt8(ascii: "{"))
  }
}
