import Storage

/// `db schema`
enum DatabaseSchemaCommand {
  static let command = Command(
    "schema", "prints the library's tables, views and triggers as SQL",
    examples: [Command.Example("libraryctl db schema", "the statements that made them")],
    answers: [.list(.sql)]
  ) { invocation, console in
    let library = try Library.reading(invocation, console)
    let statements = try library?.readAll { try SchemaText.statements(on: $0) } ?? []
    if console.isJSON {
      var listing = Listing(console, columns: [])
      for statement in statements { try listing.append(json: .text(statement)) }
      try listing.finish()
    } else {
      for statement in statements { try console.output.write(statement + ";\n") }
    }
    return .done
  }
}
