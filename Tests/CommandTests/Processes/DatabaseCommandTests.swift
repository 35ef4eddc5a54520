import Catalogue
import Testing

@Suite struct DatabaseCommandTests {
  private let sandbox = Sandbox()

  @Test("db path prints the place of the library, there or not, and makes nothing")
  func path() throws {
    #expect(
      try sandbox.run("db", "path").output
        == sandbox.path(".local/share/libraryctl/library.db") + "\n")
    #expect(try sandbox.run("--db", "x.db", "db", "path", "--json").json["path"] == "x.db")
    #expect(!sandbox.exists(".local"))
  }

  @Test("db schema prints statements that sqlite3 takes")
  func schema() throws {
    #expect(try sandbox.run("db", "schema").output.isEmpty)
    _ = try sandbox.run("add", "9780261102217")
    let schema = try sandbox.run("db", "schema")
    #expect(schema.output.contains("CREATE TABLE books"))
    #expect(!schema.output.contains("books_fts_data"))
    let made = try sandbox.run(tool: "sqlite3", "copy.db", input: schema.output)
    #expect(made.errors.isEmpty, "\(made)")
  }

  @Test("db check is clean after ordinary work, and finds what a hand has spoiled")
  func check() throws {
    #expect(try sandbox.run("db", "check", "--json").json["findings"]?.count == 0)
    _ = try sandbox.run("add", "9780261102217", "--title", "The Hobbit", "--db", "a.db")
    _ = try sandbox.run("remove", "1", "--db", "a.db")
    _ = try sandbox.run("restore", "1", "--db", "a.db")
    let clean = try sandbox.run("db", "check", "--deep", "--db", "a.db")
    #expect(clean.status == 0, "\(clean)")
    #expect(clean.output.isEmpty)
    #expect(clean.errors.contains("SQLite"))
    let spoil = try sandbox.run(
      tool: "sqlite3", "a.db", "UPDATE accounts SET is_current = 0")
    #expect(spoil.errors.isEmpty)
    let found = try sandbox.run("db", "check", "--db", "a.db", "--json")
    #expect(found.status == 1)
    #expect(try found.json["findings"]?.count == 1)
  }

  @Test("what was typed with sqlite3 is found by the next command")
  func byHand() throws {
    _ = try sandbox.run("add", "9780261102217", "--db", "a.db")
    _ = try sandbox.run(
      tool: "sqlite3", "a.db", "UPDATE catalogue SET title = 'Çelik' WHERE number = 1")
    #expect(try sandbox.run("search", "celik", "--db", "a.db", "--json").json[0]?["number"] == 1)
    #expect(
      try sandbox.run("show", "1", "--db", "a.db", "--json").json[0]?["said_by"]?["title"]
        == "typed")
  }

  @Test("db check --fix mends what a hand has spoiled; --dry-run only says so")
  func fix() throws {
    #expect(try sandbox.run("db", "check", "--fix", "--json").json["books"] == 0)
    #expect(!sandbox.exists(".local/share/libraryctl/library.db"))
    _ = try sandbox.run("add", "9780261102217", "--title", "The Hobbit", "--db", "a.db")
    _ = try sandbox.run(tool: "sqlite3", "a.db", "UPDATE books SET year = 1234, title_key = 'zz'")
    let found = try sandbox.run("db", "check", "--db", "a.db")
    #expect(found.status == 1)
    #expect(found.output.contains("db check --fix"))
    let trial = try sandbox.run("db", "check", "--fix", "--dry-run", "--db", "a.db", "--json")
    #expect(trial.status == 0)
    #expect(try trial.json["fixed"]?["keys"] == 1)
    #expect(try sandbox.run("db", "check", "--db", "a.db").status == 1)
    let fixed = try sandbox.run("db", "check", "--fix", "--db", "a.db")
    #expect(fixed.status == 0, "\(fixed)")
    #expect(fixed.errors.contains("made right 1 book with wrong keys"))
    #expect(try sandbox.run("db", "check", "--db", "a.db").status == 0)
    #expect(try sandbox.run("db", "check", "--dry-run", "--db", "a.db").status == 2)
  }

  @Test("db optimize makes a damaged search index anew")
  func optimize() throws {
    #expect(try sandbox.run("db", "optimize", "--json").json["books"] == 0)
    _ = try sandbox.run("add", "9780261102217", "--title", "The Hobbit", "--db", "a.db")
    _ = try sandbox.run(tool: "sqlite3", "a.db", "DELETE FROM books_fts_data WHERE id > 1")
    #expect(try sandbox.run("db", "optimize", "--dry-run", "--db", "a.db").status == 0)
    #expect(try sandbox.run("db", "check", "--db", "a.db").status == 1)
    let done = try sandbox.run("db", "optimize", "--db", "a.db", "--json")
    #expect(try done.json["books"] == 1)
    #expect(try done.json["log_emptied"] == .bool(true))
    #expect(try sandbox.run("db", "check", "--deep", "--db", "a.db").status == 0)
    let found = try sandbox.run("search", "hobbit", "--db", "a.db", "--json")
    #expect(try found.json[0]?["number"] == 1)
  }

  @Test("a copy made as the documentation says is whole and private")
  func copy() throws {
    _ = try sandbox.run("add", "9780261102217", "--title", "The Hobbit", "--db", "library.db")
    for recipe in [
      #"umask 077; sqlite3 library.db ".backup copy.db""#,
      #"umask 077; sqlite3 library.db "VACUUM INTO 'small.db'""#,
    ] {
      let made = try sandbox.run(tool: "sh", "-c", recipe)
      #expect(made.status == 0, "\(made)")
    }
    for copy in ["copy.db", "small.db"] {
      let check = try sandbox.run("db", "check", "--deep", "--db", copy)
      #expect(check.status == 0, "\(check)")
      let found = try sandbox.run("search", "hobbit", "--db", copy, "--json")
      #expect(try found.json[0]?["number"] == 1)
    }
  }
}
