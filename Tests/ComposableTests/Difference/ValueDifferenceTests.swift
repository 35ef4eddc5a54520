import Composable
import Testing

@Suite("Differences of values")
struct ValueDifferenceTests {
  struct Book: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var pages: Int? = nil
    var shelf = Shelf.unread
  }

  enum Shelf: Equatable, Sendable {
    case unread
    case lent(to: String, days: Int)
    case sold(Sale)
  }

  struct Sale: Equatable, Sendable {
    var buyer: String
    var price: Int
  }

  struct Library: Equatable, Sendable {
    var name = "Mine"
    var books: IdentifiedCollection<Book> = []
    var counts: [String: Int] = [:]
    var tags: Set<String> = []
    var lines: [String] = []
    var note = ""
  }

  private func books(_ ids: some Sequence<Int>) -> IdentifiedCollection<Book> {
    IdentifiedCollection(ids.map { Book(id: $0, title: "Book \($0)") })
  }

  private func difference(_ old: Any, _ new: Any) -> String {
    ValueDifference.text(from: old, to: new) ?? "same"
  }

  private func changed(_ old: Library = Library(), _ change: (inout Library) -> Void) -> String {
    var new = old
    change(&new)
    return difference(old, new)
  }

  @Test("equal values have none")
  func equal() {
    #expect(ValueDifference.text(from: Library(), to: Library()) == nil)
    #expect(ValueDifference.text(from: 1, to: 1) == nil)
  }

  @Test("of a large collection the changed element is shown, by its ID, and nothing else")
  func element() {
    let text = changed(Library(books: books(1...1000))) { $0.books[id: 500]?.title = "Other" }
    #expect(
      text == """
            Library(
              name: "Mine"
              books: [
                … (499 unchanged)
                [id: 500] Book(
                  id: 500
          −       title: "Book 500"
          +       title: "Other"
                  pages: nil
                  shelf: .unread
                )
                …
        """)
  }

  @Test("elements that came and went are shown whole, the others counted")
  func insertedAndRemoved() {
    let text = changed(Library(books: books(1...6))) {
      $0.books.remove(id: 2)
      $0.books.append(Book(id: 9, title: "New"))
    }
    #expect(
      text == """
            Library(
              name: "Mine"
              books: [
                [id: 1] Book(id: 1, …)
          −     [id: 2] Book(
          −       id: 2
          −       title: "Book 2"
          −       pages: nil
          −       shelf: .unread
          −     )
                … (4 unchanged)
          +     [id: 9] Book(
          +       id: 9
          +       title: "New"
          +       pages: nil
          +       shelf: .unread
          +     )
              ]
              counts: [:]
              tags: []
              …
        """)
  }

  @Test("an element that moved is shown where it was and where it is, with what changed in it")
  func moved() {
    let text = changed(Library(books: books(1...4))) {
      $0.books = books([1, 4, 2, 3])
      $0.books[id: 4]?.pages = 3
    }
    #expect(
      text == """
            Library(
              name: "Mine"
              books: [
                [id: 1] Book(id: 1, …)
          +     [id: 4] Book(id: 4, …) (moved)
                [id: 4] Book(
                  id: 4
                  title: "Book 4"
          −       pages: nil
          +       pages: 3
                  shelf: .unread
                )
                [id: 2] Book(id: 2, …)
                [id: 3] Book(id: 3, …)
          −     [id: 4] Book(id: 4, …) (moved)
              ]
              counts: [:]
              tags: []
              …
        """)
  }

  @Test("dictionaries and sets are shown in one order, by key")
  func dictionaryAndSet() {
    let old = Library(counts: ["a": 1, "b": 2, "c": 3], tags: ["x", "y"])
    let expected = """
          Library(
            name: "Mine"
            books: []
            counts: [
        −     "a": 1
        −     "b": 2
        +     "b": 5
              "c": 3
        +     "d": 1
            ]
            tags: [
        −     "x"
              "y"
        +     "z"
            ]
            lines: []
            note: ""
          )
      """
    for _ in 0..<8 {
      let text = changed(old) {
        $0.counts = ["d": 1, "c": 3, "b": 5]
        $0.tags = ["z", "y"]
      }
      #expect(text == expected)
    }
    #expect(
      difference([9: "a", 10: "b", 1: "c"], [10: "b", 9: "a"]) == """
            [
          −   1: "c"
              9: "a"
              10: "b"
            ]
        """)
  }

  @Test("elements without IDs are found again after others")
  func list() {
    #expect(
      difference(["one", "two", "three"], ["one", "three", "four"]) == """
            [
              [0] "one"
          −   [1] "two"
              [1] "three"
          +   [2] "four"
            ]
        """)
    #expect(
      difference([Sale(buyer: "Bob", price: 3)], [Sale(buyer: "Bob", price: 4)]) == """
            [
              [0] Sale(
                buyer: "Bob"
          −     price: 3
          +     price: 4
              )
            ]
        """)
  }

  @Test("cases of enums are shown with what they hold, optionals as what is in them")
  func enumsAndOptionals() {
    let old = Book(id: 1, title: "a", pages: 3, shelf: .lent(to: "Eve", days: 3))
    var new = old
    new.pages = nil
    new.shelf = .lent(to: "Eve", days: 4)
    #expect(
      difference(old, new) == """
            Book(
              id: 1
              title: "a"
          −   pages: 3
          +   pages: nil
          −   shelf: .lent(to: "Eve", days: 3)
          +   shelf: .lent(to: "Eve", days: 4)
            )
        """)
    #expect(
      difference(Shelf.sold(Sale(buyer: "Bob", price: 3)), Shelf.sold(Sale(buyer: "Bob", price: 4)))
        == """
            .sold(
              Sale(
                buyer: "Bob"
          −     price: 3
          +     price: 4
              )
            )
        """)
    #expect(
      difference(Shelf.unread, Shelf.sold(Sale(buyer: "Bob", price: 4))) == """
          − .unread
          + .sold(
          +   Sale(
          +     buyer: "Bob"
          +     price: 4
          +   )
          + )
        """)
  }

  @Test("strings of several lines differ by lines, long ones around the first difference")
  func strings() {
    #expect(
      difference("first\nsecond\nthird", "first\nzweite\nthird") == """
            \"\"\"
              first
          −   second
          +   zweite
              third
            \"\"\"
        """)
    let start = String(repeating: "a", count: 1000)
    let text = difference(start + "b", start + String(repeating: "c", count: 1000))
    let near = String(repeating: "a", count: 40)
    #expect(
      text == """
          − …\(near)b"
          + …\(near)\(String(repeating: "c", count: 260))… (741 more characters)
        """)
  }

  final class Node {
    var next: Node?
    var other: Node?
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  @Test("objects are compared by identity, then by what they hold, and rings end")
  func objects() {
    func ring(_ value: Int) -> Node {
      let node = Node(1)
      node.next = node
      node.other = Node(value)
      return node
    }
    let node = ring(2)
    #expect(ValueDifference.text(from: node, to: node) == nil)
    #expect(
      difference(node, ring(3)) == """
            Node(
              next: Node(…)
              other: Node(
                next: nil
                other: nil
          −     value: 2
          +     value: 3
              )
              value: 1
            )
        """)
    #expect(
      difference(Node(1), Node(1)) == """
          − Node(…)
          + Node(…) (another object)
        """)
    #expect(
      difference(1, node) == """
          − 1
          + Node(
          +   next: Node (written above)
          +   other: Node(
          +     next: nil
          +     other: nil
          +     value: 2
          +   )
          +   value: 1
          + )
        """)
  }

  @Test("values that are unequal and look the same are said to be so")
  func lookTheSame() {
    struct Odd: Equatable {
      var number = 1
      static func == (left: Odd, right: Odd) -> Bool { false }
    }
    #expect(
      difference(Odd(), Odd()) == """
          − Odd(…)
          + Odd(…) (not equal, though it looks the same)
        """)
    #expect(
      difference(Double.nan, Double.nan) == """
          − nan
          + nan (not equal, though it looks the same)
        """)
  }

  @Test("what describes itself is shown so, and taken apart when that shows no difference")
  func described() {
    struct Price: Equatable, CustomStringConvertible {
      var amount = 1
      var hidden = 2
      var description: String { "€\(amount)" }
    }
    #expect(
      difference(Price(), Price(amount: 5)) == """
          − €1
          + €5
        """)
    #expect(
      difference(Price(), Price(hidden: 3)) == """
            Price(
              amount: 1
          −   hidden: 2
          +   hidden: 3
            )
        """)
  }

  @Test("values that cannot be compared are, by their parts")
  func notEquatable() {
    struct Loose {
      var numbers: [Int]
      var work: () -> Void = {}
    }
    #expect(ValueDifference.text(from: Loose(numbers: [1]), to: Loose(numbers: [1])) == nil)
    #expect(
      difference(Loose(numbers: [1]), Loose(numbers: [2])) == """
            Loose(
              numbers: [
          −     [0] 1
          +     [0] 2
              ]
              work: (Function)
            )
        """)
  }

  @Test("a difference has at most 200 lines, and says how many are left out")
  func long() {
    let lines = changed { $0.books = books(1...1000) }.split(separator: "\n")
    #expect(lines.count == ValueDifference.longest + 1)
    #expect(lines.last == "    … (5807 more lines)")
  }

  @Test("values that hold others many times over cost no more than what is shown of them")
  func nested() {
    func nest(_ value: Any) -> Any { (0..<40).reduce(value) { inner, _ in [inner, inner] } }
    let lines = difference(nest(1), nest(2)).split(separator: "\n")
    #expect(lines.count == ValueDifference.longest + 1)
    #expect(lines.last?.hasPrefix("    … (more than ") == true)
  }
}
