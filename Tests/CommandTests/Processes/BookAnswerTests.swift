import Catalogue
import Testing

/// What `add`, `edit` and `search` say of books that they have just written.
@Suite struct BookAnswerTests {
  private let sandbox = Sandbox()

  @Test("the answer of add and edit has the year of the date that was just given")
  func year() throws {
    let added = try sandbox.run("add", "--title", "A", "--published", "May 1999", "--json").json
    #expect(added[0]?["year"] == 1999)
    let dry = try sandbox.run("edit", "1", "--set", "published=2001", "-n", "--json").json
    #expect(dry[0]?["year"] == 2001)
    let edited = try sandbox.run("edit", "1", "--set", "published=2002", "--json").json
    #expect(edited[0]?["year"] == 2002)
    #expect(
      try sandbox.run("edit", "1", "--clear", "published", "--json").json[0]?["year"] == .null)
  }

  @Test(
    "a query of edit finds what was typed by hand just before",
    .enabled(if: Tool.isThere("sqlite3")))
  func queryAfterHand() throws {
    _ = try sandbox.run("--db", "a.db", "add", "--title", "Horse")
    let shell = try sandbox.run(
      tool: "sqlite3", "a.db", "UPDATE catalogue SET title = 'Zebra' WHERE number = 1")
    #expect(shell.status == 0, "\(shell)")
    let edited = try sandbox.run("--db", "a.db", "edit", "--query", "zebra", "--add-tag", "x")
    #expect(edited.output == "1\n", "\(edited)")
  }

  @Test("another copy of an ISBN is added, and the book that is there is named")
  func copy() throws {
    let first = try sandbox.run("add", "9780261102217", "--title", "The Hobbit")
    #expect(first.errors.isEmpty)
    let second = try sandbox.run("add", "0-261-10221-4")
    #expect(second.status == 0)
    #expect(second.output == "2\n")
    #expect(second.errors.contains("book 1"), "\(second)")
    #expect(second.errors.contains("The Hobbit"))
    #expect(try sandbox.run("add", "9780261102217", "-q").errors.isEmpty)
    _ = try sandbox.run("account", "add", "o", "--source", "open-library")
    #expect(try sandbox.run("add", "--account", "o", "9780261102217").errors.isEmpty)
    let both = try sandbox.run("add", "9780306406157", "9780306406157")
    #expect(both.output == "5\n6\n")
    #expect(both.errors.contains("book 5"), "\(both)")
  }

  @Test("identifiers are set as a JSON object, as they are shown, or as pairs")
  func identifiers() throws {
    _ = try sandbox.run("add", "--title", "A")
    let object = #"identifiers={"asin": "B00ABC:1;2", "goodreads": "12"}"#
    let edited = try sandbox.run("edit", "1", "--set", object, "--json")
    #expect(try edited.json[0]?["identifiers"]?["asin"] == "B00ABC:1;2", "\(edited)")
    let shown = try sandbox.run("list", "--fields", "identifiers").output.dropLast()
    #expect(try sandbox.run("edit", "1", "--set", "identifiers=\(shown)").status == 0)
    let pairs = try sandbox.run("edit", "1", "--set", "identifiers=asin:B1; lccn:2", "--json").json
    #expect(pairs[0]?["identifiers"]?["asin"] == "B1")
    #expect(pairs[0]?["identifiers"]?["lccn"] == "2")
    for wrong in [
      #"{"asin""#, #"{"asin": 1}"#, #"{"asin": null}"#, #"{"as in": "1"}"#, #"{"": "1"}"#, "{}x",
      "ASIN:1", "as-in:1", ":1", "asin",
    ] {
      let result = try sandbox.run("edit", "1", "--set", "identifiers=\(wrong)")
      #expect(result.status == 2, "\(wrong): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}
