/// Writes two values as lines, each with a mark.
///
/// What is equal takes one line, so that the cost and the length are those of what differs.
struct DifferenceWriter {
  private(set) var rows: [DifferenceRow] = []
  /// How many of the rows are of one value only.
  private(set) var changes = 0
  /// Whether there was too much to write.
  private(set) var wasCut = false
  private let reading = ValueReading()
  private var owners: [Int] = []
  private var objects: [ObjectIdentifier: Int] = [:]
  private var compared: Set<[ObjectIdentifier]> = []

  private static let mostRows = 10_000
  private static let deepest = 40

  // MARK: Comparing

  /// Writes where two values differ.
  mutating func compare(_ old: Any, _ new: Any, label: ValuePart.Label) {
    if wasCut { return }
    let old = Any?.opened(old)
    let new = Any?.opened(new)
    let areEqual = ValueEquality.areEqual(old, new)
    if areEqual == true || isCompared(old, new) { return same(new, label: label) }
    compareShapes(
      old, new, reading.shape(old), reading.shape(new), label: label,
      isSure: areEqual == false, mayExpand: true)
  }

  private mutating func compareShapes(
    _ old: Any, _ new: Any, _ oldShape: ValueReading.Shape, _ newShape: ValueReading.Shape,
    label: ValuePart.Label, isSure: Bool, mayExpand: Bool
  ) {
    switch (oldShape, newShape) {
    case (.text(let oldText), .text(let newText)):
      if oldText != newText {
        let (from, to) = StringDifference.cut(oldText, newText)
        row(.old, label, from)
        row(.new, label, to)
      } else if mayExpand {
        compareShapes(
          old, new, reading.shape(old, expanding: true), reading.shape(new, expanding: true),
          label: label, isSure: isSure, mayExpand: false)
      } else {
        lookTheSame(old, new, label: label, areDifferent: isSure)
      }
    case (.lines(let oldLines), .lines(let newLines)):
      compareLines(oldLines, newLines, label: label)
    case (.parts(let oldParts), .parts(let newParts))
    where oldParts.open == newParts.open && oldParts.kind == newParts.kind
      && owners.count < Self.deepest:
      compareParts(old, new, oldParts, newParts, label: label, isSure: isSure)
    default:
      write(old, mark: .old, label: label)
      write(new, mark: .new, label: label)
    }
  }

  private mutating func compareParts(
    _ old: Any, _ new: Any, _ oldParts: ValueReading.Parts, _ newParts: ValueReading.Parts,
    label: ValuePart.Label, isSure: Bool
  ) {
    if oldParts.kind == .fields, let from = reading.inline(oldParts),
      let to = reading.inline(newParts), from != to
    {
      row(.old, label, from)
      row(.new, label, to)
      return
    }
    let start = rows.count
    let changesBefore = changes
    open(.both, label, newParts.open)
    for step in PartsAlignment(reading: reading).steps(from: oldParts, to: newParts) {
      write(step)
    }
    close(.both, newParts.close)
    if changes > changesBefore || wasCut { return }
    rows.removeSubrange(start...)
    lookTheSame(old, new, label: label, areDifferent: isSure)
  }

  private mutating func write(_ step: PartsAlignment.Step) {
    switch step {
    case .same(let part): same(part.value, label: part.label)
    case .unchanged(let count): row(.both, .none, "… (\(count) unchanged)")
    case .changed(let old, let new, let label): compare(old, new, label: label)
    case .removed(let part): write(part.value, mark: .old, label: part.label)
    case .inserted(let part): write(part.value, mark: .new, label: part.label)
    case .movedFrom(let part):
      row(.old, part.label, "\(reading.brief(part.value)) (moved)")
    case .movedTo(let part): row(.new, part.label, "\(reading.brief(part.value)) (moved)")
    }
  }

  private mutating func compareLines(
    _ old: [Substring], _ new: [Substring], label: ValuePart.Label
  ) {
    open(.both, label, "\"\"\"")
    for (mark, line) in StringDifference.lines(from: old, to: new) {
      row(mark, .none, StringDifference.cut(String(line)))
    }
    close(.both, "\"\"\"")
  }

  private mutating func same(_ value: Any, label: ValuePart.Label) {
    row(.both, label, reading.brief(value))
  }

  /// Writes two values in which no difference is to be seen.
  private mutating func lookTheSame(
    _ old: Any, _ new: Any, label: ValuePart.Label, areDifferent: Bool
  ) {
    // Two objects that cannot be compared: they were not the same one.
    let areObjects = type(of: old) is AnyClass && type(of: new) is AnyClass
    guard areDifferent || areObjects else { return same(new, label: label) }
    let reason = areDifferent ? "not equal, though it looks the same" : "another object"
    row(.old, label, reading.brief(old))
    row(.new, label, "\(reading.brief(new)) (\(reason))")
  }

  /// Whether two objects are one, or have been compared already: objects may refer to each other.
  private mutating func isCompared(_ old: Any, _ new: Any) -> Bool {
    guard type(of: old) is AnyClass, type(of: new) is AnyClass else { return false }
    let pair = [ObjectIdentifier(old as AnyObject), ObjectIdentifier(new as AnyObject)]
    // mutant rings-of-objects-end:
    //   `|| !compared.insert(pair).inserted` -> `` (ValueDifferenceTests)
    return pair[0] == pair[1] || !compared.insert(pair).inserted
  }

  // MARK: Writing

  /// Writes all of a value.
  mutating func write(_ value: Any, mark: DifferenceRow.Mark, label: ValuePart.Label) {
    if wasCut { return }
    let value = Any?.opened(value)
    if type(of: value) is AnyClass, !isFirstSight(of: value as AnyObject) {
      return row(mark, label, "\(type(of: value)) (written above)")
    }
    switch reading.shape(value) {
    case .text(let text): row(mark, label, StringDifference.cut(text))
    case .lines(let lines):
      open(mark, label, "\"\"\"")
      for line in lines { row(mark, .none, StringDifference.cut(String(line))) }
      close(mark, "\"\"\"")
    case .parts(let parts):
      if let inline = reading.inline(parts) { return row(mark, label, inline) }
      if owners.count >= Self.deepest { return row(mark, label, reading.brief(value)) }
      open(mark, label, parts.open)
      for part in parts.parts {
        if wasCut { return }
        write(part.value, mark: mark, label: part.label)
      }
      close(mark, parts.close)
    }
  }

  private mutating func isFirstSight(of object: AnyObject) -> Bool {
    objects.updateValue(objects.count, forKey: ObjectIdentifier(object)) == nil
  }

  private mutating func open(_ mark: DifferenceRow.Mark, _ label: ValuePart.Label, _ text: String) {
    row(mark, label, text)
    owners.append(rows.count - 1)
  }

  private mutating func close(_ mark: DifferenceRow.Mark, _ text: String) {
    owners.removeLast()
    row(mark, .none, text)
  }

  private mutating func row(_ mark: DifferenceRow.Mark, _ label: ValuePart.Label, _ text: String) {
    if rows.count >= Self.mostRows { wasCut = true }
    if wasCut { return }
    if mark != .both { changes += 1 }
    rows.append(
      DifferenceRow(
        mark: mark, depth: owners.count, text: reading.text(of: label) + text, owner: owners.last))
  }
}
