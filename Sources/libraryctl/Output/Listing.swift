/// Many records of one kind, written as they come: a table, lines with tabs, a JSON array or JSON
/// Lines.
struct Listing {
  /// A column of a table.
  struct Column {
    let name: String
    let title: String
    /// Numbers stand to the right.
    let isNumeric: Bool
    /// Gives way when the terminal is narrow.
    let isFlexible: Bool

    init(_ name: String, title: String? = nil, isNumeric: Bool = false, isFlexible: Bool = false) {
      self.name = name
      self.title = title ?? name.uppercased()
      self.isNumeric = isNumeric
      self.isFlexible = isFlexible
    }
  }

  let console: Console
  private let columns: [Column]
  private var table: Table?
  private var count = 0

  /// Whether nothing was added.
  var isEmpty: Bool { count == 0 }

  /// Begins a listing.
  /// - Parameter columns: the columns of the table and of the lines with tabs; JSON has every field
  ///   of a record.
  init(_ console: Console, columns: [Column]) {
    self.console = console
    self.columns = columns
    if case .table(let width) = console.form {
      table = Table(columns: columns, width: width, usesColor: console.usesColor)
    }
  }

  /// Adds a record, with its fields by name.
  mutating func append(_ record: Record) throws {
    switch console.form {
    case .json, .jsonl:
      try append(json: .object(record))
    case .table, .tabs:
      try append(
        cells: columns.map { column in
          record.first { $0.name == column.name }?.value.plainText ?? ""
        })
    }
  }

  /// Adds a value; only where the form is JSON.
  mutating func append(json value: OutputValue) throws {
    let json = console.json
    try appendJSON { json.append(value, to: &$0) }
  }

  /// Adds a value that is JSON already, as UTF-8; only where the form is JSON.
  mutating func append(json bytes: UnsafeBufferPointer<UInt8>) throws {
    guard console.json.isForTerminal else { return try appendJSON { $0.append(contentsOf: bytes) } }
    try append(json: .json(String(decoding: bytes, as: UTF8.self)))
  }

  private mutating func appendJSON(_ append: (inout [UInt8]) -> Void) throws {
    if case .json = console.form { try console.output.write(count == 0 ? "[\n" : ",\n") }
    try console.output.write(append)
    if case .jsonl = console.form { try console.output.write("\n") }
    count += 1
  }

  /// Adds a row of cells, one a column; only where the form is a table or tabs.
  mutating func append(cells: [String]) throws {
    count += 1
    if table != nil {
      try table?.append(cells.map(TerminalText.singleLine), to: console.output)
    } else {
      try console.output.write(cells.map(Self.escaped).joined(separator: "\t") + "\n")
    }
  }

  /// Ends the listing.
  mutating func finish() throws {
    if case .json = console.form { try console.output.write(count == 0 ? "[]\n" : "\n]\n") }
    try table?.finish(console.output)
  }

  /// A value of a line with tabs: a tab, a newline and a backslash are written `\t`, `\n` and `\\`.
  private static func escaped(_ text: String) -> String {
    func isEscaped(_ byte: UInt8) -> Bool { byte < 0x20 || byte == UInt8(ascii: "\\") }
    guard text.utf8.contains(where: isEscaped) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
