/// An option with a value of one type.
struct Option<Value: Sendable>: OptionDeclaration {
  let name: String
  let letter: Character?
  let placeholder: String?
  let choices: [String]
  let repeats: Bool
  let help: String
  private let read: @Sendable (String) throws(InvalidValue) -> Value

  /// Declares an option.
  /// - Parameters:
  ///   - placeholder: the name of the value in the help.
  ///   - read: makes the value from the text, or says why it is none.
  init(
    _ name: String, letter: Character? = nil, _ placeholder: String, repeats: Bool = false,
    choices: [String] = [], _ help: String,
    read: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.choices = choices
    self.repeats = repeats
    self.help = help
    self.read = read
  }

  func value(from text: String) throws(InvalidValue) -> any Sendable { try read(text) }
}

extension Option where Value == String {
  /// An option that takes any text.
  init(
    _ name: String, letter: Character? = nil, _ placeholder: String, repeats: Bool = false,
    _ help: String
  ) {
    self.init(name, letter: letter, placeholder, repeats: repeats, help) { text in text }
  }
}

extension Option where Value == Int {
  /// An option that takes a whole number.
  /// - Parameter least: the smallest number that makes sense.
  init(_ name: String, letter: Character? = nil, _ placeholder: String, least: Int, _ help: String)
  {
    self.init(name, letter: letter, placeholder, help) { text throws(InvalidValue) in
      guard let number = Int(text), number >= least else {
        throw InvalidValue(reason: "is not a whole number from \(least)")
      }
      return number
    }
  }
}

extension Option {
  /// An option that takes one of some values by their names.
  init(
    _ name: String, letter: Character? = nil, among values: [(name: String, value: Value)],
    _ help: String
  ) {
    let choices = values.map(\.name)
    self.init(
      name, letter: letter, choices.joined(separator: "|"), choices: choices, help
    ) { text throws(InvalidValue) in
      guard let value = values.first(where: { $0.name == text })?.value else {
        throw InvalidValue(
          reason: "is none of \(choices.joined(separator: ", "))",
          hint: Suggestion.sentence(for: text, among: choices))
      }
      return value
    }
  }
}

extension Option
where Value: CaseIterable & RawRepresentable, Value.RawValue == String, Value.AllCases: Sendable {
  /// An option that takes one of a type's cases.
  init(_ name: String, letter: Character? = nil, oneOf type: Value.Type, _ help: String) {
    self.init(
      name, letter: letter, among: Value.allCases.map { (name: $0.rawValue, value: $0) }, help)
  }
}
