import Catalogue

/// Objects that stand around a list of records: `{"total": 2, "books": [{…}, {…}]}`.
struct JSONWrapping {
  /// The keys on the way to the list, as they stand in the file, with their quotes.
  var path: [[UInt8]] = []
  /// The members of the object at the end of the path that are whole.
  var members: [String: JSONValue] = [:]

  /// How many objects may stand one in the other around a list.
  private static let greatestDepth = 3

  /// Looks for the first list of objects that have a title or a number, in an object that has none.
  /// - Parameter bytes: the beginning of a file, whose end may not be there.
  /// - Returns: the way to the list and its first record; nil when there is no such list.
  static func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, depth: Int = 0)
    -> JSONWrapping?
  {
    // mutant json-wrapping-of-no-record:
    //   `guard depth < greatestDepth, !isRecord(members(in: bytes, from: start)) else`
    //   -> `guard depth < greatestDepth else` (JSONWrappingTests)
    guard depth < greatestDepth, !isRecord(members(in: bytes, from: start)) else { return nil }
    var found: JSONWrapping?
    walk(bytes, from: start) { key, value in
      guard found == nil else { return }
      switch bytes[value] {
      case UInt8(ascii: "["):
        let first = behindSpace(bytes, value + 1)
        guard first < bytes.count, bytes[first] == UInt8(ascii: "{") else { return }
        let record = members(in: bytes, from: first)
        if isRecord(record) { found = JSONWrapping(path: [Array(bytes[key])], members: record) }
      case UInt8(ascii: "{"):
        guard var inner = find(in: bytes, from: value, depth: depth + 1) else { return }
        inner.path.insert(Array(bytes[key]), at: 0)
        found = inner
      default: break
      }
    }
    return found
  }

  /// The members of the object that begins at `start`, as far as they are whole.
  static func members(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    walk(bytes, from: start) { key, value in
      let scan = JSONScan(bytes: bytes, isAtEnd: false)
      guard case .end(let end) = scan.value(from: value) else { return }
      let member =
        [UInt8(ascii: "{")] + bytes[key] + [UInt8(ascii: ":")] + bytes[value..<end] + [0x7D]
      guard case .success(let one) = JSONRow.members(of: member, in: 0..<member.count) else {
        return
      }
      members.merge(one) { a, _ in a }
    }
    return members
  }

  private static func isRecord(_ members: [String: JSONValue]) -> Bool {
    members.keys.contains { key in
      ["title", "isbn", "isbn13", "isbn10", "isbn_13", "isbn_10", "books_id"]
        .contains(FoldedText.fold(key))
    }
  }

  /// Calls `body` with the range of each key and the place where its value begins.
  private static func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Range<Int>, Int) -> Void
  ) {
    let scan = JSONScan(bytes: bytes, isAtEnd: false)
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return }
    var index = behindSpace(bytes, start + 1)
    while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      guard case .end(let keyEnd) = scan.string(from: index) else { return }
      let colon = behindSpace(bytes, keyEnd)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return }
      let value = behindSpace(bytes, colon + 1)
      guard value < bytes.count else { return }
      body(index..<keyEnd, value)
      guard case .end(let end) = scan.value(from: value) else { return }
      index = behindSpace(bytes, end)
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return }
      index = behindSpace(bytes, index + 1)
    }
  }

  static func behindSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index
  }
}
