import Catalogue

/// The first record of a JSON file, by which its format is known.
struct JSONBeginning {
  /// Whether the records are a list.
  let isList: Bool
  /// The keys of the objects in which the list stands, as they stand in the file; mostly none.
  let path: [[UInt8]]
  /// Whether the first record is a member of an object.
  let isMember: Bool
  /// The record's members that can be read.
  let members: [String: JSONValue]

  /// Looks for the first record that can be read; nil when the file does not begin like JSON.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{")
    else { return nil }
    let hasList = bytes[start] == UInt8(ascii: "[")
    let wrapping =
      hasList
      ? nil : bytes[start...].withUnsafeBufferPointer { JSONWrapping.find(in: $0, from: 0) }
    path = wrapping?.path ?? []
    isList = hasList || wrapping != nil
    if let wrapping {
      isMember = false
      members = wrapping.members
    } else if let members = Self.firstRecord(bytes, hasMembers: false) {
      // A dictionary has no first member; the file has.
      let first =
        isList || !Self.areObjects(members) ? nil : Self.firstRecord(bytes, hasMembers: true)
      isMember = first != nil
      self.members = first ?? members
    } else if let members = isList ? nil : Self.firstRecord(bytes, hasMembers: true) {
      isMember = true
      self.members = members
    } else {
      // Perhaps a long record, which does not end here.
      isMember = false
      members = bytes[start...].withUnsafeBufferPointer { bytes in
        JSONWrapping.members(
          in: bytes, from: hasList ? JSONWrapping.behindSpace(bytes, 1) : 0)
      }
    }
  }

  private static func firstRecord(
    _ bytes: ArraySlice<UInt8>, hasMembers: Bool
  ) -> [String: JSONValue]? {
    var given = false
    var records = JSONRecords(
      ByteInput {
        defer { given = true }
        return given ? nil : Array(bytes)
      }, hasMembers: hasMembers)
    for _ in 0..<20 {
      guard let event = try? records.next() else { return nil }
      switch event {
      case .end: return nil
      case .failure: continue
      case .record:
        let value = try? JSONReader(
          records.source, in: records.value, greatestDepth: JSONScan.greatestDepth, repairs: true
        ).parsed
        if case .object(let members)? = value { return members }
      }
    }
    return nil
  }

  /// Whether there is nothing but objects in an object, so that they are the records.
  private static func areObjects(_ members: [String: JSONValue]) -> Bool {
    !members.isEmpty
      && members.values.allSatisfy { value in
        if case .object = value { true } else { false }
      }
  }
}

extension JSONReader {
  /// The one value that the bytes hold.
  var parsed: JSONValue {
    get throws(JSONError) {
      var reader = self
      let value = try reader.value()
      try reader.expectEnd()
      return value
    }
  }
}
