import Catalogue

/// Reads of a record what says something of a book, and passes over the rest unread: most of its
/// bytes are covers, links and excerpts.
enum OpenLibraryMembers {
  private static let whole: [StaticString] = [
    "title", "title_prefix", "subtitle", "publish_date", "number_of_pages", "key", "identifiers",
    "isbn_10", "isbn_13", "type",
  ]
  private static let lists: [StaticString] = [
    "authors", "publishers", "subjects", "languages", "works",
  ]
  /// What is read of an object in a list.
  private static let inLists: [StaticString] = ["name", "key", "author"]

  /// Reads a record, whatever it is of.
  /// - Parameters:
  ///   - bytes: the answer in which it stands.
  ///   - range: where it stands.
  static func value(in bytes: [UInt8], at range: Range<Int>) throws(JSONError) -> JSONValue {
    try object(in: bytes, at: range) { reader, member throws(JSONError) in
      if let name = name(of: member, reader, among: whole) {
        return (name, try value(bytes, member.value))
      }
      guard let name = name(of: member, reader, among: lists) else { return nil }
      return (name, try list(in: bytes, at: member.value))
    }
  }

  private static func list(in bytes: [UInt8], at range: Range<Int>) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, in: range)
    guard reader.peek() == UInt8(ascii: "[") else { return try value(bytes, range) }
    try reader.expect(UInt8(ascii: "["))
    var elements: [JSONValue] = []
    var isFirst = true
    while let element = try reader.nextElement(isFirst: &isFirst) {
      elements.append(
        try object(in: bytes, at: element) { reader, member throws(JSONError) in
          guard let name = name(of: member, reader, among: inLists) else { return nil }
          return (name, try value(bytes, member.value))
        })
    }
    try reader.expectEnd()
    return .array(elements)
  }

  /// Reads an object with the members that `read` wants; of two equal names the first counts. What is
  /// no object is read as it is.
  private static func object(
    in bytes: [UInt8], at range: Range<Int>,
    _ read: (JSONReader, JSONReader.Member) throws(JSONError) -> (String, JSONValue)?
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, in: range)
    guard reader.peek() == UInt8(ascii: "{") else { return try value(bytes, range) }
    try reader.expect(UInt8(ascii: "{"))
    var members: [(String, JSONValue)] = []
    var isFirst = true
    while let member = try reader.nextMember(isFirst: &isFirst) {
      if let wanted = try read(reader, member) { members.append(wanted) }
    }
    try reader.expectEnd()
    return .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
  }

  private static func value(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, in: range)
    let value = try reader.value()
    try reader.expectEnd()
    return value
  }

  private static func name(
    of member: JSONReader.Member, _ reader: JSONReader, among names: [StaticString]
  ) -> String? {
    names.first { reader.key(of: member, is: $0) }?.description
  }
}
