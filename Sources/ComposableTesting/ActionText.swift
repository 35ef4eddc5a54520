/// An action as its reader would write it: `counters(.element(id: 1, action: .increment))`.
enum ActionText {
  /// How many elements of a collection are shown, and how many characters of the whole.
  private static let limit = (elements: 3, characters: 500)

  static func text(_ action: Any) -> String {
    var text = ""
    write(action, isOutermost: true, depth: 0, to: &text)
    return text.count > limit.characters ? text.prefix(limit.characters) + "…" : text
  }

  private static func write(
    _ value: Any, isOutermost: Bool = false, depth: Int, to text: inout String
  ) {
    if text.utf8.count > 4 * limit.characters || depth > 32 {
      text += "…"
      return
    }
    if let string = value as? String {
      text += string.debugDescription
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let some = mirror.children.first else {
        text += "nil"
        return
      }
      write(some.value, depth: depth + 1, to: &text)
    case .collection, .set, .dictionary:
      writeElements(of: mirror, depth: depth, to: &text)
    case .tuple:
      writeParts(of: mirror, depth: depth, to: &text)
    case _ where value is any CustomStringConvertible:
      text += "\(value)"
    case _ where value is any CustomDebugStringConvertible:
      text += String(reflecting: value)
    case .enum:
      if !isOutermost { text += "." }
      guard let payload = mirror.children.first, let name = payload.label else {
        text += "\(value)"
        return
      }
      text += name
      if Mirror(reflecting: payload.value).displayStyle == .tuple {
        write(payload.value, depth: depth + 1, to: &text)
      } else {
        text += "("
        write(payload.value, depth: depth + 1, to: &text)
        text += ")"
      }
    case .struct, .class:
      text += "\(mirror.subjectType)"
      writeParts(of: mirror, depth: depth, to: &text)
    default:
      text += "\(value)"
    }
  }

  private static func writeParts(of mirror: Mirror, depth: Int, to text: inout String) {
    text += "("
    for (index, part) in mirror.children.enumerated() {
      if index > 0 { text += ", " }
      if let label = part.label, !label.hasPrefix(".") { text += "\(label): " }
      write(part.value, depth: depth + 1, to: &text)
    }
    text += ")"
  }

  private static func writeElements(of mirror: Mirror, depth: Int, to text: inout String) {
    text += "["
    for (index, part) in mirror.children.prefix(limit.elements).enumerated() {
      if index > 0 { text += ", " }
      if mirror.displayStyle == .dictionary {
        let pair = Array(Mirror(reflecting: part.value).children)
        for (position, half) in pair.enumerated() {
          if position > 0 { text += ": " }
          write(half.value, depth: depth + 1, to: &text)
        }
      } else {
        write(part.value, depth: depth + 1, to: &text)
      }
    }
    let left = Int(mirror.children.count) - limit.elements
    if left > 0 { text += ", … and \(left) more" }
    text += "]"
  }
}
