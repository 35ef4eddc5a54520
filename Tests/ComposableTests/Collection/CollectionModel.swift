import Determinism
import Testing

@testable import Composable

/// A collection of notes, and what a plain array says that it must be.
struct CollectionModel {
  var collection = IdentifiedCollection<SavedNote>()
  var notes: [SavedNote] = []
  /// The incarnation of each note; nil: it must be one that was never seen.
  var incarnations: [Int: UInt64?] = [:]
  var seen: Set<UInt64> = []
  var lentID: Int?
  var removals = 0
  /// What a store would hold after the changes that were taken.
  var disk: [Int: SavedNote.Record] = [:]
  /// What a reader knew of the collection when it last looked.
  var known: [Int: UInt64] = [:]
  var cursor: UInt64
  var removalsKnown = 0

  init() {
    collection.journal = ChangeJournal()
    cursor = collection.removals.lastStamp
  }

  /// The notes that can be seen: a lent one cannot.
  var visible: [SavedNote] { notes.filter { $0.id != lentID } }

  mutating func add(_ note: SavedNote, at place: Int? = nil) {
    notes.insert(note, at: place ?? notes.count)
    incarnations[note.id] = .some(nil)
  }

  @discardableResult
  mutating func drop(_ id: Int) -> SavedNote? {
    guard let place = notes.firstIndex(where: { $0.id == id }) else { return nil }
    removals += 1
    incarnations[id] = nil
    let isLent = lentID == id
    if isLent { lentID = nil }
    let note = notes.remove(at: place)
    return isLent ? nil : note
  }

  /// Changes the order of what can be seen; the lent note keeps the number of notes before it.
  mutating func reorder(_ body: (inout [SavedNote]) -> Void) {
    var seen = visible
    body(&seen)
    if let place = notes.firstIndex(where: { $0.id == lentID }) {
      seen.insert(notes[place], at: place)
    }
    notes = seen
  }

  mutating func check(_ comment: Comment) {
    checkContents(comment)
    checkReader(comment)
    checkJournal(comment)
  }

  private mutating func checkContents(_ comment: Comment) {
    #expect(Array(collection) == visible, comment)
    #expect(Array(collection.reversed()) == Array(visible.reversed()), comment)
    #expect(collection.elements == visible, comment)
    #expect(collection.ids == visible.map(\.id), comment)
    #expect(collection.count == visible.count, comment)
    #expect(collection.isEmpty == visible.isEmpty, comment)
    #expect(collection.first == visible.first && collection.last == visible.last, comment)
    #expect(
      collection.distance(from: collection.startIndex, to: collection.endIndex) == visible.count,
      comment)
    for (offset, note) in visible.enumerated() {
      #expect(collection[id: note.id] == note, comment)
      let index = collection.index(collection.startIndex, offsetBy: offset)
      #expect(collection.index(id: note.id) == index && collection[index] == note, comment)
    }
    for id in 0..<CollectionActions.ids where !notes.contains(where: { $0.id == id }) {
      #expect(collection[id: id] == nil && !collection.contains(id: id), comment)
      #expect(collection.incarnation(of: id) == nil && collection.index(id: id) == nil, comment)
    }
    for note in notes {
      let incarnation = collection.incarnation(of: note.id)
      if let expected = incarnations[note.id] ?? nil {
        #expect(incarnation == expected, comment)
      } else if let incarnation {
        #expect(seen.insert(incarnation).inserted, comment)
        incarnations[note.id] = incarnation
      }
    }
  }

  /// A reader learns exactly of those that are gone, or that it must look for itself.
  private mutating func checkReader(_ comment: Comment) {
    var gone: [Int: UInt64] = [:]
    let isComplete = collection.removals.forEach(after: cursor) { id, incarnation in
      if known[id] == incarnation { gone[id] = incarnation }
    }
    if isComplete {
      #expect(gone == known.filter { collection.incarnation(of: $0.key) != $0.value }, comment)
    } else {
      #expect(removals - removalsKnown > 256, comment)
    }
    cursor = collection.removals.lastStamp
    removalsKnown = removals
    known = [:]
    for note in notes { known[note.id] = collection.incarnation(of: note.id) }
  }

  /// What was journaled leads from the state that was saved to the present one.
  private mutating func checkJournal(_ comment: Comment) {
    guard lentID == nil else { return }
    for change in collection.takeChanges() {
      #expect(change.old?.record == disk[change.id], comment)
      disk[change.id] = change.new?.record
    }
    let records = notes.map { ($0.id, $0.record) }
    #expect(disk == Dictionary(uniqueKeysWithValues: records), comment)
  }
}
