import Catalogue

/// A value to show: as JSON with its type, or as text in a table.
indirect enum OutputValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([OutputValue])
  case object(Record)
  /// JSON that stands as it is.
  case json(String)

  static func text(_ text: String?) -> OutputValue { text.map { .text($0) } ?? .null }

  static func integer(_ number: Int?) -> OutputValue { number.map { .integer(Int64($0)) } ?? .null }

  static func texts(_ texts: [String]) -> OutputValue { .list(texts.map { .text($0) }) }
}

/// Named values in a fixed order.
typealias Record = [(name: String, value: OutputValue)]

extension OutputValue {
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .array(let values): self = .list(values.map { OutputValue($0) })
    case .object(let members):
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, OutputValue($0.value)) })
    }
  }

  /// How the value reads in a table; lists are joined by `; `.
  var plainText: String {
    switch self {
    case .null: return ""
    case .bool(let value): return value ? "yes" : "no"
    case .integer(let value): return String(value)
    case .number(let value): return JSONText.digits(of: value)
    case .text(let value): return value
    case .list(let values): return values.map(\.plainText).joined(separator: "; ")
    case .object(let record):
      return record.map { "\($0.name):\($0.value.plainText)" }.joined(separator: "; ")
    case .json(let text): return text
    }
  }
}
