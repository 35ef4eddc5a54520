/// What `@string` has defined so far: the names of journals and publishers, as a rule.
///
/// A name of a few letters can stand for much text, and again as a part of other names, so what they
/// stand for is bounded: a short file must not fill the memory.
struct BibTeXMacros {
  /// The most bytes for which one macro stands.
  static let longest = 1 << 12
  /// The most bytes for which all macros of a file stand.
  static let most = 1 << 24
  /// The most bytes that macros put into one entry beyond its own length.
  static let mostPutIn = 1 << 18

  private var texts: [String: String] = [:]
  private var size = 0

  /// The text for which a name in lowercase letters stands.
  subscript(name: String) -> String? { texts[name] }

  /// Defines a macro.
  /// - Returns: false when it is too long, or all are together.
  mutating func define(_ name: String, _ text: String) -> Bool {
    let size = size + name.utf8.count + text.utf8.count
    // mutant bibtex-macros: `text.utf8.count <= Self.longest, size <= Self.most` -> `true` (BibTeXTests)
    guard text.utf8.count <= Self.longest, size <= Self.most else { return false }
    texts[name] = text
    self.size = size
    return true
  }
}
