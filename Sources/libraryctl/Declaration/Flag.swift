/// An option without a value.
struct Flag: OptionDeclaration {
  let name: String
  let letter: Character?
  let help: String

  init(_ name: String, letter: Character? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.help = help
  }

  var placeholder: String? { nil }
  var choices: [String] { [] }
  var repeats: Bool { false }

  func value(from text: String) throws(InvalidValue) -> any Sendable { true }
}
