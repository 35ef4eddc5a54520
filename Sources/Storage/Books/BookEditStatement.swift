import Catalogue

/// An edit as one UPDATE: its text depends on the kinds of change and the columns that are kept,
/// never on values.
struct BookEditStatement {
  let sql: String
  private let patch: String
  private let addTags: String
  private let removeTags: String
  private let changesTags: Bool
  private let isbn: BookEdit.ISBNChange

  init(_ edit: BookEdit) throws(BookEditError) {
    try Self.check(edit)
    patch = Self.patch(edit)
    addTags = Self.array(edit.addTags)
    removeTags = Self.array(edit.removeTags)
    changesTags = !edit.addTags.isEmpty || !edit.removeTags.isEmpty
    isbn = edit.isbn

    var typed = "b.typed"
    let kept = Self.kept(edit)
    if !kept.isEmpty { typed = "json_patch(\(typed), json_object(\(kept)))" }
    typed = "json_patch(\(typed), ?4)"
    if changesTags {
      typed = """
        CASE WHEN \(Self.hasOtherTags)
        THEN json_set(\(typed), '$.tags', json(\(Self.tags))) ELSE \(typed) END
        """
    }
    var assignments = "typed = \(typed), edited_at = ?3"
    var differs = "b.typed IS NOT (\(typed))"
    if isbn != .none {
      assignments += ", isbn = ?7"
      differs += " OR b.isbn IS NOT ?7"
    }
    sql = """
      UPDATE books AS b SET \(assignments)
      WHERE b.number = ?1 AND b.account = ?2 AND b.removed_at IS NULL AND (\(differs))
      """
  }

  func bind(
    _ number: BookNumber, _ account: AccountID, _ now: Instant, to statement: Statement
  ) throws(StorageError) {
    try statement.bind(number, account, now, patch)
    // Positions that the text does not have cannot be bound.
    if changesTags {
      try statement.bind(addTags, at: 5)
      try statement.bind(removeTags, at: 6)
    }
    switch isbn {
    case .none: break
    case .clear: try statement.bindNull(at: 7)
    case .set(let number): try statement.bind(number, at: 7)
    }
  }

  private static func check(_ edit: BookEdit) throws(BookEditError) {
    var said: Set<BookField> = []
    for column in BookField.sayable where edit.set.says(column) { said.insert(column) }
    if !edit.addTags.isEmpty || !edit.removeTags.isEmpty {
      guard Set(edit.addTags).isDisjoint(with: edit.removeTags), said.insert(.tags).inserted else {
        throw .contradiction(.tags)
      }
    }
    for part in [edit.empty, edit.clear, edit.keep] {
      for column in BookField.all where part.contains(column) {
        guard column.isSayable else { throw .notEditable(column) }
        guard said.insert(column).inserted else { throw .contradiction(column) }
      }
    }
  }

  /// What is set, emptied and cleared, as a merge patch of `typed`.
  private static func patch(_ edit: BookEdit) -> String {
    var patch = DetailsPatch(from: BookDetails(), to: edit.set.composed)
    for column in BookField.sayable {
      if edit.empty.contains(column) { patch.empty(column) }
      if edit.clear.contains(column) { patch.clear(column.name) }
    }
    // Roles belong to the authors beside which they were said.
    let replacesAuthors =
      edit.set.authors != nil || edit.empty.contains(.authors) || edit.clear.contains(.authors)
    if replacesAuthors, edit.set.contributors == nil { patch.clear("contributors") }
    return patch.json
  }

  /// The arguments of the `json_object` that makes typed what is shown. Null, where nothing is shown,
  /// leaves a merge patch without effect.
  private static func kept(_ edit: BookEdit) -> String {
    var keep = edit.keep
    // A series that is typed hides the number that another origin gives with it.
    if keep.contains(.series), !edit.set.says(.seriesNumber), !edit.empty.contains(.seriesNumber),
      !edit.clear.contains(.seriesNumber)
    {
      keep.insert(.seriesNumber)
    }
    var arguments: [String] = []
    for column in BookField.sayable where keep.contains(column) {
      let name = column.name
      let shown = column.storage == .text ? "json_quote(b.\(name))" : "b.\(name)"
      // What is typed already stays, also when it says that the field is empty.
      arguments.append(
        """
        '\(name)', json(CASE WHEN b.typed ->> '$.\(name)' IS NULL
        THEN \(shown) ELSE b.typed -> '$.\(name)' END)
        """)
    }
    if keep.contains(.authors) {
      arguments.append(
        """
        'contributors', json(CASE WHEN b.typed ->> '$.authors' IS NULL
        THEN b.contributors ELSE b.typed -> '$.contributors' END)
        """)
    }
    return arguments.joined(separator: ", ")
  }

  private static func array(_ tags: [String]) -> String {
    var seen: Set<String> = []
    let distinct = tags.map(TextForm.composed).filter { seen.insert($0).inserted }
    return JSONValue.array(distinct.map(JSONValue.string)).json
  }

  private static let shownTags = "SELECT j.value FROM json_each(coalesce(b.tags, '[]')) AS j"

  private static let hasOtherTags = """
    EXISTS (SELECT 1 FROM json_each(?5) AS n WHERE n.value NOT IN (\(shownTags)))
    OR EXISTS (SELECT 1 FROM json_each(?6) AS n WHERE n.value IN (\(shownTags)))
    """

  /// The shown tags without those to remove, then those to add that are not among them.
  private static let tags = """
    (SELECT json_group_array(tag) FROM (
    SELECT j.value AS tag FROM json_each(coalesce(b.tags, '[]')) AS j
    WHERE j.value NOT IN (SELECT n.value FROM json_each(?6) AS n)
    UNION ALL SELECT n.value FROM json_each(?5) AS n WHERE n.value NOT IN (\(shownTags))))
    """
}
