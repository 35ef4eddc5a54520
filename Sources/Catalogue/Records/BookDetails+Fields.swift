/// Fields by the table of `BookField`.
extension BookDetails {
  /// Whether something is said of a field.
  public func says(_ field: BookField) -> Bool {
    switch field.place {
    case .text(let path)?: self[keyPath: path] != nil
    case .list(let path)?: self[keyPath: path] != nil
    case .contributors(let path)?: self[keyPath: path] != nil
    case .count(let path)?: self[keyPath: path] != nil
    case .rating(let path)?: self[keyPath: path] != nil
    case .identifiers(let path)?: self[keyPath: path] != nil
    case nil: false
    }
  }

  /// Whether the same is said of a field as elsewhere.
  public func says(_ field: BookField, as other: BookDetails) -> Bool {
    switch field.place {
    case .text(let path)?: self[keyPath: path] == other[keyPath: path]
    case .list(let path)?: self[keyPath: path] == other[keyPath: path]
    case .contributors(let path)?: self[keyPath: path] == other[keyPath: path]
    case .count(let path)?: self[keyPath: path] == other[keyPath: path]
    case .rating(let path)?: self[keyPath: path] == other[keyPath: path]
    case .identifiers(let path)?: self[keyPath: path] == other[keyPath: path]
    case nil: true
    }
  }

  /// Says of a field what is said elsewhere, also nothing.
  mutating func copy(_ field: BookField, from other: BookDetails) {
    switch field.place {
    case .text(let path)?: self[keyPath: path] = other[keyPath: path]
    case .list(let path)?: self[keyPath: path] = other[keyPath: path]
    case .contributors(let path)?: self[keyPath: path] = other[keyPath: path]
    case .count(let path)?: self[keyPath: path] = other[keyPath: path]
    case .rating(let path)?: self[keyPath: path] = other[keyPath: path]
    case .identifiers(let path)?: self[keyPath: path] = other[keyPath: path]
    case nil: break
    }
  }

  /// Says a text of a field that holds one.
  package mutating func set(_ field: BookField, to text: String?) {
    if case .text(let path)? = field.place { self[keyPath: path] = text }
  }

  /// Says texts of a field that holds several.
  package mutating func set(_ field: BookField, to texts: [String]?) {
    if case .list(let path)? = field.place { self[keyPath: path] = texts }
  }

  /// Says a number of a field that holds one.
  package mutating func set(_ field: BookField, to count: Int?) {
    if case .count(let path)? = field.place { self[keyPath: path] = count }
  }

  /// Says stars of a field that holds them.
  package mutating func set(_ field: BookField, to stars: Double?) {
    if case .rating(let path)? = field.place { self[keyPath: path] = stars }
  }

  package mutating func clear(_ field: BookField) {
    switch field.place {
    case .text(let path)?: self[keyPath: path] = nil
    case .list(let path)?: self[keyPath: path] = nil
    case .contributors(let path)?: self[keyPath: path] = nil
    case .count(let path)?: self[keyPath: path] = nil
    case .rating(let path)?: self[keyPath: path] = nil
    case .identifiers(let path)?: self[keyPath: path] = nil
    case nil: break
    }
  }

  /// Says nothing of a field any longer, nor what only goes with it: roles belong to the authors
  /// beside which they were said.
  public mutating func forget(_ field: BookField) {
    if saysEmpty(field) {
      raw?[field.name] = nil
      if raw?.isEmpty == true { raw = nil }
    }
    clear(field)
    for part in BookField.stored where part.ownerName == field.name && !part.isColumn {
      clear(part)
    }
  }

  /// Whether a number was said to be empty, which is kept as a text where no number is.
  public func saysEmpty(_ field: BookField) -> Bool {
    raw?[field.name] == .string("")
  }

  /// Whether a field was said to be empty by a text or a list without content.
  func isEmpty(_ field: BookField) -> Bool {
    switch field.place {
    case .text(let path)?: self[keyPath: path]?.isEmpty == true
    case .list(let path)?: self[keyPath: path]?.isEmpty == true
    default: false
    }
  }

