/// Numbers as text.
enum NumberText {
  /// Without a fraction where there is none: `4`, `4.5`.
  static func short(_ number: Double) -> String {
    if number >= -1e15, number <= 1e15 {
      let whole = Int64(number)
      if Double(whole) == number { return String(whole) }
    }
    return number.description
  }
}
