/// Finds what somebody probably meant to type.
enum Suggestion {
  /// The nearest of some names to a mistyped one; nil when none is near.
  static func nearest(to text: String, among names: [String]) -> String? {
    let typed = Array(text.lowercased())
    guard !typed.isEmpty, typed.count <= 40 else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let letters = Array(name.lowercased())
      let distance =
        letters.starts(with: typed) && typed.count >= 2 ? 1 : Self.distance(typed, letters)
      guard distance <= max(1, min(typed.count, letters.count) / 3) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    return best?.name
  }

  /// `did you mean X?`, or nil.
  static func sentence(
    for text: String, among names: [String], prefix: String = ""
  ) -> String? {
    nearest(to: text, among: names).map { "did you mean \(prefix)\($0)?" }
  }

  /// The number of letters to insert, delete, replace or swap with the next one (optimal string
  /// alignment distance). O(n · m).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var current = [i]
      for j in 1...b.count {
        var cost = min(last[j] + 1, current[j - 1] + 1)
        cost = min(cost, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
