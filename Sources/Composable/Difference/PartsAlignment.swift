/// Finds which parts of two values belong together.
struct PartsAlignment {
  enum Step {
    case same(ValuePart)
    case unchanged(Int)
    case changed(old: Any, new: Any, label: ValuePart.Label)
    case removed(ValuePart)
    case inserted(ValuePart)
    case movedFrom(ValuePart)
    case movedTo(ValuePart)
  }

  let reading: ValueReading

  private static let mostCompared = 300
  private static let mostSame = 3

  func steps(from old: ValueReading.Parts, to new: ValueReading.Parts) -> [Step] {
    let steps =
      switch old.kind {
      case .fields: fields(old.parts, new.parts)
      case .list: identified(old.parts, new.parts) ?? list(old.parts, new.parts)
      case .set: keyed(old.parts, new.parts) { $0.value as? AnyHashable }
      case .dictionary:
        keyed(old.parts, new.parts) { part in
          if case .key(let key) = part.label { key as? AnyHashable } else { nil }
        }
      }
    return old.kind == .fields ? steps : gathered(steps)
  }

  private func fields(_ old: [ValuePart], _ new: [ValuePart]) -> [Step] {
    let shared = zip(old, new).map { Step.changed(old: $0.value, new: $1.value, label: $1.label) }
    return shared + old.dropFirst(new.count).map { .removed($0) }
      + new.dropFirst(old.count).map { .inserted($0) }
  }

  private func pair(_ old: ValuePart, _ new: ValuePart, label: ValuePart.Label) -> Step {
    if ValueEquality.areEqual(old.value, new.value) == true {
      return .same(ValuePart(label: label, value: new.value))
    }
    return .changed(old: old.value, new: new.value, label: label)
  }

  /// Pairs what was removed with what was put in its place.
  private func list(_ old: [ValuePart], _ new: [ValuePart]) -> [Step] {
    var steps: [Step] = []
    var removed: [ValuePart] = []
    var inserted: [ValuePart] = []
    func settle() {
      for (before, after) in zip(removed, inserted) {
        steps.append(pair(before, after, label: after.label))
      }
      steps += removed.dropFirst(inserted.count).map { .removed($0) }
      steps += inserted.dropFirst(removed.count).map { .inserted($0) }
      removed = []
      inserted = []
    }
    let alignment = Alignment(old.count, new.count, mostCompared: Self.mostCompared) {
      ValueEquality.areEqual(old[$0].value, new[$1].value) == true
    }
    for step in alignment.steps {
      switch step {
      case .old(let position): removed.append(old[position])
      case .new(let position): inserted.append(new[position])
      case .both(_, let position):
        settle()
        steps.append(.same(new[position]))
      }
    }
    settle()
    return steps
  }

  /// Pairs entries with equal keys.
  private func keyed(
    _ old: [ValuePart], _ new: [ValuePart], by key: (ValuePart) -> AnyHashable?
  ) -> [Step] {
    func positions(_ parts: [ValuePart]) -> [AnyHashable: Int] {
      Dictionary(
        parts.enumerated().compactMap { entry in key(entry.element).map { ($0, entry.offset) } },
        uniquingKeysWith: { first, _ in first })
    }
    let oldPositions = positions(old)
    let newPositions = positions(new)
    var steps: [Step] = []
    var next = 0
    // Both are in one order, so what is gone stands before the next that both have.
    for part in new {
      let position = key(part).flatMap { oldPositions[$0] }
      if let position {
        while next < position {
          if key(old[next]).flatMap({ newPositions[$0] }) == nil {
            steps.append(.removed(old[next]))
          }
          next += 1
        }
        next = max(next, position + 1)
        steps.append(pair(old[position], part, label: part.label))
      } else {
        steps.append(.inserted(part))
      }
    }
    for part in old.dropFirst(next) where key(part).flatMap({ newPositions[$0] }) == nil {
      steps.append(.removed(part))
    }
    return steps
  }

  /// Pairs elements with equal IDs, wherever they are.
  /// - Returns: nil when not all of them have an ID of their own.
  private func identified(_ old: [ValuePart], _ new: [ValuePart]) -> [Step]? {
    guard let oldIDs = ids(of: old), let newIDs = ids(of: new) else { return nil }
    let oldPositions = Dictionary(uniqueKeysWithValues: zip(oldIDs, old.indices))
    let staying = Set(newIDs)
    let stable = LongestRise.positions(of: newIDs.compactMap { oldPositions[$0] })
    var steps: [Step] = []
    var next = 0
    func leave(upTo end: Int) {
      while next < end {
        let part = ValuePart(label: .id(oldIDs[next]), value: old[next].value)
        steps.append(staying.contains(oldIDs[next]) ? .movedFrom(part) : .removed(part))
        next += 1
      }
    }
    for (id, part) in zip(newIDs, new) {
      let labelled = ValuePart(label: .id(id), value: part.value)
      guard let position = oldPositions[id] else {
        steps.append(.inserted(labelled))
        continue
      }
      let pair = pair(old[position], part, label: .id(id))
      if stable.contains(position) {
        leave(upTo: position)
        next = position + 1
        steps.append(pair)
      } else {
        steps.append(.movedTo(labelled))
        if case .changed = pair { steps.append(pair) }
      }
    }
    leave(upTo: old.count)
    return steps
  }

  private func ids(of parts: [ValuePart]) -> [AnyHashable]? {
    var ids: [AnyHashable] = []
    var known: Set<AnyHashable> = []
    for part in parts {
      guard let id = part.id, known.insert(id).inserted else { return nil }
      ids.append(id)
    }
    return ids
  }

  /// Takes long runs of equal parts together.
  private func gathered(_ steps: [Step]) -> [Step] {
    var result: [Step] = []
    var run: [Step] = []
    func settle() {
      if run.count > Self.mostSame { run = [.unchanged(run.count)] }
      result += run
      run = []
    }
    for step in steps {
      if case .same = step {
        run.append(step)
      } else {
        settle()
        result.append(step)
      }
    }
    settle()
    return result
  }
}
