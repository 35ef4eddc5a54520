import Catalogue

/// What stands under a key in an answer of `/api/get_many`.
enum OpenLibraryDocument {
  /// Its members, and a reader that stands before it.
  case members([String: JSONValue], JSONReader)
  /// It was merged into the one with the other key.
  case redirect(OpenLibraryKey)
  case deleted
  case malformed(String)

  /// Reads a document, whatever it is of.
  /// - Parameter reader: stands before it.
  /// - Throws: what is no JSON, and where.
  init(_ reader: JSONReader) throws(JSONError) {
    var behind = reader
    guard case .object(let members) = try behind.value() else {
      self = .malformed("the document is not an object")
      return
    }
    switch Self.type(members["type"]) {
    case "/type/delete": self = .deleted
    case "/type/redirect":
      guard case .string(let text) = members["location"], let key = OpenLibraryKey(text) else {
        self = .malformed("the record was merged into another, and does not say which")
        return
      }
      self = .redirect(key)
    default: self = .members(members, reader)
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
