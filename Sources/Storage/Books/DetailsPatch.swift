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
    for field in BookField.stored where !old.says(field, as: new) {
      if case .object(let members)? = new.json(of: field) {
        add(field.name, members: old.identifiers?.mapValues(JSONValue.string), members)
      } else {
        isEmpty = false
        writer.key(field.name)
        writer.value(new.json(of: field) ?? .null)
      }
    }
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
  mutating func empty(_ field: BookField) {
    isEmpty = false
    writer.key(field.name)
    switch field.storage {
    case .list: writer.strings([])
    case .text, .number: writer.string("")
    // Identifiers are merged by kind: there is no saying that all of them are empty.
    case .object: writer.null()
    }
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
