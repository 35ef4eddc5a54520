import Catalogue
import Testing

@Suite struct BookCommandTests {
  private let sandbox = Sandbox()

  @Test("added books are there at once, with what was said of them")
  func add() throws {
    let added = try sandbox.run(
      "add", "--title", "Çelik Straße", "--author", "İlhan Ç", "--author", "B", "--pages", "12",
      "--language", "French", "--rating", "4.5", "--series", "S", "--series-number", "2.5", "-t",
      "one; two")
    #expect(added.output == "1\n")
    #expect(added.status == 0)
    let book = try #require(try sandbox.run("list", "--json").json[0])
    #expect(book["number"] == 1)
    #expect(book["title"] == "Çelik Straße")
    #expect(book["authors"] == .array(["İlhan Ç", "B"]))
    #expect(book["pages"] == 12)
    #expect(book["language"] == "fra")
    #expect(book["rating"] == 4.5)
    #expect(book["series_number"] == "2.5")
    #expect(book["tags"] == .array(["one; two"]))
    #expect(book["isbn"] == .null)
    #expect(book["sync"] == "no-isbn")
  }

  @Test("an ISBN of either length and with hyphens makes a stub; several make several")
  func stubs() throws {
    #expect(try sandbox.run("add", "0-261-10221-4", "9780306406157").output == "1\n2\n")
    let books = try sandbox.run("list", "--json").json
    #expect(books[0]?["isbn"] == "9780261102217")
    #expect(books[1]?["isbn"] == "9780306406157")
    #expect(books[0]?["sync"] == "never")
  }

  @Test("add --json answers an array of books")
  func addJSON() throws {
    let books = try sandbox.run("add", "9780261102217", "--json").json
    #expect(books.count == 1)
    #expect(books[0]?["number"] == 1)
  }

