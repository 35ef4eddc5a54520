/// A text as a word that a shell reads as it is, for commands that a person may copy.
struct ShellWord: CustomStringConvertible {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Quoted in single quotes where that is needed
  /// (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02).
  var description: String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./:=,@%+".unicodeScalars.contains(scalar)
    }
    if isPlain, !text.isEmpty { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
}
