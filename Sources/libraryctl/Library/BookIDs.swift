import Catalogue

/// New identities for books.
enum BookIDs {
  static func next() -> BookID {
    var generator = SystemRandomNumberGenerator()
    return BookID(
      milliseconds: UInt64(max(0, SystemClock.now.rawValue)), using: &generator)
  }
}