  @Test("a wrong ISBN is status 1 and nothing at all is added")
  func wrongISBN() throws {
    let result = try sandbox.run("add", "9780306406157", "9780306406158")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("9780306406158"))
    #expect(result.errors.contains("check digit"))
    #expect(try sandbox.run("list").output.isEmpty)
  }

  @Test("a misprinted ISBN is kept among the identifiers when that is asked for")
  func misprint() throws {
    #expect(try sandbox.run("add", "9780306406158", "--allow-invalid").status == 0)
    let book = try sandbox.run("list", "--json").json[0]
    #expect(book?["isbn"] == .null)
    #expect(book?["identifiers"]?["invalid_isbn"] == "9780306406158")
  }

  @Test("an edit is shown with who said it; clearing it shows nothing again")
  func edit() throws {
    _ = try sandbox.run("add", "9780261102217")
    let edited = try sandbox.run(
      "edit", "1", "--set", "title=The Hobbit", "--set", "authors=J. R. R. Tolkien; Other",
      "--set", "read_at=2020-05-01", "--add-tag", "a", "--json")
    #expect(edited.status == 0)
    #expect(try edited.json[0]?["authors"] == .array(["J. R. R. Tolkien", "Other"]))
    let shown = try #require(try sandbox.run("show", "1", "--json").json[0])
    #expect(shown["title"] == "The Hobbit")
    #expect(shown["said_by"]?["title"] == "typed")
    #expect(shown["typed"]?["read_at"] == .array(["2020-05-01"]))
    #expect(try sandbox.run("edit", "1", "--clear", "title", "--remove-tag", "a").status == 0)
    let cleared = try #require(try sandbox.run("show", "9780261102217", "--json").json[0])
    #expect(cleared["title"] == .null)
    #expect(cleared["tags"] == .null)
    #expect(cleared["authors"]?.count == 2)
  }

  @Test("a wrong field or value of an edit is status 2 and changes nothing")
  func badEdit() throws {
    _ = try sandbox.run("add", "--title", "A")
    for set in ["titel=x", "pages=many", "rating=9", "read_at=yesterday", "title", "year=1999"] {
      let result = try sandbox.run("edit", "1", "--set", "title=B", "--set", set)
      #expect(result.status == 2, "\(set)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(try sandbox.run("edit", "1").status == 2)
    #expect(try sandbox.run("edit", "--set", "title=B").status == 2)
    #expect(try sandbox.run("list", "--fields", "title").output == "A\n")
  }

  @Test("list --ids | edit --ids - edits many books")
  func pipeline() throws {
    for title in ["A", "B", "C"] { _ = try sandbox.run("add", "--title", title) }
    let ids = try sandbox.run("list", "--ids").output
    #expect(ids == "1\n2\n3\n")
    let result = try sandbox.run("edit", "--ids", "-", "--add-tag", "x", input: ids)
    #expect(result.output == "1\n2\n3\n")
    #expect(try sandbox.run("list", "--fields", "tags").output == "x\nx\nx\n")
  }

  @Test("a removed book is gone, in the trash, and comes back")
  func remove() throws {
    for title in ["A", "B"] { _ = try sandbox.run("add", "--title", title) }
    #expect(try sandbox.run("remove", "1").output == "1\n")
    #expect(try sandbox.run("list", "--ids").output == "2\n")
    #expect(try sandbox.run("list", "--trash", "--ids").output == "1\n")
    let gone = try sandbox.run("show", "1")
    #expect(gone.status == 1)
    #expect(gone.errors.contains("restore 1"))
    #expect(try sandbox.run("remove", "1").status == 1)
    #expect(try sandbox.run("restore", "1").output == "1\n")
    #expect(try sandbox.run("restore", "1").status == 1)
    #expect(try sandbox.run("list", "--ids").output == "1\n2\n")
  }

  @Test("removing what a query finds needs --yes where nobody can be asked")
  func removeMany() throws {
    for title in ["Old atlas", "Old map", "New"] { _ = try sandbox.run("add", "--title", title) }
    let refused = try sandbox.run("remove", "--query", "old")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("remove 2 books"))
    #expect(refused.errors.contains("--yes"))
    #expect(try sandbox.run("list", "--ids").lines.count == 3)
    #expect(try sandbox.run("remove", "--query", "old", "--yes").output == "1\n2\n")
    #expect(try sandbox.run("list", "--ids").output == "3\n")
  }

  @Test("a trial run reports as the real one does and writes nothing")
  func dryRun() throws {
    #expect(try sandbox.run("add", "--title", "A", "--dry-run").output == "1\n")
    #expect(!sandbox.exists(".local"))
    _ = try sandbox.run("add", "--title", "A")
    #expect(try sandbox.run("edit", "1", "--set", "title=B", "-n").output == "1\n")
    #expect(try sandbox.run("remove", "1", "--dry-run").output == "1\n")
    #expect(try sandbox.run("list", "--fields", "title").output == "A\n")
  }

  @Test("two copies of one ISBN are named with their numbers")
  func copies() throws {
    _ = try sandbox.run("add", "9780261102217", "9780261102217")
    let result = try sandbox.run("show", "9780261102217")
    #expect(result.status == 1)
    #expect(result.errors.contains("1, 2"))
  }

  @Test("search finds words without regard to case and accents, the best match first")
  func search() throws {
    _ = try sandbox.run("add", "--title", "Türkçe", "--author", "Çelik")
    _ = try sandbox.run("add", "--title", "Die Straße")
    _ = try sandbox.run("add", "--title", "吾輩は猫である")
    #expect(try sandbox.run("search", "celik", "--json").json[0]?["number"] == 1)
    #expect(try sandbox.run("search", "STRASSE", "--json").json[0]?["number"] == 2)
    #expect(try sandbox.run("search", "輩は", "--json").json[0]?["number"] == 3)
    let nothing = try sandbox.run("search", "zzz")
    #expect(nothing.status == 0)
    #expect(nothing.output.isEmpty)
    for text in ["\"", "C++", "O'Brien", "50%", "a AND", "*", "(", "NEAR(", "-x", ":"] {
      let result = try sandbox.run("search", "--", text)
      #expect(result.status == 0, "\(text): \(result.errors)")
    }
  }

  @Test("a list sorts, pages and takes fields; a pipe gets tabs, escaped within values")
  func list() throws {
    _ = try sandbox.run("add", "--title", "The B", "--published", "2001")
    _ = try sandbox.run("add", "--title", "Ab\tc\\d", "--published", "1999")
    _ = try sandbox.run("add", "--title", "C")
    func numbers(_ arguments: String...) throws -> [String] {
      try sandbox.run(arguments: ["list", "--ids"] + arguments).lines
    }
    #expect(try numbers("--sort", "title") == ["2", "1", "3"])
    #expect(try numbers("--sort=-year") == ["1", "2", "3"])
    #expect(try numbers("--limit", "2") == ["1", "2"])
    #expect(try numbers("--limit", "2", "--after", "2") == ["3"])
    #expect(
      try sandbox.run("list", "--fields", "number,title", "--limit", "2").output
        == "1\tThe B\n2\tAb\\tc\\\\d\n")
    #expect(try sandbox.run("list", "--fields", "titel").status == 2)
    #expect(try sandbox.run("list", "--sort", "shoe-size").status == 2)
    #expect(try sandbox.run("list", "--jsonl").lines.count == 3)
  }
}
