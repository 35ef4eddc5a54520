import Catalogue

/// Reads a line of a title file: a JSON object with an `isbn` and the names of the shown columns.
enum TitleFileLine {
  /// Finds a line's ISBN without reading the rest of it.
  /// - Parameters:
  ///   - bytes: a buffer with the line in it.
  ///   - line: where the line stands.
  ///   - offset: where it stands in the file; a byte order mark may come before the first.
  /// - Returns: nil when the line is no object with a valid ISBN.
  static func isbn(in bytes: [UInt8], line: Range<Int>, offset: Int64) -> ISBN? {
    var reader = JSONReader(bytes, in: withoutMark(bytes, line: line, offset: offset))
    guard (try? reader.expect(UInt8(ascii: "{"))) != nil else { return nil }
    var isFirst = true
    while let member = (try? reader.nextMember(isFirst: &isFirst)) ?? nil {
      guard reader.key(of: member, is: "isbn") else { continue }
      let value = bytes[member.value]
      if value.first == UInt8(ascii: "\"") {
        if value.contains(UInt8(ascii: "\\")) { return isbn(at: member.value, in: bytes) }
        // The short way first: a million lines have plain digits.
        return ISBN(reading: value.dropFirst().dropLast()) ?? isbn(at: member.value, in: bytes)
      }
      return isbn(at: member.value, in: bytes)
    }
    return nil
  }

  private static func isbn(at range: Range<Int>, in bytes: [UInt8]) -> ISBN? {
    var reader = JSONReader(bytes, in: range)
    reader.room = FieldReader.room
    return (try? reader.value()).flatMap(isbn(of:))
  }

  private static func isbn(of value: JSONValue) -> ISBN? {
    switch value {
    case .string(let text): try? ISBN(parsing: text)
    case .integer(let number): ISBN(reading: number)
    default: nil
    }
  }

  private static func withoutMark(_ bytes: [UInt8], line: Range<Int>, offset: Int64) -> Range<Int> {
    guard offset == 0, bytes[line].starts(with: [0xEF, 0xBB, 0xBF]) else { return line }
    return (line.lowerBound + 3)..<line.upperBound
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0D || byte == 0x09
  }

  /// Reads the whole line.
  /// - Parameters:
  ///   - line: the line without its line feed.
  ///   - offset: where it stands in the file.
  ///   - isbn: the number that was asked for.
  /// - Throws: what is wrong with the line, in words.
  static func record(
    of line: [UInt8], offset: Int64, isbn: ISBN
  ) throws(FieldReader.Mismatch) -> TitleRecord {
    let members = try members(of: line, offset: offset)
    guard members["isbn"].flatMap(Self.isbn(of:)) == isbn else {
      throw FieldReader.Mismatch(reason: "its isbn is another; the file has changed")
    }
    let details = try BookDetails(titleFields: members)
    return TitleRecord(isbn: isbn, details: details)
  }

  /// Why a line is no title, in words.
  /// - Parameters:
  ///   - line: a line in which `isbn(in:line:offset:)` finds none, without its line feed.
  ///   - offset: where it stands in the file.
  static func fault(of line: [UInt8], offset: Int64) -> String {
    do throws(FieldReader.Mismatch) {
      switch try members(of: line, offset: offset)["isbn"] {
      case nil, .null: return "it has no isbn"
      default: return "its isbn is no valid ISBN"
      }
    } catch {
      return error.reason
    }
  }

  private static func members(
    of line: [UInt8], offset: Int64
  ) throws(FieldReader.Mismatch) -> FieldReader {
    var reader = JSONReader(line, in: withoutMark(line, line: 0..<line.count, offset: offset))
    reader.room = FieldReader.room
    let members: [(name: String, value: JSONValue)]?
    do throws(JSONError) {
      members = try reader.members(of: names)
      try reader.expectEnd()
    } catch {
      throw FieldReader.Mismatch(reason: "it is not JSON: \(error.cause)")
    }
    guard let members else { throw FieldReader.Mismatch(reason: "it is not a JSON object") }
    return FieldReader(members)
  }

  private static let names = JSONNames(BookDetails.titleFieldNames + ["isbn"])
}
