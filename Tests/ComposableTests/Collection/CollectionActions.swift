import Determinism

@testable import Composable

/// Everything that can be done to a collection, done to a model as well, as chance has it.
struct CollectionActions {
  static let ids = 80

  var random: SeededGenerator
  var model = CollectionModel()
  private var serial = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  private mutating func id() -> Int { number(0..<Self.ids) }

  private mutating func note(_ id: Int) -> SavedNote {
    serial += 1
    return SavedNote(id, "\(serial)")
  }

  mutating func act() {
    switch number(0..<10) {
    case 0...2: addOne()
    case 3...4: changeOne()
    case 5...6: removeOne()
    case 7: number(0..<8) == 0 ? removeMany() : removeOne()
    case 8: reorder()
    default: lendOrGiveBack()
    }
  }

  private mutating func addOne() {
    let note = note(id())
    guard !model.collection.contains(id: note.id) else { return }
    let count = model.collection.count
    let offset = number(0..<count + 1)
    switch number(0..<5) {
    case 0: model.collection.append(note)
    case 1: model.collection.updateOrAppend(note)
    case 2: model.collection[id: note.id] = note
    case 3:
      model.collection.insert(note, at: offset)
      return inserted(note, at: offset, of: count)
    default:
      model.collection.updateOrInsert(note, at: offset)
      return inserted(note, at: offset, of: count)
    }
    model.add(note)
  }

  private mutating func inserted(_ note: SavedNote, at offset: Int, of count: Int) {
    model.add(note)
    guard offset < count else { return }
    model.reorder { $0.insert($0.removeLast(), at: offset) }
  }

  private mutating func changeOne() {
    let note = note(id())
    guard note.id != model.lentID else {
      // A change that does not reach a lent note leaves it alone.
      model.collection[id: note.id]?.record.text = "unseen"
      return
    }
    let place = model.notes.firstIndex { $0.id == note.id }
    switch number(0..<5) {
    case 0: model.collection[id: note.id]?.record.text = note.record.text
    case 1: model.collection.update(note)
    case 2 where place != nil: model.collection.updateOrAppend(note)
    case 3 where place != nil: model.collection[id: note.id] = note
    default:
      guard let place else { return }
      return rename(place)
    }
    if let place { model.notes[place] = note }
  }

  private mutating func rename(_ place: Int) {
    let old = model.notes[place].id
    let new = id()
    guard !model.collection.contains(id: new) else { return }
    model.collection[id: old]?.record.id = new
    var note = model.notes[place]
    note.record.id = new
    model.drop(old)
    model.add(note, at: place)
  }

  private mutating func removeOne() {
    let id = id()
    if number(0..<2) == 0 {
      model.collection.remove(id: id)
    } else {
      model.collection[id: id] = nil
    }
    model.drop(id)
  }

  private mutating func removeMany() {
    switch number(0..<4) {
    case 0:
      let gone = (0..<number(0..<30)).map { _ in id() }
      let removed = model.collection.remove(ids: gone)
      let expected = gone.compactMap { model.drop($0) }
      precondition(removed == expected, "remove(ids:) returned others")
    case 1:
      let remainder = number(0..<4)
      model.collection.removeAll { $0.id % 4 == remainder }
      for note in model.visible where note.id % 4 == remainder { model.drop(note.id) }
    case 2:
      let remainder = number(0..<4)
      model.collection = model.collection.filter { $0.id % 4 != remainder }
      for note in model.visible where note.id % 4 == remainder { model.drop(note.id) }
    default:
      model.collection.removeAll()
      for note in model.notes { model.drop(note.id) }
    }
  }

  private mutating func reorder() {
    let count = model.collection.count
    switch number(0..<6) {
    case 0:
      model.collection.sort { $0.id < $1.id }
      model.reorder { $0.sort { $0.id < $1.id } }
    case 1:
      model.collection.sort(on: \.record.text)
      model.reorder { $0.sort { $0.record.text < $1.record.text } }
    case 2:
      model.collection.reverse()
      model.reorder { $0.reverse() }
    case 3:
      var same = random
      model.collection.shuffle(using: &random)
      model.reorder { $0.shuffle(using: &same) }
    case 4:
      let offsets = (0..<count).filter { _ in number(0..<5) == 0 }
      let destination = number(0..<count + 1)
      model.collection.move(fromOffsets: offsets, toOffset: destination)
      model.reorder { notes in
        let moved = offsets.map { notes[$0] }
        let before = notes[..<destination].filter { !moved.contains($0) }
        let after = notes[destination...].filter { !moved.contains($0) }
        notes = before + moved + after
      }
    default:
      moveOne()
    }
  }

  private mutating func moveOne() {
    let moved = id()
    let other = id()
    if number(0..<2) == 0 {
      guard model.collection.moveToEnd(id: moved) else { return }
      if let place = model.notes.firstIndex(where: { $0.id == moved }) {
        model.notes.append(model.notes.remove(at: place))
      }
    } else if model.collection.move(id: moved, before: other), moved != other {
      model.reorder { notes in
        guard let from = notes.firstIndex(where: { $0.id == moved }) else { return }
        let note = notes.remove(at: from)
        notes.insert(note, at: notes.firstIndex { $0.id == other } ?? notes.count)
      }
    }
  }

  private mutating func lendOrGiveBack() {
    if let lent = model.lentID {
      let note = note(lent)
      model.collection.giveBack(note)
      model.lentID = nil
      if let place = model.notes.firstIndex(where: { $0.id == lent }) { model.notes[place] = note }
    } else if let (note, _) = model.collection.lend(id: id()) {
      model.lentID = note.id
    }
  }
}
