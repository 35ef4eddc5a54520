import Catalogue

/// Writes a command's help from its declaration.
enum Help {
  private static let width = 80

  /// The help of a command: examples first, then usage, commands and options.
  static func text(path: [String], command: Command) -> String {
    let name = (["libraryctl"] + path).joined(separator: " ")
    var text = "\(name): \(command.summary)\n\nExamples:\n"
    for example in command.examples {
      text += "  \(example.line)\n"
      text += wrapped(example.meaning, indent: 6)
    }
    text += "\nUsage: \(usage(path: path, command: command))\n"
    if !command.about.isEmpty { text += "\n" + wrapped(command.about, indent: 0) }
    if !command.subcommands.isEmpty {
      text += "\nCommands:\n"
      text += table(command.subcommands.map { ($0.name, $0.summary) })
      text += "\n`\(name) COMMAND --help` shows a command's own help.\n"
    }
    if !command.options.isEmpty { text += "\nOptions:\n" + table(command.options.map(row)) }
    if let answer = command.answerText {
      text += "\nJSON: " + wrapped(answer, indent: 6).drop { $0 == " " }
    }
    text += "\nOptions of every command:\n" + table(GlobalOptions.all.map(row))
    if path.isEmpty { text += "\n" + exitCodes }
    return text
  }

  /// What `libraryctl` alone says.
  static func short(root: Command) -> String {
    var text = "libraryctl: \(root.summary)\n\n"
    for example in root.examples.prefix(3) { text += "  \(example.line)\n" }
    text += "\nCommands:\n"
    let names = root.subcommands.map(\.name).joined(separator: ", ")
    text += wrapped(names, indent: 2) + "\n"
    text += "`libraryctl --help` shows all, `libraryctl COMMAND --help` one command.\n"
    return text
  }

  /// The usage line of a command.
  static func usage(path: [String], command: Command) -> String {
    var words = ["libraryctl"] + path
    if !command.subcommands.isEmpty { words.append("COMMAND") }
    if !command.options.isEmpty { words.append("[OPTION…]") }
    words += command.operands.map(\.usage)
    return words.joined(separator: " ")
  }

  static let exitCodes = """
    Exit status:
      0  done, also when there was nothing to do
      1  failed, or what was named is not there
      2  the command line is wrong
      3  partly done: a row, a title or a completion failed or was refused
      4  the title source wants other credentials
      5  the title source is out of reach or asks to wait: try again
      6  another program holds the database locked
      130  interrupted

    """

  private static func row(_ option: any OptionDeclaration) -> (String, String) {
    var left = option.letter.map { "-\($0), " } ?? "    "
    left += "--\(option.name)"
    if let placeholder = option.placeholder { left += " \(placeholder)" }
    return (left, option.help + (option.repeats ? " (may be repeated)" : ""))
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let column = min(rows.map(\.0.count).max() ?? 0, 26)
    var text = ""
    for (left, right) in rows {
      text += "  \(left)"
      if left.count > column {
        text += "\n" + wrapped(right, indent: column + 4)
      } else {
        text += String(repeating: " ", count: column + 2 - left.count)
        text += wrapped(right, indent: column + 4).drop { $0 == " " }
      }
    }
    return text
  }

  private static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var result = ""
    for paragraph in text.lines {
      var line = margin
      for word in paragraph.split(separator: " ") {
        if line.count > indent, line.count + 1 + word.count > width {
          result += line + "\n"
          line = margin
        }
        if line.count > indent { line += " " }
        line += word
      }
      result += (line.count > indent ? line : "") + "\n"
    }
    return result
  }
}
