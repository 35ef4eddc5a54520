import Catalogue
import Testing

@testable import Storage

@Suite struct BookSearchTests {
  let library: Library

  init() throws { library = try Library() }

  func find(_ texts: String...) throws -> [Int64] {
    try library.read {
      try BookSearch.find(BookQuery(texts), in: Library.home, on: $0).map(\.rawValue)
    }
  }

  func list(_ texts: String...) throws -> [Int64] {
    let page = BookPage(
      account: Library.home, sort: BookSort(.title), query: try BookQuery(texts))
    return try library.read { try page.numbers(on: $0).map(\.rawValue) }
  }

  @Test(
    "case, diacritics and letters that are written otherwise make no difference",
    arguments: [
      ("Çelik", "celik"), ("Straße", "strasse"), ("Strasse", "STRAßE"), ("Асприн", "асприн"),
      ("Søren", "soren"), ("Łódź", "lodz"), ("Ἀχιλλεύς", "αχιλλευς"), ("O’Brien", "O'Brien"),
      ("日本の歴史", "歴史"), ("日本の歴史", "本の"), ("박완서 소설집", "소설"),
    ])
  func folded(_ title: String, _ query: String) throws {
    try library.add { $0.title = "x \(title) y" }
    try library.add { $0.title = "Other" }
    #expect(try find(query) == [1])
    #expect(try list(query) == [1])
  }

  @Test("every word must be there, the last one perhaps as a beginning")
  func words() throws {
    try library.add {
      $0.title = "The Left Hand of Darkness"
      $0.authors = ["Ursula K. Le Guin"]
    }
    #expect(try find("guin", "dark") == [1])
    #expect(try find("guin dark") == [1])
    #expect(try find("dark guin") == [], "only the last word may be a beginning")
    #expect(try find("guin", "light") == [])
    #expect(try find("") == [] && find("  ") == [] && find("?!") == [])
    #expect(try list("") == [])
  }

  @Test("two characters that stand apart do not match as one word")
  func apart() throws {
    try library.add { $0.title = "歴代の史書" }
    #expect(try find("歴史") == [])
    #expect(try find("歴 史") == [1])
  }

  @Test("the title counts more than the authors, and these more than the notes")
  func ranking() throws {
    try library.add { $0.notes = "raven" }
    try library.add {
      $0.title = "Other"
      $0.authors = ["Raven"]
    }
    try library.add { $0.title = "Raven" }
    try library.add { $0.title = "Ravenous" }
    let found = try find("raven")
    #expect(Set(found) == [1, 2, 3, 4])
    #expect(found.first == 3)
    let notes = try #require(found.firstIndex(of: 1))
    let authors = try #require(found.firstIndex(of: 2))
    #expect(authors < notes)
  }

  @Test("an ISBN is found in either form, with hyphens")
  func isbn() throws {
    let isbn = try ISBN(parsing: "0306406152")
    let number = try library.add(isbn: isbn).rawValue
    for text in ["0306406152", "0-306-40615-2", "9780306406157", "978-0-306-40615-7"] {
      #expect(try find(text) == [number], "\(text)")
      #expect(try list(text) == [number], "\(text)")
    }
  }

  @Test("what was removed, and what another account has, is not found")
  func scope() throws {
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    let removed = try library.add { $0.title = "raven" }
    try library.add(to: work.id) { $0.title = "raven" }
    try library.write {
      try BookRemoving.remove([removed], from: Library.home, at: Library.now, on: $0)
    }
    #expect(try find("raven") == [] && list("raven") == [])
  }

  @Test(
    "any text gives results, none, or a message that shows the place",
    arguments: [
      "\"", "\"\"\"", "a\"b", "*", "a*", "^a", "a AND", "AND", "OR", "NOT a", "NEAR(a b, 2)", "a:b",
      "title:a", "{title} : a", "(a", "a)", "+", "a + b", "-a", "a -b", "C++", "50%", "_", "'",
      "O'Brien", "a\0b", "\0", "\u{FEFF}", "\u{200D}", "\u{301}", "🜚", "\\", "a;b --", "{", "}",
      "^",
    ])
  func hostile(_ text: String) throws {
    try library.add { $0.title = "a b AND c++ 50 O'Brien" }
    do {
      _ = try find(text)
      _ = try list(text)
    } catch let error as BookQueryError {
      #expect(!error.reason.isEmpty && error.range.upperBound <= text.count)
    }
  }

  @Test("a very long query is a query")
  func long() throws {
    try library.add { $0.title = "a" }
    #expect(try find(String(repeating: "a ", count: 20_000)) == [1])
    #expect(try find((0..<5000).map { "w\($0)" }.joined(separator: " ")) == [])
    #expect(try find(String(repeating: "x", count: 1_000_000)) == [])
  }

  @Test("the limit takes the best, not the first")
  func limit() throws {
    for _ in 0..<5 { try library.add { $0.notes = "raven" } }
    let best = try library.add { $0.title = "raven" }
    let found = try library.read {
      try BookSearch.find(BookQuery("raven"), in: Library.home, limit: 1, on: $0)
    }
    #expect(found == [best])
  }

  @Test("a rare word weighs more than a common one")
  func rareWords() throws {
    for _ in 0..<20 { try library.add { $0.title = "raven" } }
    let common = try library.add {
      $0.title = "raven"
      $0.notes = "heron"
    }
    let rare = try library.add {
      $0.title = "heron"
      $0.notes = "raven"
    }
    #expect(try find("raven", "heron") == [rare.rawValue, common.rawValue])
    #expect(try find("heron", "raven") == [rare.rawValue, common.rawValue])
  }

  @Test(
    "what is only begun is known by its place among the phrases",
    arguments: [
      ("\"a\"", 0), ("(\"a\" OR \"a\" *)", 2), ("\"a b\" AND (\"c\" OR \"c\" *)", 4),
      ("(title : (\"a\" OR \"a\" *)) NOT (\"b\")", 2), ("", 0), ("\"a *\"", 0),
    ])
  func begun(_ match: String, _ begun: Int64) {
    #expect(Ranking.begun(in: match) == begun)
  }

  @Test("a word with signs after its letters is whole, and begins no other")
  func signs() throws {
    try library.add { $0.title = "The C++ Language" }
    try library.add { $0.title = "Cats" }
    try library.add { $0.title = "C# in Depth" }
    #expect(Set(try find("c++")) == [1, 3])
    #expect(Set(try list("c++")) == [1, 3])
    #expect(try find("language", "c++") == [1])
    #expect(Set(try find("c")) == [1, 2, 3])
    #expect(try find("ca*") == [2])
    try library.add { $0.title = "Über Geschichten" }
    #expect(try find("u\u{308}") == [4], "a mark is a part of its letter")
  }
}
