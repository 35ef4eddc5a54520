import Catalogue
import Testing

/// A JSON Schema (draft 2020-12), as far as the files of docs/json use that language. A word that is
/// not known here is a fault, so that nothing in a schema goes unheard.
struct JSONSchema {
  struct Unreadable: Error {
    let what: String
  }

  private let root: JSONValue
  /// Finds another schema by its file: `book.json`.
  private let other: (String) throws -> JSONValue

  /// - Parameter other: finds the schemas that this one names.
  init(
    _ root: JSONValue,
    other: @escaping (String) throws -> JSONValue = { throw Unreadable(what: $0) }
  ) {
    self.root = root
    self.other = other
  }

  /// What is wrong with a value, each with its place; nothing for a value that the schema allows.
  func faults(in value: JSONValue) -> [String] { faults(in: value, by: root, of: root, at: "$") }

  private func faults(
    in value: JSONValue, by schema: JSONValue, of file: JSONValue, at place: String
  ) -> [String] {
    switch schema {
    case .bool(true): return []
    case .bool(false): return ["\(place) must not be there"]
    case .object(let words):
      return words.sorted { $0.key < $1.key }.flatMap { word, rule in
        faults(in: value, by: word, rule, words, of: file, at: place)
      }
    default: return ["\(place) has no schema: \(schema.json)"]
    }
  }

  private func faults(
    in value: JSONValue, by word: String, _ rule: JSONValue, _ words: [String: JSONValue],
    of file: JSONValue, at place: String
  ) -> [String] {
    func fault(_ what: String) -> [String] { ["\(place) \(what): \(value.json.prefix(200))"] }
    switch (word, rule) {
    case ("$schema", .string), ("title", .string), ("description", .string), ("$defs", .object):
      return []
    case ("type", .string(let name)): return value.isOf(name) ? [] : fault("is no \(name)")
    case ("type", .array(let names)):
      let fits = names.contains {
        if case .string(let name) = $0 { value.isOf(name) } else { false }
      }
      return fits ? [] : fault("is none of \(rule.json)")
    case ("enum", .array(let values)):
      return values.contains(value) ? [] : fault("is none of \(rule.json)")
    case ("const", _): return value == rule ? [] : fault("is not \(rule.json)")
    case ("minimum", _):
      return compare(value, rule) { $0 < $1 } ? fault("is below \(rule.json)") : []
    case ("maximum", _):
      return compare(value, rule) { $0 > $1 } ? fault("is above \(rule.json)") : []
    case ("pattern", .string(let pattern)):
      guard case .string(let text) = value else { return [] }
      guard let regex = try? Regex(pattern) else { return fault("has no pattern \(pattern)") }
      return text.contains(regex) ? [] : fault("does not match \(pattern)")
    case ("format", "date-time"):
      guard case .string(let text) = value else { return [] }
      let instant = /\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?Z/
      return text.wholeMatch(of: instant) != nil ? [] : fault("is no instant in UTC")
    case ("required", .array(let names)):
      guard case .object(let members) = value else { return [] }
      return names.flatMap { name -> [String] in
        guard case .string(let name) = name else { return fault("has no name \(rule.json)") }
        return members[name] == nil ? ["\(place) lacks \(name)"] : []
      }
    case ("properties", .object(let rules)):
      guard case .object(let members) = value else { return [] }
      return rules.flatMap { name, rule in
        members[name].map { faults(in: $0, by: rule, of: file, at: "\(place).\(name)") } ?? []
      }
    case ("additionalProperties", _):
      guard case .object(let members) = value else { return [] }
      var known: Set<String> = []
      if case .object(let rules)? = words["properties"] { known = Set(rules.keys) }
      return members.filter { !known.contains($0.key) }.flatMap { name, value in
        faults(in: value, by: rule, of: file, at: "\(place).\(name)")
      }
    case ("items", _):
      guard case .array(let elements) = value else { return [] }
      return elements.enumerated().flatMap { index, element in
        faults(in: element, by: rule, of: file, at: "\(place)[\(index)]")
      }
    case ("minItems", .integer(let least)):
      guard case .array(let elements) = value else { return [] }
      return elements.count < least ? fault("has fewer than \(least)") : []
    case ("oneOf", .array(let rules)):
      let all = rules.map { faults(in: value, by: $0, of: file, at: place) }
      let fitting = all.count { $0.isEmpty }
      return fitting == 1 ? [] : fault("fits \(fitting) of \(rules.count)") + all.flatMap { $0 }
    case ("$ref", .string(let reference)):
      do {
        let (file, schema) = try resolve(reference, in: file)
        return faults(in: value, by: schema, of: file, at: place)
      } catch {
        return fault("has a schema that is not there: \(reference)")
      }
    default: return ["\(place): the word \(word) is not known: \(rule.json)"]
    }
  }

  /// Follows `book.json#/properties/isbn`.
  private func resolve(
    _ reference: String, in file: JSONValue
  ) throws -> (file: JSONValue, schema: JSONValue) {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts[0].isEmpty ? file : try other(String(parts[0]))
    var schema = file
    for name in parts.dropFirst().flatMap({ $0.split(separator: "/") }) {
      guard let next = schema[String(name)] else { throw Unreadable(what: reference) }
      schema = next
    }
    return (file, schema)
  }

  /// Whether both are numbers, and so.
  private func compare(
    _ value: JSONValue, _ bound: JSONValue, _ isSo: (Double, Double) -> Bool
  ) -> Bool {
    guard let value = value.double, let bound = bound.double else { return false }
    return isSo(value, bound)
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  fileprivate func isOf(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number), ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
