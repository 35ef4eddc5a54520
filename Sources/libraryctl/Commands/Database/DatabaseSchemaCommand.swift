import Storage

/// `db schema`
enum DatabaseSchemaCommand {
  static let command = Command(
    "schema", "prints the library's tables, views and triggers as SQL",
    examples: [Command.Example("libraryctl db schema", "the statements that made them")]
  ) { invocation, console in
    guard let library = try Library.reading(invocation, console) else { return .done }
    let statements = try library.readAll { try SchemaText.statements(on: $0) }
    if console.isJSON {
      try console.write(json: .texts(statements))
    } else {
      for statement in statements { try console.output.write(statement + ";\n") }
    }
    return .done
  }
}
