/// Fields by the table of `BookField`.
extension BookDetails {
  /// Whether something is said of a field.
  public func says(_ field: BookField) -> Bool {
    switch field.place {
    case .text(let slot)?: self[slot] != nil
    case .list(let slot)?: self[slot] != nil
    case .contributors(let slot)?: self[slot] != nil
    case .count(let slot)?: self[slot] != nil
    case .rating(let slot)?: self[slot] != nil
    case .identifiers(let slot)?: self[slot] != nil
    case nil: false
    }
  }

  /// Whether the same is said of a field as elsewhere.
  public func says(_ field: BookField, as other: BookDetails) -> Bool {
    switch field.place {
    case .text(let slot)?: self[slot] == other[slot]
    case .list(let slot)?: self[slot] == other[slot]
    case .contributors(let slot)?: self[slot] == other[slot]
    case .count(let slot)?: self[slot] == other[slot]
    case .rating(let slot)?: self[slot] == other[slot]
    case .identifiers(let slot)?: self[slot] == other[slot]
    case nil: true
    }
  }

  /// Says of a field what is said elsewhere, also nothing.
  mutating func copy(_ field: BookField, from other: BookDetails) {
    switch field.place {
    case .text(let slot)?: self[slot] = other[slot]
    case .list(let slot)?: self[slot] = other[slot]
    case .contributors(let slot)?: self[slot] = other[slot]
    case .count(let slot)?: self[slot] = other[slot]
    case .rating(let slot)?: self[slot] = other[slot]
    case .identifiers(let slot)?: self[slot] = other[slot]
    case nil: break
    }
  }

  /// Says a text of a field that holds one.
  package mutating func set(_ field: BookField, to text: String?) {
    if case .text(let slot)? = field.place { self[slot] = text }
  }

  /// Says texts of a field that holds several.
  package mutating func set(_ field: BookField, to texts: [String]?) {
    if case .list(let slot)? = field.place { self[slot] = texts }
  }

  /// Says a number of a field that holds one.
  package mutating func set(_ field: BookField, to count: Int?) {
    if case .count(let slot)? = field.place { self[slot] = count }
  }

  /// Says stars of a field that holds them.
  package mutating func set(_ field: BookField, to stars: Double?) {
    if case .rating(let slot)? = field.place { self[slot] = stars }
  }

  package mutating func clear(_ field: BookField) {
    switch field.place {
    case .text(let slot)?: self[slot] = nil
    case .list(let slot)?: self[slot] = nil
    case .contributors(let slot)?: self[slot] = nil
    case .count(let slot)?: self[slot] = nil
    case .rating(let slot)?: self[slot] = nil
    case .identifiers(let slot)?: self[slot] = nil
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
    for part in BookField.stored where part.owner == field && !part.isColumn {
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
    case .text(let slot)?: self[slot]?.isEmpty == true
    case .list(let slot)?: self[slot]?.isEmpty == true
    default: false
    }
  }

  /// Says of a field that it is empty, so that nothing is shown, whatever others say.
  /// - Returns: false for a field of which that cannot be said here.
  public mutating func sayEmpty(_ field: BookField) -> Bool {
    forget(field)
    switch field.place {
    case .text(let slot)?: self[slot] = ""
    case .list(let slot)?: self[slot] = []
    default: return false
    }
    return true
  }

  /// The value of a field as one text, the way in which people type it: several values are separated
  /// by `; `. Nil: nothing is said, or that the field is empty.
  public func text(of field: BookField) -> String? {
    let text: String? =
      switch field.place {
      case .text(let slot)?: self[slot]
      case .list(let slot)?: self[slot]?.joined(separator: "; ")
      case .contributors(let slot)?:
        self[slot]?.map(\.name).joined(separator: "; ")
      case .count(let slot)?: self[slot].map(String.init)
      case .rating(let slot)?:
        self[slot].map { Int(exactly: $0).map(String.init) ?? "\($0)" }
      case .identifiers(let slot)?:
        self[slot]?.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
          .joined(separator: "; ")
      case nil: nil
      }
    return text?.isEmpty == true ? nil : text
  }

  /// The texts of a field that holds several; nil: nothing is said.
  public func texts(of field: BookField) -> [String]? {
    if case .list(let slot)? = field.place { self[slot] } else { nil }
  }

  /// The value of a field as JSON; nil: nothing is said.
  public func json(of field: BookField) -> JSONValue? {
    switch field.place {
    case .text(let slot)?: self[slot]?.json
    case .list(let slot)?: self[slot]?.json
    case .contributors(let slot)?: self[slot]?.json
    case .count(let slot)?: self[slot]?.json
    case .rating(let slot)?: self[slot]?.json
    case .identifiers(let slot)?: self[slot]?.json
    case nil: nil
    }
  }

  /// Takes each field that `known` does not have from `source`. What belongs to another field (a form
  /// for sorting, roles, a number of a series) comes with it.
  public mutating func takeGaps(of known: BookDetails, from source: BookDetails) {
    for field in BookField.stored where field.kind != .identifiers {
      if !known.says(field.owner ?? field) { copy(field, from: source) }
    }
  }

  /// Makes each text what `change` makes of it.
  public func mapTexts(_ change: (String) -> String) -> BookDetails {
    var details = self
    for field in BookField.stored {
      switch field.place {
      case .text(let slot)?:
        if let text = self[slot] { details[slot] = change(text) }
      case .list(let slot)?:
        if let texts = self[slot] { details[slot] = texts.map(change) }
      case .contributors(let slot)?:
        details[slot] = self[slot]?.map { contributor in
          Contributor(
            name: change(contributor.name), sortName: contributor.sortName.map(change),
            role: contributor.role, dates: contributor.dates.map(change))
        }
      case .identifiers(let slot)?:
        if let texts = self[slot] { details[slot] = texts.mapValues(change) }
      case .count?, .rating?, nil: break
      }
    }
    return details
  }
}
