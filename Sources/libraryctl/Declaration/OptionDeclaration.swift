/// What the parser, the help and the completions need to know of an option, whatever its value.
protocol OptionDeclaration: Sendable {
  /// The name without its hyphens.
  var name: String { get }
  /// The letter for the short form.
  var letter: Character? { get }
  /// The name of the value in the help; nil for a flag, which takes none.
  var placeholder: String? { get }
  /// The only values there are, when they can be listed.
  var choices: [String] { get }
  /// Whether each occurrence adds a value; otherwise the last one wins.
  var repeats: Bool { get }
  var help: String { get }

  /// Reads a value as it was given.
  /// - Throws: why it is no such value.
  func value(from text: String) throws(InvalidValue) -> any Sendable
}

/// Why a text is no value of an option; the sentence goes on from the text: `is not a number`.
struct InvalidValue: Error {
  let reason: String
  var hint: String?
}
