import Catalogue

/// What the numbers that a record names tell of it.
struct OpenLibraryNumbers {
  /// The number that was asked for.
  let asked: ISBN
  /// Whether the record names any.
  var hasAny = false
  /// Whether it names the one that was asked for.
  var hasAsked = false

  init(asked: ISBN) { self.asked = asked }

  /// Reads numbers that the record names.
  mutating func read(
    _ name: String, _ reader: inout JSONReader
  ) throws(FieldReader.Mismatch) {
    try reader.eachText(name) { reader throws(FieldReader.Mismatch) in
      if let bytes = try reader.field({ reader throws(JSONError) in try reader.plainString() }) {
        take(ISBN(reading: bytes))
      } else {
        let text = try reader.field { reader throws(JSONError) in try reader.string() }
        take(try FieldReader.clean(text, name).flatMap { ISBN(reading: $0.utf8) })
      }
    }
  }

  private mutating func take(_ number: ISBN?) {
    guard let number else { return }
    hasAny = true
    if number == asked { hasAsked = true }
  }
}
