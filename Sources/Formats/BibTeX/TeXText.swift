import Catalogue

/// Text with the commands of TeX, and without.
enum TeXText {
  /// The text that a value of BibTeX stands for: accents as letters, dashes and quotes as signs, braces
  /// and commands of form dropped. A command that is not known stays as it is.
  static func plain(_ tex: String) -> String {
    guard tex.utf8.contains(where: isSpecial) else { return TextForm.collapsed(tex) }
    var reader = TeXReader(tex)
    return TextForm.collapsed(reader.text())
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "~"),
      UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: "`"), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// The text as a value of BibTeX: its signs that TeX would obey are taken from it.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { isSpecial($0) || "#%&_^".utf8.contains($0) }) else {
      return text
    }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: "\\textbackslash{}".unicodeScalars)
      case "~": result.append(contentsOf: "\\textasciitilde{}".unicodeScalars)
      case "^": result.append(contentsOf: "\\textasciicircum{}".unicodeScalars)
      case "{", "}", "$", "#", "%", "&", "_":
        result.append("\\")
        result.append(scalar)
      // Two of these are another sign.
      case "-", "`", "'":
        if previous == scalar { result.append(contentsOf: "{}".unicodeScalars) }
        result.append(scalar)
      default: result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }

  /// Text of several lines as a value of BibTeX.
  static func escapedBlock(_ text: String) -> String {
    text.lines.map { escaped(String($0)) }.joined(separator: "\\newline{}")
  }

  /// The text of several lines that a value stands for: a line break of the file is a blank, an empty
  /// line and `\newline` are line breaks.
  static func block(_ tex: String) -> String {
    var joined = ""
    for line in tex.lines {
      let text = TextForm.collapsed(String(line)).isEmpty ? "" : String(line)
      if joined.isEmpty {
        joined = text
      } else if text.isEmpty {
        joined += "\\newline{}"
      } else {
        joined += " " + text.drop { $0 == " " || $0 == "\t" }
      }
    }
    var reader = TeXReader(joined)
    return BlockText.stored(reader.text())
  }
}
