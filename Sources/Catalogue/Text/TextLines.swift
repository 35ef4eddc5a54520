extension String {
  /// The lines of the text without their ends; a text without any is one line, and so is an empty one.
  ///
  /// A line ends at LF, CR, CR LF, or at a line end of Unicode alone (NEL, LS, PS). To split at the
  /// character `"\n"` would miss CR LF, which is one character in Swift.
  /// - Complexity: O(the text's length)
  package var lines: [Substring] {
    let scalars = unicodeScalars
    var lines: [Substring] = []
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      let end = index
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      guard Self.isLineEnd(scalar) else { continue }
      // mutant line-ends: `scalar == "\r"` -> `false` (TextTests)
      if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" {
        scalars.formIndex(after: &index)
      }
      lines.append(self[start..<end])
      start = index
    }
    return lines + [self[start...]]
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
