import Catalogue
import Testing

@Suite struct ImportRejectsTests {
  private let sandbox = Sandbox()

  @Test("rows that fail make a file of the same format, which can be mended and imported")
  func table() throws {
    let header = "title,isbn,notes\r\n"
    let bad = "\"B,never closed\r\n"
    sandbox.write(
      "l.csv", header + "A,,\"1\n2\"\r\n" + bad + ",,empty\r\n" + "C,9780306406157,\r\n")
    let result = try sandbox.run("import", "l.csv", "--rejects", "r.csv", "--json")
    #expect(result.status == 3)
    #expect(try result.json["failed"] == 2)
    #expect(sandbox.read(sandbox.path("r.csv")) == header + bad + ",,empty\r\n")
    sandbox.write("mended.csv", header + "B,,\r\n")
    #expect(try sandbox.run("import", "mended.csv", "--json").json["added"] == 1)
    #expect(try sandbox.run(tool: "ls").lines.filter { $0.hasPrefix("r.csv") } == ["r.csv"])
  }

  @Test("so do rows that the library refuses, in their order among the others")
  func duplicates() throws {
    _ = try sandbox.run("add", "9780306406157")
    let rows = ["9780306406157", "no number", "0306406152", "9780765326355"]
    sandbox.write("l.txt", rows.joined(separator: "\n"))
    let result = try sandbox.run(
      "import", "l.txt", "--on-duplicate", "fail", "--rejects", "r.txt", "--json")
    #expect(try result.json["failed"] == 3)
    #expect(sandbox.read(sandbox.path("r.txt")) == "9780306406157\nno number\n0306406152\n")
  }

  @Test("JSON records that fail make a list again")
  func list() throws {
    sandbox.write("l.json", "[{\"title\": \"A\"}, {\"title\": \"B}, {\"pages\": 1}]")
    #expect(try sandbox.run("import", "l.json", "--rejects", "r.json").status == 3)
    #expect(sandbox.read(sandbox.path("r.json")) == "[\n{\"title\": \"B},\n{\"pages\": 1}\n]\n")
  }

  @Test("a file that is there already stays, and nothing is imported")
  func existing() throws {
    sandbox.write("l.csv", "title,isbn\n,\n")
    sandbox.write("r.csv", "mine")
    let result = try sandbox.run("import", "l.csv", "--rejects", "r.csv")
    #expect(result.status == 1)
    #expect(result.errors.contains("r.csv") && result.errors.contains("Hint: "))
    #expect(sandbox.read(sandbox.path("r.csv")) == "mine")
    #expect(!sandbox.exists(".local"))
    #expect(try sandbox.run("import", "l.csv", "--rejects", "no/r.csv").status == 1)
  }

  @Test("there is no such file when nothing failed, or nothing is to be written")
  func nothing() throws {
    sandbox.write("good.csv", "title,isbn\nA,\n")
    sandbox.write("bad.csv", "title,isbn\n,\n")
    #expect(try sandbox.run("import", "good.csv", "--rejects", "r.csv").status == 0)
    #expect(!sandbox.exists("r.csv"))
    #expect(try sandbox.run("import", "bad.csv", "--rejects", "r.csv", "--dry-run").status == 3)
    #expect(!sandbox.exists("r.csv"))
  }

  @Test("files of two kinds are not thrown together")
  func kinds() throws {
    sandbox.write("a.csv", "title,isbn\n,\n")
    sandbox.write("b.csv", "isbn,title\n,\n")
    #expect(try sandbox.run("import", "a.csv", "b.csv", "--rejects", "r.csv").status == 2)
    #expect(try sandbox.run("import", "a.csv", "a.csv", "--rejects", "r.csv").status == 3)
    #expect(sandbox.read(sandbox.path("r.csv")) == "title,isbn\n,\n,\n")
  }

  @Test("--map names the columns of any table")
  func map() throws {
    sandbox.write("l.csv", "Code;The = name;Who\n9780306406157;T;\"Adams, A.\"\n")
    let unknown = try sandbox.run("import", "l.csv")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("storygraph"))
    #expect(unknown.errors.contains("Hint: if it is a table, say what its columns hold with --map"))
    let mapped = try sandbox.run(
      "import", "l.csv", "--map", "Code=isbn", "--map=The = name=title", "--map", "Who=author")
    #expect(mapped.status == 0)
    #expect(
      try sandbox.run("list", "--fields", "isbn,title,authors").output
        == "9780306406157\tT\tA. Adams\n")
    for (arguments, word) in [
      (["--map", "Who=authr"], "author"), (["--map", "Who"], "COLUMN=FIELD"),
      (["--map", "Who=author", "--format", "goodreads"], "goodreads"),
    ] {
      let result = try sandbox.run(arguments: ["import", "l.csv"] + arguments)
      #expect(result.status == 2)
      #expect(result.errors.contains(word))
    }
    let missing = try sandbox.run("import", "l.csv", "--map", "Nothing=title")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("“The = name”"))
  }
}
