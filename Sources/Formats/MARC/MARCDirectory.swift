/// The directory of a record: for each field its tag, its length and its place.
struct MARCDirectory {
  let bytes: [UInt8]
  /// The end of the fields, without the record's terminator.
  let end: Int

  private static let entryLength = 12

  /// Finds the fields.
  /// - Returns: nil when neither the numbers nor the terminators give fields; `isExact` is false when
  ///   the terminators were needed.
  func fields() -> (fields: [MARCRecord.Field], isExact: Bool)? {
    bytes.withUnsafeBufferPointer { bytes in
      guard
        let directoryEnd = bytes[..<end].dropFirst(MARCRecord.leaderLength)
          .firstIndex(of: MARCRecord.fieldTerminator),
        directoryEnd > MARCRecord.leaderLength,
        (directoryEnd - MARCRecord.leaderLength) % Self.entryLength == 0
      else { return nil }
      let base = directoryEnd + 1
      var fields: [MARCRecord.Field] = []
      fields.reserveCapacity((directoryEnd - MARCRecord.leaderLength) / Self.entryLength)
      var isExact = true
      // Fields of which several lie at one place would make much of a short record.
      var room = end - base
      var entry = MARCRecord.leaderLength
      while entry < directoryEnd {
        let tag = MARCRecord.Field.tag(bytes[entry], bytes[entry + 1], bytes[entry + 2])
        if isExact, let length = Self.number(bytes, entry + 3, 4),
          let offset = Self.number(bytes, entry + 7, 5), length > 0, base + offset + length <= end,
          // mutant marc-overlap: `length <= room` -> `true` (MARCTests)
          length <= room,
          bytes[base + offset + length - 1] == MARCRecord.fieldTerminator,
          offset == 0 || bytes[base + offset - 1] == MARCRecord.fieldTerminator
        {
          fields.append(
            MARCRecord.Field(tag: tag, start: base + offset, end: base + offset + length - 1))
          room -= length
        } else {
          isExact = false
          fields.append(MARCRecord.Field(tag: tag, start: base, end: base))
        }
        entry += Self.entryLength
      }
      if isExact { return (fields, true) }
      guard let mended = Self.byTerminators(fields, bytes, from: base, to: end) else { return nil }
      return (mended, false)
    }
  }

  /// The fields in the order of the directory, each up to the next terminator; nil when there are more
  /// or fewer of them than entries.
  private static func byTerminators(
    _ entries: [MARCRecord.Field], _ bytes: UnsafeBufferPointer<UInt8>, from base: Int, to end: Int
  ) -> [MARCRecord.Field]? {
    var fields: [MARCRecord.Field] = []
    var start = base
    for entry in entries {
      guard start < end,
        let stop = bytes[start..<end].firstIndex(of: MARCRecord.fieldTerminator)
      else { return nil }
      fields.append(MARCRecord.Field(tag: entry.tag, start: start, end: stop))
      start = stop + 1
    }
    // mutant marc-damaged-directory:
    //   `return start == end ? fields : nil` -> `return fields` (MARCTests)
    return start == end ? fields : nil
  }

  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
  ) -> Int? {
    var number = 0
    for index in start..<start + count {
      let byte = bytes[index]
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }
}
