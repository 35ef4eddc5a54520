/// A line of a difference.
struct DifferenceRow {
  enum Mark: String {
    case both = " "
    case old = "−"
    case new = "+"
  }

  let mark: Mark
  let depth: Int
  let text: String
  /// The row that begins what this one is a part of.
  let owner: Int?
}
