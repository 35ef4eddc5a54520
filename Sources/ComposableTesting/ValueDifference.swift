/// Shows where two values differ, line by line.
enum ValueDifference {
  /// The lines of both, `−` before those only expected and `+` before those only there; equal lines
  /// far from a difference are left out.
  static func text(expected: Any, actual: Any) -> String {
    let old = lines(of: expected)
    let new = lines(of: actual)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [(mark: String, text: String)] = []
    var position = (old: 0, new: 0)
    while position.old < old.count || position.new < new.count {
      if position.old < old.count, removed.contains(position.old) {
        rows.append(("−", old[position.old]))
        position.old += 1
      } else if position.new < new.count, inserted.contains(position.new) {
        rows.append(("+", new[position.new]))
        position.new += 1
      } else {
        rows.append((" ", new[position.new]))
        position.old += 1
        position.new += 1
      }
    }
    return shortened(rows)
  }

  private static func shortened(_ rows: [(mark: String, text: String)]) -> String {
    let context = 3
    let changed = rows.indices.filter { rows[$0].mark != " " }
    var shown: Set<Int> = []
    for index in changed { shown.formUnion(max(0, index - context)...(index + context)) }
    var text: [String] = []
    var isGap = false
    for (index, row) in rows.enumerated() {
      if shown.contains(index) {
        text.append("  \(row.mark) \(row.text)")
        isGap = false
      } else if !isGap {
        text.append("    …")
        isGap = true
      }
    }
    return text.joined(separator: "\n")
  }

  /// A value as lines: one for each part that has no parts.
  static func lines(of value: Any, label: String = "", indent: Int = 0) -> [String] {
    let mirror = Mirror(reflecting: value)
    let start = String(repeating: "  ", count: indent) + label
    if mirror.displayStyle == .optional {
      guard let child = mirror.children.first else { return [start + "nil"] }
      return lines(of: child.value, label: label, indent: indent)
    }
    if mirror.children.isEmpty || value is any CustomStringConvertible && !(mirror.isContainer) {
      return [start + String(reflecting: value)]
    }
    let isList = mirror.displayStyle == .collection || mirror.displayStyle == .set
    var text = [start + (isList ? "[" : "\(mirror.subjectType)(")]
    for (position, child) in mirror.children.enumerated() {
      let name = isList ? "[\(position)] " : child.label.map { "\($0): " } ?? ""
      text += lines(of: child.value, label: name, indent: indent + 1)
    }
    text.append(String(repeating: "  ", count: indent) + (isList ? "]" : ")"))
    return text
  }
}

extension Mirror {
  fileprivate var isContainer: Bool {
    switch displayStyle {
    case .collection, .dictionary, .set, .struct, .class, .enum, .tuple: true
    default: false
    }
  }
}
