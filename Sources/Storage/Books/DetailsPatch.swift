import Catalogue

/// The difference between two states of what one origin says, as a JSON merge patch (RFC 7396): the
/// fields that changed with their new values, null for those that are no longer said.
///
/// SQLite's `json_patch` applies it, so that one constant statement writes any set of fields, whatever
/// their names, and leaves the others as another process may just have written them.
struct DetailsPatch {
  private(set) var isEmpty = true
  private var writer = JSONWriter()

  init(from old: BookDetails, to new: BookDetails) {
    writer.beginObject()
    add("title", old.title, new.title) { $0.string($1) }
    add("subtitle", old.subtitle, new.subtitle) { $0.string($1) }
    add("authors", old.authors, new.authors) { $0.strings($1) }
    add("contributors", old.contributors, new.contributors) { writer, contributors in
      writer.beginArray()
      for contributor in contributors {
        writer.beginObject()
        writer.key("name")
        writer.string(contributor.name)
        if let role = contributor.role {
          writer.key("role")
          writer.string(role)
        }
        if let sortName = contributor.sortName {
          writer.key("sort_name")
          writer.string(sortName)
        }
        writer.endObject()
      }
      writer.endArray()
    }
    add("publisher", old.publisher, new.publisher) { $0.string($1) }
    add("published", old.published, new.published) { $0.string($1) }
    add("language", old.language, new.language) { $0.string($1) }
    add("pages", old.pages, new.pages) { $0.integer($1) }
    add("series", old.series, new.series) { $0.string($1) }
    add("series_number", old.seriesNumber, new.seriesNumber) { $0.string($1) }
    add("subjects", old.subjects, new.subjects) { $0.strings($1) }
    add("tags", old.tags, new.tags) { $0.strings($1) }
    add("rating", old.rating, new.rating) { $0.shortNumber($1) }
    add("shelf", old.shelf, new.shelf) { $0.string($1) }
    add("notes", old.notes, new.notes) { $0.string($1) }
    add("review", old.review, new.review) { $0.string($1) }
    add("started_at", old.startedAt, new.startedAt) { $0.string($1) }
    add("read_at", old.readAt, new.readAt) { $0.strings($1) }
    add("copies", old.copies, new.copies) { $0.integer($1) }
    add("location", old.location, new.location) { $0.string($1) }
    add("binding", old.binding, new.binding) { $0.string($1) }
    add(
      "identifiers", members: old.identifiers?.mapValues(JSONValue.string),
      new.identifiers?.mapValues(JSONValue.string))
    add("raw", members: old.raw, new.raw)
    for (key, value) in Self.difference(old.other ?? [:], new.other ?? [:]) {
      isEmpty = false
      writer.key(key)
      writer.value(value)
    }
  }

  /// The patch as JSON text.
  var json: String {
    var writer = writer
    writer.endObject()
    return writer.text
  }

  /// Takes back what is said of a field that does not differ.
  mutating func clear(_ key: String) {
    isEmpty = false
    writer.key(key)
    writer.null()
  }

  /// Says of a field that does not differ that it is empty.
  mutating func empty(_ column: BookColumn) {
    isEmpty = false
    writer.key(column.name)
    switch column.kind {
    case .list: writer.strings([])
    case .text, .number: writer.string("")
    // Identifiers are merged by kind: there is no saying that all of them are empty.
    case .object: writer.null()
    }
  }

  private mutating func add<Value: Equatable>(
    _ key: String, _ old: Value?, _ new: Value?, write: (inout JSONWriter, Value) -> Void
  ) {
    guard old != new else { return }
    isEmpty = false
    writer.key(key)
    if let new { write(&writer, new) } else { writer.null() }
  }

  private mutating func add(
    _ key: String, members old: [String: JSONValue]?, _ new: [String: JSONValue]?
  ) {
    guard old != new else { return }
    isEmpty = false
    writer.key(key)
    guard let new else { return writer.null() }
    writer.value(.object(Self.difference(old ?? [:], new)))
  }

  private static func difference(
    _ old: [String: JSONValue], _ new: [String: JSONValue]
  ) -> [String: JSONValue] {
    var patch: [String: JSONValue] = [:]
    for (key, value) in new where old[key] != value {
      if case .object(let members) = value, case .object(let previous)? = old[key] {
        patch[key] = .object(difference(previous, members))
      } else {
        patch[key] = value
      }
    }
    for key in old.keys where new[key] == nil { patch[key] = .null }
    return patch
  }
}
