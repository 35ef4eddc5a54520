import Catalogue

extension BookEdit {
  /// What it changes, for the history: `edit title, tags`.
  var name: String {
    var columns = empty.union(clear).union(keep)
    columns.formUnion(BookField.sayable.filter { set.says($0) })
    if !addTags.isEmpty || !removeTags.isEmpty { columns.insert(.tags) }
    if isbn != .none { columns.insert(.isbn) }
    let names = BookField.all.filter(columns.contains).map(\.name)
    return names.isEmpty ? "edit" : "edit \(names.joined(separator: ", "))"
  }
}
