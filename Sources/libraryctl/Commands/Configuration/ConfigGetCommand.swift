/// `config get NAME`
enum ConfigGetCommand {
  static let command = Command(
    "get", "prints a setting; status 1 when it is not set",
    examples: [Command.Example("libraryctl config get timeout", "its value alone")],
    operands: [Operand("NAME", .setting, .one)],
    answers: [.one(.setting)]
  ) { invocation, console in
    let setting = try ConfigCommand.setting(invocation)
    let given = try setting.given()
    if console.isJSON {
      try console.write(json: .object(ConfigCommand.record(setting, given)))
    } else if let given {
      try console.output.write(TerminalText.singleLine(given.text) + "\n")
    } else {
      console.note("\(setting.rawValue) is not set; it is \(setting.standard)")
    }
    return given == nil ? .failed : .done
  }
}
