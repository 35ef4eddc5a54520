/// `config path`
enum ConfigPathCommand {
  static let command = Command(
    "path", "prints where the settings are, or would be",
    examples: [Command.Example("libraryctl config path", "to open it in an editor")],
    answers: [.one(.path)]
  ) { _, console in
    let path = try ConfigurationFile.place()
    if console.isJSON {
      try console.write(json: .object([("path", .text(path))]))
    } else {
      try console.output.write(path + "\n")
    }
    return .done
  }
}
