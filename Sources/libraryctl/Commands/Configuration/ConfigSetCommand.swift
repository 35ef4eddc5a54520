/// `config set NAME [VALUE]`
enum ConfigSetCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "check the value, write nothing")

  static let command = Command(
    "set", "sets a value in the file, or takes it out",
    examples: [
      Command.Example("libraryctl config set account work", "the account of all runs"),
      Command.Example("libraryctl config set account", "the current one again"),
    ],
    operands: [Operand("NAME", .setting, .one), Operand("VALUE", .word, .optional)],
    options: [dryRun],
    answers: [.one(.setting)]
  ) { invocation, console in
    let setting = try ConfigCommand.setting(invocation)
    let text = invocation.operands.dropFirst().first
    if let text {
      do throws(InvalidValue) {
        guard !text.contains(where: \.isNewline) else {
          throw InvalidValue(reason: "has more than one line")
        }
        try setting.check(text)
      } catch {
        throw invocation.usage(
          "\"\(text)\" for \(setting.rawValue) \(error.reason)", hint: error.hint)
      }
    }
    var file = try ConfigurationFile.found.get()
    // mutant trial-setting:
    //   `if invocation.has(dryRun) {`
    //   -> `if invocation.has(dryRun), file.path.isEmpty {` (DryRunTests)
    if invocation.has(dryRun) {
      file.set(setting, to: text)
    } else {
      file = try ConfigurationFile.change(invocation) { $0.set(setting, to: text) }
    }
    if console.isJSON {
      try console.write(json: .object(ConfigCommand.record(setting, file.value(of: setting))))
    } else {
      let isDry = invocation.has(dryRun)
      console.note(
        text.map {
          "\(isDry ? "would write" : "wrote") \(setting.rawValue) = \($0) to \(file.path)"
        } ?? "\(isDry ? "would take" : "took") \(setting.rawValue) out of \(file.path)")
    }
    if Environment.value(setting.variable) != nil {
      console.warn("\(setting.variable) is set and goes before the file")
    }
    return .done
  }
}
