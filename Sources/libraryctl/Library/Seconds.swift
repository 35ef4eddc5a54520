/// A length of time as people type it.
enum Seconds {
  /// Reads `90`, `90s`, `15m`, `12h`, `30d` or `4w` into seconds.
  static func read(_ text: String) throws(InvalidValue) -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    var digits = text[...]
    var unit = 1.0
    if let last = text.last, let known = units[last] {
      unit = known
      digits = text.dropLast()
    }
    guard let number = Double(digits), number >= 0, number * unit <= 3.2e10 else {
      throw InvalidValue(reason: "is no length of time", hint: "write it as 12h or 30d")
    }
    return number * unit
  }
}
