/// Finds the brackets that group, so that all others are text: `Foo (a)` has a group, `f(x)`, `:)`
/// and `(a` have none.
enum QueryBrackets {
  /// The positions of opening and closing brackets of groups.
  static func pairs(in characters: [Character]) -> Set<Int> {
    var pairs: Set<Int> = []
    var open: [Int] = []
    var inWord = 0
    var isAtStart = true
    var index = 0
    while index < characters.count {
      let character = characters[index]
      switch character {
      case "\"":
        let isValue = index > 0 && ":=<>".contains(characters[index - 1])
        if isAtStart || isValue, let end = characters[(index + 1)...].firstIndex(of: "\"") {
          index = end
        }
        isAtStart = false
      case "(" where isAtStart: open.append(index)
      case "(":
        inWord += 1
        isAtStart = false
      case ")" where inWord > 0: inWord -= 1
      case ")":
        if let start = open.popLast() {
          pairs.insert(start)
          pairs.insert(index)
        }
        isAtStart = false
      case "-" where isAtStart: break
      default:
        isAtStart = character.isWhitespace
        if isAtStart { inWord = 0 }
      }
      index += 1
    }
    return pairs
  }
}
