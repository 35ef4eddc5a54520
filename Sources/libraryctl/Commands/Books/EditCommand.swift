import Catalogue
import Storage

/// `edit BOOK… --set FIELD=VALUE …`
enum EditCommand {
  private static let set = Option(
    "set", letter: "s", "FIELD=VALUE", repeats: true,
    "say what a field is; FIELD= says that it is empty")
  private static let clear = Option<BookField>(
    "clear", "FIELD", repeats: true, "take back what was typed, and show the other origins again",
    read: { text throws(InvalidValue) in try BookField.named(text) })
  private static let keep = Option<BookField>(
    "keep", "FIELD", repeats: true, "make what is shown typed, so that it stays",
    read: { text throws(InvalidValue) in try BookField.named(text) })
  private static let addTag = Option("add-tag", "T", repeats: true, "add a tag")
  private static let removeTag = Option("remove-tag", "T", repeats: true, "take a tag away")
  private static let dryRun = Flag("dry-run", letter: "n", "show what would be, change nothing")

  static let command = Command(
    "edit", "changes what you say of books",
    about: """
      What you type here is shown whatever a sync or an import says later, until it is cleared. \
      Lists (authors, tags, subjects, read_at) take several values with `;` between them. All \
      books are edited or none. A FIELD is isbn, \
      \(BookField.sayable.map(\.name).joined(separator: ", ")).
      """,
    examples: [
      Command.Example("libraryctl edit 12 --set title=\"The Hobbit\" --set rating=4.5", "one book"),
      Command.Example("libraryctl edit 12 --clear title", "shows the fetched title again"),
      Command.Example(
        "libraryctl list tolkien --ids | libraryctl edit --ids - --add-tag fantasy", "many books"),
    ],
    operands: [Operand("BOOK", .book, .any)],
    options: [BookSelection.query, BookSelection.ids, set, clear, keep, addTag, removeTag, dryRun],
    answers: [.list(.book)]
  ) { invocation, console in
    let edit = try bookEdit(invocation)
    let selection = try BookSelection(invocation)
    let isDry = invocation.has(dryRun)
    let library = try Library.changing(invocation, console)
    return try library.write(dryRun: isDry) { connection, account in
      let numbers = try selection.numbers(in: account, on: connection)
      let outcome = try BookEditing.edit(
        numbers, edit, in: account.id, at: SystemClock.now, on: connection)
      if console.isJSON {
        try BookAnswer.writeJSON(numbers, in: account, on: connection, console)
      } else {
        let unchanged = outcome.unchanged.count
        try BookAnswer.tell(
          outcome.edited, isDry ? "would edit" : "edited",
          more: unchanged == 0 ? "" : "; \(unchanged) unchanged", console)
      }
      return .done
    }
  }

  private static func bookEdit(_ invocation: Invocation) throws -> BookEdit {
    var edit = BookEdit()
    for text in invocation.values(of: set) { try apply(text, to: &edit, invocation) }
    edit.clear.formUnion(invocation.values(of: clear))
    edit.keep.formUnion(invocation.values(of: keep))
    edit.addTags = invocation.values(of: addTag)
    edit.removeTags = invocation.values(of: removeTag)
    if edit.clear.remove(.isbn) != nil { edit.isbn = .clear }
    guard !edit.isEmpty else {
      let said = invocation.operands.first { $0.contains("=") }
      throw invocation.usage(
        "nothing to change",
        hint: said.map { "write --set \(ShellWord($0))" }
          ?? "give --set, --clear, --keep, --add-tag or --remove-tag")
    }
    return edit
  }

  private static func apply(
    _ text: String, to edit: inout BookEdit, _ invocation: Invocation
  ) throws {
    guard let equals = text.firstIndex(of: "=") else {
      throw invocation.usage("\"\(text)\" for --set has no =", hint: "write --set FIELD=VALUE")
    }
    let value = String(text[text.index(after: equals)...])
    do throws(InvalidValue) {
      let column = try BookField.named(String(text[..<equals]))
      if column == .isbn {
        edit.isbn = value.isEmpty ? .clear : .set(try isbn(value))
      } else if value.isEmpty, column.isSayable {
        edit.empty.insert(column)
      } else {
        try edit.set.set(column, from: value)
      }
    } catch {
      throw invocation.usage("\"\(text)\" for --set \(error.reason)", hint: error.hint)
    }
  }

  private static func isbn(_ text: String) throws(InvalidValue) -> ISBN {
    do throws(ISBNError) {
      return try ISBN(parsing: text)
    } catch {
      throw InvalidValue(reason: "is no ISBN: \(error)", hint: "check the digits")
    }
  }
}
