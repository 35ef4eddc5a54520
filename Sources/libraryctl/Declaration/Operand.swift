/// What a command takes besides options.
struct Operand: Sendable {
  /// What kind of thing it names, for completions.
  enum Kind: Sendable {
    case book, isbn, file, query, account, field, command, change, setting, shell, word
  }

  /// How many of it a command takes.
  enum Count: Sendable { case one, optional, any, oneOrMore }

  let name: String
  let kind: Kind
  let count: Count

  init(_ name: String, _ kind: Kind, _ count: Count) {
    self.name = name
    self.kind = kind
    self.count = count
  }

  /// How it stands in a usage line.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .oneOrMore: "\(name)…"
    }
  }
}
