import Catalogue

/// What stands under a key in an answer of `/api/get_many`.
enum OpenLibraryDocument {
  /// What is known of it, and the whole document when it may be an edition.
  case members(FieldReader, [UInt8])
  /// It was merged into the one with the other key.
  case redirect(OpenLibraryKey)
  case deleted
  case malformed(String)

  /// The most bytes of an edition: those of a batch are in memory at once.
  private static let largestEdition = 1 << 18

  private static let names = JSONNames(["type", "location", "name", "personal_name", "authors"])

  /// Reads a document, whatever it is of.
  /// - Parameters:
  ///   - body: the answer in which it stands; nothing of it is kept.
  ///   - range: where it stands.
  ///   - kind: what its key says that it is.
  /// - Throws: what is no JSON, and where.
  init(
    _ body: [UInt8], in range: Range<Int>, _ kind: OpenLibraryKey.Kind
  ) throws(JSONError) {
    var reader = JSONReader(body, in: range)
    reader.room = FieldReader.room
    guard let known = try reader.members(of: Self.names) else {
      self = .malformed("the document is not an object")
      return
    }
    let members = FieldReader(known)
    switch Self.type(members["type"]) {
    case "/type/delete": self = .deleted
    case "/type/redirect":
      guard case .string(let text) = members["location"], let key = OpenLibraryKey(text) else {
        self = .malformed("the record was merged into another, and does not say which")
        return
      }
      self = .redirect(key)
    default:
      // mutant edition-size: `range.count <= Self.largestEdition` -> `true` (OpenLibraryEditionsTests)
      guard kind != .edition || range.count <= Self.largestEdition else {
        self = .malformed("the edition has more than \(Self.largestEdition >> 10) KiB")
        return
      }
      self = .members(members, kind == .edition ? Array(body[range]) : [])
    }
  }

  /// What a document says that it is: `{"key": "/type/edition"}`, or the text alone.
  static func type(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): return text
    case .object(let type):
      if case .string(let text) = type["key"] { return text }
      return nil
    default: return nil
    }
  }

  /// The keys of a list: `[{"key": …}]` in an edition, `[{"author": {"key": …}}]` or
  /// `[{"author": …}]` in a work, each once. An element without a key is left out.
  static func keys(
    in list: JSONValue?, of kind: OpenLibraryKey.Kind, _ most: Int
  ) -> [OpenLibraryKey] {
    guard case .array(let elements) = list else { return [] }
    var keys: [OpenLibraryKey] = []
    var seen: Set<OpenLibraryKey> = []
    for element in elements {
      guard keys.count < most else { break }
      guard let key = key(in: element), key.kind == kind, seen.insert(key).inserted else {
        continue
      }
      keys.append(key)
    }
    return keys
  }

  /// The key of an element of a list.
  static func key(in element: JSONValue) -> OpenLibraryKey? {
    switch element {
    case .string(let text): return OpenLibraryKey(text)
    case .object(let members):
      if case .string(let text) = members["key"] { return OpenLibraryKey(text) }
      switch members["author"] {
      case .string(let text): return OpenLibraryKey(text)
      case .object(let author):
        if case .string(let text) = author["key"] { return OpenLibraryKey(text) }
      default: break
      }
      return nil
    default: return nil
    }
  }
}
