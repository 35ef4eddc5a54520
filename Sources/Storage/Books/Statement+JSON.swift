extension Statement {
  /// Calls `body` with the JSON of the first column, as valid UTF-8: SQLite takes any bytes for text,
  /// and one bad title must not spoil the whole output for a reader.
  func withJSON(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let isValid = withUTF8(0) { text in
      (try? UTF8Span(validating: text.span)) != nil
    }
    if isValid { return try withUTF8(0, body) }
    var repaired = text(0)
    try repaired.withUTF8(body)
  }
}
