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
    let kinds: [Kind] = [.edition, .work, .author]
    guard let kind = kinds.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    let name = text.dropFirst(kind.rawValue.count)
    let isName = name.utf8.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
    guard isName, name.hasPrefix("OL"), name.utf8.count > 2 else { return nil }
    self.kind = kind
    self.text = text
  }

  /// The name alone: `OL1M`.
  var name: String { String(text.dropFirst(kind.rawValue.count)) }
}
