import Composable
import FoundationEssentials
import Testing

@Suite("Identified collection, encoded and compared")
struct CollectionCodingTests {
  struct Word: Identifiable, Codable, Hashable, Comparable {
    let id: Int
    var text: String
    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
  }

  typealias Words = IdentifiedCollection<Word>

  private func decode(_ json: String) throws -> Words {
    try JSONDecoder().decode(Words.self, from: Data(json.utf8))
  }

  @Test("is an array of its elements in order, and comes back so")
  func roundTrip() throws {
    var words: Words = [Word(id: 1, text: "b"), Word(id: 2, text: "c"), Word(id: 3, text: "a")]
    words.remove(id: 1)
    words.append(Word(id: 4, text: "d"))
    let data = try JSONEncoder().encode(words)
    #expect(try JSONDecoder().decode([Word].self, from: data) == words.elements)
    let back = try JSONDecoder().decode(Words.self, from: data)
    #expect(back == words && back[id: 4]?.text == "d")
    #expect(try decode("[]").isEmpty)
  }

  @Test("data in which an ID comes twice is refused, with its place, and reported to nobody")
  func duplicate() throws {
    let reports = Reports()
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      let error = #expect(throws: DecodingError.self) {
        try decode(#"[{"id":7,"text":"a"},{"id":8,"text":"b"},{"id":7,"text":"c"}]"#)
      }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(context.debugDescription == "Element 2 has the ID 7 of an earlier one.")
    }
    #expect(reports.texts.isEmpty)
  }

  @Test(
    "data that is no such array is refused",
    arguments: [
      "", "null", "{}", "7", "[null]", "[7]", "[[]]", #"[{"id":1}]"#, #"[{"id":1,"text":"a"}"#,
      #"[{"id":"1","text":"a"}]"#,
    ])
  func hostile(json: String) {
    #expect(throws: DecodingError.self) { try decode(json) }
  }

  @Test("equality and hash see the elements and their order, not what was removed before")
  func equality() {
    let one: Words = [Word(id: 1, text: "a"), Word(id: 2, text: "b")]
    var other: Words = [Word(id: 3, text: "c"), Word(id: 2, text: "b"), Word(id: 1, text: "a")]
    other.remove(id: 3)
    #expect(one != other)
    other.reverse()
    #expect(one == other && one.hashValue == other.hashValue)
    other[id: 1]?.text = "z"
    #expect(one != other)
  }

  @Test("a copy equals without a comparison of the elements")
  func copies() {
    struct Unlike: Identifiable, Equatable {
      let id: Int
      static func == (left: Self, right: Self) -> Bool { false }
    }
    var one: IdentifiedCollection = [Unlike(id: 1)]
    let copy = one
    #expect(one == copy)
    one.updateOrAppend(Unlike(id: 1))
    #expect(one != copy)
  }

  @Test("elements with one ID are made one")
  func uniquing() throws {
    let words = Words(
      [Word(id: 1, text: "a"), Word(id: 2, text: "b"), Word(id: 1, text: "c")],
      uniquingIDsWith: { Word(id: $0.id, text: $0.text + $1.text) })
    #expect(Array(words) == [Word(id: 1, text: "ac"), Word(id: 2, text: "b")])
  }

  @Test("sorting keeps incarnations; a comparison that throws moves nothing")
  func sorting() throws {
    struct Unwilling: Error {}
    var words: Words = [Word(id: 1, text: "b"), Word(id: 2, text: "c"), Word(id: 3, text: "a")]
    let incarnations = words.ids.map { words.incarnation(of: $0) }
    #expect(throws: Unwilling.self) { try words.sort { _, _ in throw Unwilling() } }
    #expect(throws: Unwilling.self) { try words.removeAll { _ in throw Unwilling() } }
    #expect(words.ids == [1, 2, 3])
    words.sort()
    #expect(words.ids == [3, 1, 2])
    #expect([1, 2, 3].map { words.incarnation(of: $0) } == incarnations)
  }

  @Test(
    "moving as a list does",
    arguments: [([0], 3, [2, 3, 1]), ([2], 0, [3, 1, 2]), ([0, 2], 2, [2, 1, 3])])
  func moving(offsets: [Int], destination: Int, expected: [Int]) {
    var words = Words((1...3).map { Word(id: $0, text: "") })
    words.move(fromOffsets: offsets, toOffset: destination)
    #expect(words.ids == expected)
    let missing = words.move(id: 9, before: 1)
    let missingTarget = words.move(id: 1, before: 9)
    let missingEnd = words.moveToEnd(id: 9)
    #expect(!missing && !missingTarget && !missingEnd)
  }
}
