/// Reads values as a difference shows them, from their mirrors.
struct ValueReading {
  /// What a value looks like: some text, or parts.
  enum Shape {
    case text(String)
    /// A string of several lines.
    case lines([Substring])
    case parts(Parts)
  }

  struct Parts {
    enum Kind {
      case fields
      case list
      case set
      case dictionary
    }

    let kind: Kind
    let open: String
    let close: String
    let parts: [ValuePart]
  }

  private static let shortText = 100

  // MARK: Shapes

  /// What a value looks like.
  /// - Parameter expanding: whether a value with a short description of its own is taken apart
  ///   nevertheless.
  func shape(_ value: Any, expanding: Bool = false) -> Shape {
    if let string = value as? any StringProtocol { return shape(of: String(string)) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return .text("nil") }
      return shape(child.value, expanding: expanding)
    case .collection:
      return list(mirror)
    case .set:
      return set(mirror)
    case .dictionary:
      return dictionary(mirror)
    case .enum:
      return enumCase(value, mirror)
    default:
      return fields(value, mirror, expanding: expanding)
    }
  }

  private func shape(of string: String) -> Shape {
    if string.utf8.contains(UInt8(ascii: "\n")) {
      // By scalars: CR LF is one character, which no line feed is.
      let lines = string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      return .lines(lines.map { Substring($0) })
    }
    return .text(string.debugDescription)
  }

  private func list(_ mirror: Mirror) -> Shape {
    let parts = mirror.children.enumerated().map {
      ValuePart(label: .position($0.offset), value: $0.element.value)
    }
    return .parts(Parts(kind: .list, open: "[", close: "]", parts: parts))
  }

  private func set(_ mirror: Mirror) -> Shape {
    let parts = mirror.children.map { ValuePart(label: .none, value: $0.value) }
    return .parts(Parts(kind: .set, open: "[", close: "]", parts: inOrder(parts) { $0.value }))
  }

  private func dictionary(_ mirror: Mirror) -> Shape {
    let parts = mirror.children.compactMap { entry -> ValuePart? in
      let pair = Array(Mirror(reflecting: entry.value).children)
      return pair.count == 2 ? ValuePart(label: .key(pair[0].value), value: pair[1].value) : nil
    }
    return .parts(
      Parts(
        kind: .dictionary, open: "[", close: "]",
        parts: inOrder(parts) { if case .key(let key) = $0.label { key } else { $0.value } }))
  }

  private func enumCase(_ value: Any, _ mirror: Mirror) -> Shape {
    guard let child = mirror.children.first, let name = child.label else {
      if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
        return .text(String(reflecting: value))
      }
      return .text(".\(value)")
    }
    let payload = Mirror(reflecting: child.value)
    let parts =
      payload.displayStyle == .tuple
      ? payload.children.map { ValuePart(label: .field(named: $0.label), value: $0.value) }
      : [ValuePart(label: .none, value: child.value)]
    return .parts(Parts(kind: .fields, open: ".\(name)(", close: ")", parts: parts))
  }

  private func fields(_ value: Any, _ mirror: Mirror, expanding: Bool) -> Shape {
    // A mirror of another type stands for what is wrapped.
    let isItself = mirror.subjectType == type(of: value)
    let isTuple = mirror.displayStyle == .tuple
    var children = Array(mirror.children)
    var above = mirror.superclassMirror
    while let parent = above {
      children = Array(parent.children) + children
      above = parent.superclassMirror
    }
    if children.isEmpty {
      let isPlain = value is any CustomStringConvertible
      return .text(
        mirror.displayStyle == nil || isPlain
          ? String(reflecting: value) : "\(mirror.subjectType)()")
    }
    if !expanding, isItself, let own = value as? any CustomStringConvertible {
      let description = own.description
      if description.utf8.count <= Self.shortText, !description.utf8.contains(UInt8(ascii: "\n")) {
        return .text(description)
      }
    }
    let parts = children.map {
      ValuePart(label: .field(named: $0.label, isWrapped: wraps($0.value)), value: $0.value)
    }
    let name = isTuple ? "" : "\(mirror.subjectType)"
    return .parts(Parts(kind: .fields, open: "\(name)(", close: ")", parts: parts))
  }

  /// Whether a value shows itself as a value of another type.
  private func wraps(_ value: Any) -> Bool {
    guard value is any CustomReflectable else { return false }
    return Mirror(reflecting: value).subjectType != type(of: value)
  }

  // MARK: One line

  /// A value in one line, without what it consists of.
  func brief(_ value: Any) -> String {
    switch shape(value) {
    case .text(let text): return cut(text)
    case .lines(let lines): return "\"\(cut(String(lines[0])))…\" (\(lines.count) lines)"
    case .parts(let parts):
      if let inline = inline(parts) { return inline }
      switch parts.kind {
      case .list, .set: return "[\(counted(parts.parts.count, "element"))]"
      case .dictionary: return "[\(counted(parts.parts.count, "entry", "entries"))]"
      case .fields:
        if let key = ValuePart(label: .none, value: value).id {
          return "\(parts.open)id: \(brief(key.base)), …\(parts.close)"
        }
        return "\(parts.open)…\(parts.close)"
      }
    }
  }

  /// A value in one line, with all that it holds when that is short.
  func line(_ value: Any) -> String { inline(value) ?? brief(value) }

  /// An enum's case, a tuple or an empty collection in one line with all that it holds, when that is
  /// short.
  func inline(_ parts: Parts, levels: Int = 4) -> String? {
    if parts.parts.isEmpty { return parts.kind == .dictionary ? "[:]" : parts.open + parts.close }
    guard parts.kind == .fields, parts.open.first == "." || parts.open == "(",
      parts.parts.count <= 4, levels > 0
    else { return nil }
    var texts: [String] = []
    for part in parts.parts {
      guard let text = inline(part.value, levels: levels - 1) else { return nil }
      texts.append(self.text(of: part.label) + text)
    }
    let line = parts.open + texts.joined(separator: ", ") + parts.close
    return line.utf8.count <= Self.shortText ? line : nil
  }

  private func inline(_ value: Any, levels: Int = 4) -> String? {
    switch shape(value) {
    case .text(let text): text
    case .lines: nil
    case .parts(let parts): inline(parts, levels: levels)
    }
  }

  func text(of label: ValuePart.Label) -> String {
    switch label {
    case .none: ""
    case .field(let name): "\(name): "
    case .position(let position): "[\(position)] "
    case .key(let key): "\(brief(key)): "
    case .id(let id): "[id: \(brief(id.base))] "
    }
  }

  private func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  private func cut(_ text: String) -> String {
    text.utf8.count <= Self.shortText ? text : "\(text.prefix(Self.shortText))…"
  }

  // MARK: Order

  /// Brings what has no order of its own into one that does not change.
  private func inOrder(_ parts: [ValuePart], by key: (ValuePart) -> Any) -> [ValuePart] {
    func less<Known: Comparable>(_ left: Known, _ right: Any) -> Bool? {
      (right as? Known).map { left < $0 }
    }
    let keyed = parts.map { (part: $0, key: key($0)) }
    if let first = keyed.first?.key as? any Comparable, less(first, first) != nil {
      return keyed.sorted { left, right in
        (left.key as? any Comparable).flatMap { less($0, right.key) } ?? false
      }.map(\.part)
    }
    return keyed.map { (part: $0.part, text: sortingText(of: $0.key)) }
      .sorted { $0.text < $1.text }.map(\.part)
  }

  private func sortingText(of key: Any) -> String {
    var writer = DifferenceWriter()
    writer.write(key, mark: .both, label: .none)
    return writer.rows.map(\.text).joined(separator: "\n")
  }
}
