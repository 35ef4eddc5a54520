import Catalogue

/// Text of several lines.
enum BlockText {
  /// The text composed, its lines ended by LF, without white space around it and without NUL.
  static func stored(_ text: String) -> String {
    let composed = TextForm.composed(text)
    var scalars = String.UnicodeScalarView()
    var isAfterCR = false
    for scalar in composed.unicodeScalars where scalar.value != 0 {
      if scalar == "\n", isAfterCR {
        isAfterCR = false
        continue
      }
      isAfterCR = scalar == "\r"
      scalars.append(isAfterCR ? "\n" : scalar)
    }
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }
}