  /// Says of a field that it is empty, so that nothing is shown, whatever others say.
  /// - Returns: false for a field of which that cannot be said here.
  public mutating func sayEmpty(_ field: BookField) -> Bool {
    forget(field)
    switch field.place {
    case .text(let path)?: self[keyPath: path] = ""
    case .list(let path)?: self[keyPath: path] = []
    default: return false
    }
    return true
  }

  /// The value of a field as one text, the way in which people type it: several values are separated
  /// by `; `. Nil: nothing is said, or that the field is empty.
  public func text(of field: BookField) -> String? {
    let text: String? =
      switch field.place {
      case .text(let path)?: self[keyPath: path]
      case .list(let path)?: self[keyPath: path]?.joined(separator: "; ")
      case .contributors(let path)?:
        self[keyPath: path]?.map(\.name).joined(separator: "; ")
      case .count(let path)?: self[keyPath: path].map(String.init)
      case .rating(let path)?:
        self[keyPath: path].map { Int(exactly: $0).map(String.init) ?? "\($0)" }
      case .identifiers(let path)?:
        self[keyPath: path]?.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
          .joined(separator: "; ")
      case nil: nil
      }
    return text?.isEmpty == true ? nil : text
  }

  /// The texts of a field that holds several; nil: nothing is said.
  public func texts(of field: BookField) -> [String]? {
    if case .list(let path)? = field.place { self[keyPath: path] } else { nil }
  }

  /// The value of a field as JSON; nil: nothing is said.
  public func json(of field: BookField) -> JSONValue? {
    switch field.place {
    case .text(let path)?: self[keyPath: path].map(JSONValue.string)
    case .list(let path)?:
      self[keyPath: path].map { .array($0.map(JSONValue.string)) }
    case .contributors(let path)?: self[keyPath: path].map { .array($0.map(\.json)) }
    case .count(let path)?: self[keyPath: path].map { .integer(Int64($0)) }
    case .rating(let path)?: self[keyPath: path].map(JSONValue.number)
    case .identifiers(let path)?:
      self[keyPath: path].map { .object($0.mapValues(JSONValue.string)) }
    case nil: nil
    }
  }

  /// Takes each field that `known` does not have from `source`. What belongs to another field (a form
  /// for sorting, roles, a number of a series) comes with it.
  public mutating func takeGaps(of known: BookDetails, from source: BookDetails) {
    for field in BookField.stored where field.kind != .identifiers {
      let owner = field.ownerName.flatMap(BookField.stored(named:)) ?? field
      if !known.says(owner) { copy(field, from: source) }
    }
  }

  /// Makes each text what `change` makes of it.
  public func mapTexts(_ change: (String) -> String) -> BookDetails {
    var details = self
    for field in BookField.stored {
      switch field.place {
      case .text(let path)?:
        if let text = self[keyPath: path] { details[keyPath: path] = change(text) }
      case .list(let path)?:
        if let texts = self[keyPath: path] { details[keyPath: path] = texts.map(change) }
      case .contributors(let path)?:
        details[keyPath: path] = self[keyPath: path]?.map { contributor in
          Contributor(
            name: change(contributor.name), sortName: contributor.sortName.map(change),
            role: contributor.role, dates: contributor.dates.map(change))
        }
      case .identifiers(let path)?:
        if let texts = self[keyPath: path] { details[keyPath: path] = texts.mapValues(change) }
      case .count?, .rating?, nil: break
      }
    }
    return details
  }
}

/// Values of fields that no property is for.
extension BookDetails {
  subscript(text name: String) -> String? {
    get { if case .string(let text)? = more?[name] { text } else { nil } }
    set { set(newValue.map(JSONValue.string), for: name) }
  }

  subscript(list name: String) -> [String]? {
    get {
      guard case .array(let elements)? = more?[name] else { return nil }
      return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    set { set(newValue.map { .array($0.map(JSONValue.string)) }, for: name) }
  }

  subscript(count name: String) -> Int? {
    get { if case .integer(let count)? = more?[name] { Int(exactly: count) } else { nil } }
    set { set(newValue.map { .integer(Int64($0)) }, for: name) }
  }

  private mutating func set(_ value: JSONValue?, for name: String) {
    if value != nil, more == nil { more = [:] }
    more?[name] = value
    if more?.isEmpty == true { more = nil }
  }
}
