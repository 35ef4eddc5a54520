import Catalogue

/// The documents that were asked for by key, with what merged records lead to.
struct OpenLibraryShelf {
  /// What a key leads to in the end.
  enum Find {
    case members(FieldReader, [UInt8], OpenLibraryKey)
    case deleted
    /// The server does not have it.
    case missing
    case malformed(String)
  }

  /// How many merged records may lead from one to the next.
  static let longestChain = 5

  private var documents: [OpenLibraryKey: OpenLibraryDocument] = [:]
  private var asked: Set<OpenLibraryKey> = []

  /// Puts in what the server gave for some keys.
  mutating func add(
    _ found: [OpenLibraryKey: OpenLibraryDocument], for keys: some Sequence<OpenLibraryKey>
  ) {
    asked.formUnion(keys)
    documents.merge(found) { $1 }
  }

  /// The keys that have to be asked for before these lead anywhere, each once, in their order.
  func missing(_ keys: some Sequence<OpenLibraryKey>) -> [OpenLibraryKey] {
    var seen: Set<OpenLibraryKey> = []
    return keys.compactMap { key in
      switch end(of: key) {
      case .success(let end): asked.contains(end) ? nil : end
      case .failure: nil
      }
    }.filter { seen.insert($0).inserted }
  }

  /// What a key leads to; ask only when nothing is `missing` any more.
  func find(_ key: OpenLibraryKey) -> Find {
    let end: OpenLibraryKey
    switch self.end(of: key) {
    case .success(let key): end = key
    case .failure(let chain): return .malformed(chain.reason)
    }
    switch documents[end] {
    case nil, .redirect: return .missing
    case .deleted: return .deleted
    case .malformed(let reason): return .malformed(reason)
    case .members(let members, let document): return .members(members, document, end)
    }
  }

  private struct BrokenChain: Error {
    let reason: String
  }

  /// Follows merged records as far as they are known.
  private func end(of key: OpenLibraryKey) -> Result<OpenLibraryKey, BrokenChain> {
    var chain = [key]
    var last = key
    while case .redirect(let next)? = documents[last] {
      guard next.kind == key.kind else {
        return .failure(BrokenChain(reason: "\(last.text) was merged into \(next.text)"))
      }
      // mutant merged-circle:
      //   `guard !chain.contains(next) else {`
      //   -> `guard !chain.isEmpty else {` (OpenLibraryEditionsTests)
      guard !chain.contains(next) else {
        return .failure(
          BrokenChain(reason: "merged records lead in a circle: \(Self.text(chain + [next]))"))
      }
      // mutant merged-bounded:
      //   `guard chain.count <= Self.longestChain else {`
      //   -> `guard chain.count <= 1000 else {` (OpenLibraryEditionsTests)
      guard chain.count <= Self.longestChain else {
        return .failure(
          BrokenChain(reason: "merged records lead on and on: \(Self.text(chain))"))
      }
      chain.append(next)
      last = next
    }
    return .success(last)
  }

  private static func text(_ chain: [OpenLibraryKey]) -> String {
    chain.map(\.text).joined(separator: " → ")
  }
}
