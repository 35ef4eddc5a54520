/// One line of text that a person types into, with a cursor.
public struct LineEditor: Hashable, Sendable {
  /// More is not taken: nobody reads a longer line, and each key looks at the whole of it.
  static let longest = 2000

  public private(set) var characters: [Character] = []
  /// How many characters are before the cursor.
  public private(set) var cursor = 0

  /// - Parameter text: what is there to begin with, with the cursor behind it.
  public init(_ text: String = "") { insert(text) }

  public var text: String { String(characters) }

  public var isEmpty: Bool { characters.isEmpty }

  /// Does what a key says in a line; other keys do nothing.
  /// - Returns: whether the text is another one.
  /// - Complexity: O(length)
  @discardableResult
  public mutating func take(_ key: Key) -> Bool {
    let before = characters
    switch key {
    case .character(let character): insert(String(character))
    case .pasted(let text): insert(text)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .backspace, .control("h"): delete(cursor - 1..<cursor)
    case .delete, .control("d"): delete(cursor..<cursor + 1)
    case .control("u"): delete(0..<cursor)
    case .control("k"): delete(cursor..<characters.count)
    case .control("w"): delete(startOfWord..<cursor)
    default: break
    }
    return characters != before
  }

  /// Puts text at the cursor; line ends become spaces.
  private mutating func insert(_ text: String) {
    let room = Self.longest - characters.count
    let added = text.prefix(max(0, room)).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    characters.insert(contentsOf: added, at: cursor)
    // A combining mark that is typed joins the letter before it.
    let joined = Array(String(characters))
    cursor = min(joined.count, cursor + added.count - (characters.count - joined.count))
    characters = joined
  }

  private mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    characters.removeSubrange(range)
    cursor = min(range.lowerBound, characters.count)
  }

  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }
}
