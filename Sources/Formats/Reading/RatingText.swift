import Catalogue

/// Ratings as people write them.
enum RatingText {
  /// Reads `4½`, `★★★☆☆`, `4/5`, `8 out of 10` and `3.5 stars`.
  /// - Parameters:
  ///   - text: the rating, with a point before a fraction.
  ///   - best: the best rating where none is said; the result is counted in it.
  /// - Returns: nil for anything else.
  static func value(_ text: String, best: Double) -> Double? {
    if let stars = stars(text) { return stars * best / 5 }
    let words = FoldedText.fold(text.replacing("½", with: ".5").replacing("/", with: " / "))
      .split(separator: " ").map(String.init)
    guard let first = words.first, let rating = number(first) else { return nil }
    var rest = words.dropFirst()
    if let last = rest.last, names.contains(last) { rest = rest.dropLast() }
    if rest.isEmpty { return rating }
    guard let end = rest.popLast(), let most = Double(end), [5, 10, 20, 100].contains(most),
      [["/"], ["out", "of"], ["of"], ["von"], ["sur"], ["de"], ["su"], ["van"]].contains(
        Array(rest))
    else { return nil }
    return rating * best / most
  }

  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    return Double(text)
  }

  /// Up to five stars, full ones first.
  private static func stars(_ text: String) -> Double? {
    var stars = 0.0
    var count = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "★", "⭐", "🌟", "*", "✭": stars += 1
      case "½": stars += 0.5
      case "☆", "✩": break
      // It asks for the coloured form of the star before it.
      case "\u{FE0F}", " ": continue
      default: return nil
      }
      count += 1
    }
    return (1...6).contains(count) && stars <= 5 ? stars : nil
  }

  private static let names: Set<String> = [
    "star", "stars", "stern", "sterne", "etoile", "etoiles", "estrella", "estrellas", "estrelas",
    "stelle", "sterren",
  ]
}
