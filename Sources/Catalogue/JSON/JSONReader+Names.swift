extension JSONReader {
  /// Walks to the value of the next member that has one of some names, and past all others, looking
  /// in them only at brackets and strings. Of two equal names the first counts.
  ///
  /// The object was opened by `expect` of a brace; the caller reads the value.
  /// - Parameters:
  ///   - names: those that are looked for.
  ///   - progress: new for each object.
  /// - Returns: which name it is, by its place in the list; nil behind the closing brace.
  package mutating func nextMember(
    of names: JSONNames, _ progress: inout JSONProgress
  ) throws(JSONError) -> Int? {
    while let key = try nextKey(isFirst: &progress.isFirst) {
      // mutant first-of-equal-names:
      //   `progress.seen & 1 << UInt64(index) == 0` -> `index >= 0` (JSONReaderTests)
      if let index = index(of: key, in: names), progress.seen & 1 << UInt64(index) == 0 {
        progress.seen |= 1 << UInt64(index)
        return index
      }
      try skipValue()
    }
    return nil
  }

  /// Reads the members of an object that have some names, and passes all others without building
  /// anything of them. Of two equal names the first counts.
  /// - Returns: nil, and the value is read, when it is no object.
  package mutating func members(
    of names: JSONNames
  ) throws(JSONError) -> [(name: String, value: JSONValue)]? {
    guard peek() == UInt8(ascii: "{") else {
      _ = try value()
      return nil
    }
    try expect(UInt8(ascii: "{"))
    var members: [(name: String, value: JSONValue)] = []
    var progress = JSONProgress()
    while let index = try nextMember(of: names, &progress) {
      members.append((names.names[index], try value(inside: 1)))
    }
    return members
  }

  private func index(of key: Quoted, in names: JSONNames) -> Int? {
    if key.isPlain {
      return bytes.withUnsafeBufferPointer { names.index(of: .init(rebasing: $0[key.contents])) }
    }
    guard var text = try? text(of: key) else { return nil }
    return text.withUTF8 { names.index(of: $0) }
  }

  /// Walks to the next element of the array that was opened by `expect` of a bracket; the caller
  /// reads it.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: false behind the closing bracket.
  package mutating func continuesArray(isFirst: inout Bool) throws(JSONError) -> Bool {
    try continues(until: UInt8(ascii: "]"), isFirst: &isFirst)
  }

  /// Reads a string.
  package mutating func string() throws(JSONError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
    let quoted = try skipString()
    try spend(Self.costOfValue + quoted.contents.count)
    return try text(of: quoted)
  }

  /// Reads a string as text on one line (`TextForm.collapsed`), HTML's character references resolved
  /// (`HTMLEntities.decoded`).
  ///
  /// Most texts are that already, which one look at their bytes tells.
  package mutating func line() throws(JSONError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
    let quoted = try skipString()
    try spend(Self.costOfValue + quoted.contents.count)
    if quoted.isPlain {
      let text: String? = bytes.withUnsafeBufferPointer { bytes in
        let contents = UnsafeBufferPointer(rebasing: bytes[quoted.contents])
        guard TextScan(contents).isLine else { return nil }
        return Self.copy(contents)
      }
      if let text { return text }
    }
    return TextForm.collapsed(HTMLEntities.decoded(try text(of: quoted)))
  }

  /// A text of bytes that are valid.
  private static func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    // A short text lies in the value itself, which `init(decoding:)` fills byte by byte.
    guard bytes.count <= 15 else { return String(decoding: bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
  }

  /// Walks over a string whose bytes may stand for an ISBN.
  /// - Returns: its bytes, without the quotes; nil, and nothing is passed, when it is no string of
  ///   ASCII without escapes.
  package mutating func plainString() throws(JSONError) -> ArraySlice<UInt8>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = position
    let quoted = try skipString()
    let contents = bytes[quoted.contents]
    if quoted.isPlain, !contents.contains(where: { $0 >= 0x80 }) { return contents }
    position = start
    return nil
  }
}
