/// One JSON object that is a command's whole answer, written member by member, so that a long list in
/// it need not be in memory.
struct StreamedObject {
  private let console: Console
  private var isFirst = true

  init(_ console: Console) throws {
    self.console = console
    try console.output.write("{")
  }

  /// Writes a member.
  mutating func append(_ name: String, _ value: OutputValue) throws {
    try appendName(name)
    let json = console.json
    try console.output.write { json.append(value, to: &$0) }
  }

  /// Writes a member that is a list.
  mutating func append(_ name: String, each values: some Sequence<OutputValue>) throws {
    try appendName(name)
    let json = console.json
    var separator = "["
    for value in values {
      try console.output.write(separator)
      try console.output.write { json.append(value, to: &$0) }
      separator = ","
    }
    try console.output.write(separator == "[" ? "[]" : "]")
  }

  /// Writes a member that is a list.
  /// - Parameter elements: its elements as JSON, with commas between them.
  mutating func append(_ name: String, elements: Spool) throws {
    try appendName(name)
    try console.output.write("[")
    try elements.forEachPiece { piece in try console.output.write { $0 += piece } }
    try console.output.write("]")
  }

  /// Ends the object.
  func finish() throws { try console.output.write("}\n") }

  private mutating func appendName(_ name: String) throws {
    if !isFirst { try console.output.write(",") }
    isFirst = false
    let json = console.json
    try console.output.write { json.append(.text(name), to: &$0) }
    try console.output.write(":")
  }
}
