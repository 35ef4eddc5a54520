/// A key of a document: `/books/OL1M`, `/works/OL1W`, `/authors/OL1A`.
///
/// Keys come from records that nobody vouches for and go into the next request, so nothing but
/// letters and digits is taken.
struct OpenLibraryKey: Hashable, Sendable {
  enum Kind: String, Sendable {
    case edition = "/books/"
    case work = "/works/"
    case author = "/authors/"
  }

  let kind: Kind
  let text: String

  /// - Returns: nil for anything that is no key of one of the kinds.
  init?(_ text: String) {
    // Names are tried as well, and few begin with a slash.
    guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= 40 else { return nil }
    let kind = text.utf8.withContiguousStorageIfAvailable { Self.kind(of: $0) }
    guard let kind, let kind else { return nil }
    self.kind = kind
    self.text = text
  }

  private static func kind(of text: UnsafeBufferPointer<UInt8>) -> Kind? {
    guard text.count > 1 else { return nil }
    let kind: Kind
    let start: StaticString
    switch text[1] {
    case UInt8(ascii: "b"): (kind, start) = (.edition, "/books/OL")
    case UInt8(ascii: "w"): (kind, start) = (.work, "/works/OL")
    default: (kind, start) = (.author, "/authors/OL")
    }
    let length = start.utf8CodeUnitCount
    guard text.count > length, (0..<length).allSatisfy({ text[$0] == start.utf8Start[$0] }) else {
      return nil
    }
    let isName = text[length...].allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
    // mutant key-letters-only:
    //   `return isName ? kind : nil` -> `return kind` (OpenLibraryEditionsTests)
    return isName ? kind : nil
  }

  /// The name alone: `OL1M`.
  var name: String { String(Substring(text.utf8.dropFirst(kind.rawValue.utf8.count))) }
}
