import Catalogue

/// A command's page of the manual, made from its declaration
/// (https://man7.org/linux/man-pages/man7/man.7.html).
struct ManualPage {
  /// The file's name: `libraryctl-account-add.1`.
  let name: String
  let text: String

  init(path: [String], command: Command) {
    let title = (["libraryctl"] + path).joined(separator: "-")
    name = title + ".1"
    var text = ".TH \(Self.escaped(title.uppercased())) 1 \"\" \"libraryctl \(Program.version)\"\n"
    text += ".SH NAME\n\(Self.escaped(title)) \\- \(Self.escaped(command.summary))\n"
    text += ".SH SYNOPSIS\n\(Self.line(Help.usage(path: path, command: command)))\n"
    text += ".SH EXAMPLES\n"
    for example in command.examples {
      text += ".TP\n.B \(Self.escaped(example.line))\n\(Self.line(example.meaning))\n"
    }
    if !command.about.isEmpty { text += ".SH DESCRIPTION\n\(Self.lines(command.about))\n" }
    if !command.subcommands.isEmpty {
      text += ".SH COMMANDS\n"
      for child in command.subcommands {
        text +=
          ".TP\n.BR \(Self.escaped("\(title)-\(child.name)")) (1)\n\(Self.line(child.summary))\n"
      }
    }
    if !command.options.isEmpty { text += ".SH OPTIONS\n" + Self.options(command.options) }
    if let answer = command.answerText { text += ".SH JSON\n\(Self.line(answer))\n" }
    text += ".SH \"OPTIONS OF EVERY COMMAND\"\n" + Self.options(GlobalOptions.all)
    if path.isEmpty {
      text += ".SH \"EXIT STATUS\"\n.nf\n\(Self.line(Help.exitCodes))\n.fi\n"
    } else {
      text +=
        ".SH \"SEE ALSO\"\n.BR \((["libraryctl"] + path.dropLast()).joined(separator: "-")) (1)\n"
    }
    self.text = text
  }

  private static func options(_ options: [any OptionDeclaration]) -> String {
    options.map { option in
      var left = option.letter.map { "-\($0), " } ?? ""
      left += "--\(option.name)"
      if let placeholder = option.placeholder { left += " \(placeholder)" }
      let help = option.help + (option.repeats ? " (may be repeated)" : "")
      return ".TP\n.B \(escaped(left))\n\(line(help))\n"
    }.joined()
  }

  /// Text whose lines stay lines; an empty one parts paragraphs.
  private static func lines(_ text: String) -> String {
    let lines = line(text).lines
    return zip(lines, [""] + lines).map { line, before in
      line.isEmpty ? ".PP" : before.isEmpty ? String(line) : ".br\n" + line
    }.joined(separator: "\n")
  }

  /// Text at the beginning of a line, where a dot or a quote would be a request.
  private static func line(_ text: String) -> String {
    escaped(text).lines.map { line in
      line.first == "." || line.first == "'" ? "\\&" + line : String(line)
    }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("`", with: "\\(ga")
  }
}
