import Catalogue

/// Turns TeX into text, one pass over its characters.
struct TeXReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var output: [Unicode.Scalar] = []
  private var depth = 0

  /// Groups inside one another; more are no text.
  private static let greatestDepth = 64

  init(_ tex: String) { scalars = Array(tex.unicodeScalars) }

  mutating func text() -> String {
    while index < scalars.count { step() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: output)
    return String(text)
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func follows(_ scalar: Unicode.Scalar, at offset: Int) -> Bool {
    index + offset < scalars.count && scalars[index + offset] == scalar
  }

  private mutating func step() {
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "\\": command()
    case "{", "}": break
    case "~": output.append(" ")
    case "$" where !follows("$", at: 0) && hasClosingDollar: math()
    case "-" where current == "-":
      index += 1
      if current == "-" {
        index += 1
        output.append("—")
      } else {
        output.append("–")
      }
    case "`" where current == "`":
      index += 1
      output.append("“")
    case "'" where current == "'":
      index += 1
      output.append("”")
    default: output.append(scalar)
    }
  }

  private var hasClosingDollar: Bool {
    var position = index
    while position < scalars.count, position < index + 200 {
      if scalars[position] == "\\" {
        position += 1
      } else if scalars[position] == "$" {
        return true
      }
      position += 1
    }
    return false
  }

  /// A formula: its letters and signs, as far as they have any.
  private mutating func math() {
    while let scalar = current, scalar != "$" {
      index += 1
      switch scalar {
      case "\\": command()
      case "{", "}": break
      default: output.append(scalar)
      }
    }
    if current != nil { index += 1 }
  }

  private mutating func command() {
    guard let first = current else {
      output.append("\\")
      return
    }
    index += 1
    if let mark = Self.accents[first] {
      accent(mark)
      return
    }
    guard first.properties.isAlphabetic, first.value < 0x80 else { return sign(first) }
    var name = String(first)
    while let letter = current, letter.value < 0x80, letter.properties.isAlphabetic {
      name.unicodeScalars.append(letter)
      index += 1
    }
    if let mark = Self.letterAccents[name] {
      accent(mark)
    } else if let text = TeXSymbols.byName[name] {
      skipEnd()
      output.append(contentsOf: text.unicodeScalars)
    } else if Self.forms.contains(name) {
      skipSpaces()
    } else if name == "href" {
      // The address goes, its text stays.
      skipSpaces()
      skipGroup()
    } else {
      output.append("\\")
      output.append(contentsOf: name.unicodeScalars)
    }
  }

  /// A command that is one sign.
  private mutating func sign(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&", "%", "$", "#", "_", "{", "}": output.append(scalar)
    case "\\", ",", ";", ":", " ", "!", "\n", "\r", "\t": output.append(" ")
    case "-", "/", "@": break
    case "(", ")", "[", "]": break
    default:
      output.append("\\")
      output.append(scalar)
    }
  }

  /// Behind the name of a letter stand blanks or `{}`, which end the name and are no text.
  private mutating func skipEnd() {
    if current == "{", follows("}", at: 1) {
      index += 2
    } else {
      skipSpaces()
    }
  }

  private mutating func skipSpaces() {
    while let scalar = current, scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
    {
      index += 1
    }
  }

  private mutating func skipGroup() {
    guard current == "{" else { return }
    var depth = 0
    while let scalar = current {
      index += 1
      if scalar == "\\" { index += 1 }
      if scalar == "{" { depth += 1 }
      if scalar == "}" {
        depth -= 1
        if depth == 0 { return }
      }
    }
  }

  /// Puts a mark over the letter that follows, in braces or not: `\"{u}`, `\'\i`, `\c c`.
  private mutating func accent(_ mark: Unicode.Scalar) {
    let start = index
    skipSpaces()
    guard depth < Self.greatestDepth, let next = current else {
      index = start
      return
    }
    depth += 1
    defer { depth -= 1 }
    let before = output.count
    if next == "{" {
      index += 1
      while let next = current, next != "}" { step() }
      if current != nil { index += 1 }
    } else if next == "}" {
      index = start
      return
    } else {
      step()
    }
    guard output.count > before else {
      output.append(contentsOf: TeXSymbols.spacing(mark).unicodeScalars)
      return
    }
    // A dotless i bears its accent as an ordinary one does.
    if output[before] == "ı" { output[before] = "i" }
    if output[before] == "ȷ" { output[before] = "j" }
    output.insert(mark, at: before + 1)
  }

  private static let accents: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}",
    "=": "\u{304}", ".": "\u{307}",
  ]
  private static let letterAccents: [String: Unicode.Scalar] = [
    "c": "\u{327}", "v": "\u{30C}", "u": "\u{306}", "H": "\u{30B}", "k": "\u{328}", "r": "\u{30A}",
    "d": "\u{323}", "b": "\u{331}", "t": "\u{361}", "G": "\u{30F}", "U": "\u{30E}", "h": "\u{309}",
  ]
  private static let forms: Set<String> = [
    "emph", "textit", "textbf", "textsc", "textrm", "textsf", "texttt", "textsl", "textup",
    "textmd", "textnormal", "text", "mbox", "hbox", "it", "bf", "sc", "rm", "sf", "tt", "em", "sl",
    "url", "path", "uppercase", "lowercase", "enquote", "mathrm", "mathit", "mathbf", "ensuremath",
    "textsuperscript", "textsubscript", "underline", "relax", "protect", "noopsort",
    "foreignlanguage",
  ]
}
