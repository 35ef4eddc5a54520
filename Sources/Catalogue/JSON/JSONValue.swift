/// Any JSON value (RFC 8259), for fields that have no type of their own.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// Reads one JSON text.
  ///
  /// Structure is read strictly. Text is not: half of a surrogate pair and bytes that are not UTF-8
  /// become U+FFFD, so that one bad title does not lose the rest. Of two equal keys the first
  /// counts, as in SQLite's JSON functions.
  /// - Parameter json: UTF-8, one value with white space around it.
  /// - Throws: `JSONError` with the place in bytes.
  public init(json: Span<UInt8>) throws(JSONError) {
    var reader = JSONReader(repairing: json)
    self = try reader.value()
    try reader.expectEnd()
  }

  /// Reads one JSON text; see `init(json:)` of bytes.
  public init(json: String) throws(JSONError) {
    try self.init(json: json.utf8Span.span)
  }

  /// The value as JSON, without white space, keys in order.
  public var json: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}
