import Catalogue

/// The fields of a record, read straight from its bytes, each in its own type; `FieldReader` does the
/// same for values that are there already.
extension JSONReader {
  /// Reads something of a record; what is no JSON fails the record.
  @inline(__always)
  mutating func field<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(FieldReader.Mismatch) -> Value {
    do throws(JSONError) {
      return try read(&self)
    } catch {
      throw FieldReader.Mismatch(
        reason: error.reason == .tooLarge
          ? "the record is too large" : "the record is not JSON: \(error.cause)")
    }
  }

  /// A text proper: a number is no title. HTML's character references stand for characters.
  /// - Returns: nil when it is null or blank.
  mutating func text(_ name: String) throws(FieldReader.Mismatch) -> String? {
    if peek() == UInt8(ascii: "\"") {
      return try FieldReader.kept(field { reader throws(JSONError) in try reader.line() }, name)
    }
    try null("\(name) is not text")
    return nil
  }

  /// A text, or a whole number for its digits: years are written so.
  mutating func textOrInteger(_ name: String) throws(FieldReader.Mismatch) -> String? {
    if peek() == UInt8(ascii: "\"") { return try text(name) }
    let value = try field { reader throws(JSONError) in try reader.value() }
    return try FieldReader([(name, value)]).textOrInteger(name)
  }

  /// A list of texts, or one text for a list of one; null for none.
  /// - Parameter read: reads the string before which the reader stands.
  mutating func eachText(
    _ name: String, _ read: (inout JSONReader) throws(FieldReader.Mismatch) -> Void
  ) throws(FieldReader.Mismatch) {
    if peek() == UInt8(ascii: "\"") { return try read(&self) }
    try eachElement(name, "\(name) is not a list of texts") { reader throws(FieldReader.Mismatch) in
      guard reader.peek() == UInt8(ascii: "\"") else {
        throw FieldReader.Mismatch(reason: "\(name) holds something that is not text")
      }
      try read(&reader)
    }
  }

  /// The elements of a list; null for none.
  /// - Parameters:
  ///   - fault: what is wrong when it is neither.
  ///   - read: reads the element before which the reader stands.
  @inline(__always)
  mutating func eachElement(
    _ name: String, _ fault: @autoclosure () -> String,
    _ read: (inout JSONReader) throws(FieldReader.Mismatch) -> Void
  ) throws(FieldReader.Mismatch) {
    guard peek() == UInt8(ascii: "[") else { return try null(fault()) }
    try field { reader throws(JSONError) in try reader.expect(UInt8(ascii: "[")) }
    var count = 0
    var isFirst = true
    while try field({ reader throws(JSONError) in try reader.continuesArray(isFirst: &isFirst) }) {
      count += 1
      guard count <= FieldReader.longestList else {
        throw FieldReader.Mismatch(
          reason: "\(name) has more than \(FieldReader.longestList) elements")
      }
      try read(&self)
    }
  }

  /// Goes behind null.
  /// - Throws: `fault`, when it is anything else.
  mutating func null(_ fault: @autoclosure () -> String) throws(FieldReader.Mismatch) {
    let value = try field { reader throws(JSONError) in try reader.value() }
    guard value == .null else { throw FieldReader.Mismatch(reason: fault()) }
  }
}
