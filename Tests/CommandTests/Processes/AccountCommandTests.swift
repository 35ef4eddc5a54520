import Catalogue
import Testing

@Suite struct AccountCommandTests {
  private let sandbox = Sandbox()

  @Test("a new library has the account home; others are made, used and renamed")
  func lifeOfAnAccount() throws {
    _ = try sandbox.run("add", "9780261102217")
    #expect(try sandbox.run("account", "list", "--json").json[0]?["name"] == "home")
    sandbox.write("titles.jsonl", "{}\n")
    let added = try sandbox.run(
      "account", "add", "shelf", "--source", "file", "--endpoint", "titles.jsonl", "--rate",
      "unlimited", "--json")
    #expect(added.status == 0)
    #expect(try added.json["endpoint"] == .string(sandbox.path("titles.jsonl")))
    #expect(try added.json["current"] == .bool(false))
    #expect(try added.json["rate"] == "unlimited")
    #expect(try sandbox.run("account", "use", "shelf").status == 0)
    #expect(try sandbox.run("account", "rename", "shelf", "cellar").status == 0)
    #expect(try sandbox.run("account", "show", "--json").json["name"] == "cellar")
  }

  @Test("books of one account never show in another")
  func separate() throws {
    _ = try sandbox.run("add", "9780261102217")
    _ = try sandbox.run("account", "add", "o", "--source", "open-library")
    _ = try sandbox.run("account", "use", "o")
    #expect(try sandbox.run("list").output.isEmpty)
    let shown = try sandbox.run("show", "1")
    #expect(shown.status == 1)
    #expect(shown.errors.contains("--account home"))
    #expect(try sandbox.run("--account", "home", "list", "--ids").output == "1\n")
    #expect(
      try sandbox.run("list", "--ids", environment: ["LIBRARYCTL_ACCOUNT": "home"]).output
        == "1\n")
  }

  @Test("an account with books is not removed by accident")
  func remove() throws {
    _ = try sandbox.run("add", "9780261102217")
    _ = try sandbox.run("account", "add", "o", "--source", "open-library")
    #expect(try sandbox.run("account", "remove", "home").status == 1)
    _ = try sandbox.run("account", "use", "o")
    let refused = try sandbox.run("account", "remove", "home")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("1 book"))
    #expect(try sandbox.run("account", "remove", "home", "--delete-books").status == 2)
    #expect(try sandbox.run("account", "remove", "home", "--delete-books", "-y").status == 0)
    #expect(try sandbox.run("account", "list", "--json").json.count == 1)
  }

  @Test("a wrong account is refused with a way out and the right status")
  func wrong() throws {
    _ = try sandbox.run("add", "9780261102217")
    for (arguments, status, word) in [
      (["account", "use", "hom"], 1, "home"),
      (["--account", "nobody", "list"], 1, "home"),
      (["account", "add", "home", "--source", "open-library"], 1, "already"),
      (["account", "add", "x"], 2, "--source"),
      (["account", "add", "x", "--source", "fiel"], 2, "did you mean file?"),
      (["account", "add", "x", "--source", "z"], 2, "none of open-library, file, http"),
      (["account", "add", "x", "--source", "file"], 1, "--endpoint"),
      (["account", "add", "x", "--source", "http", "--endpoint", "ftp://a/"], 1, "http"),
      (["account", "add", "x", "--source", "open-library", "--rate", "0"], 2, "unlimited"),
    ] as [([String], Int32, String)] {
      let result = try sandbox.run(arguments: arguments)
      #expect(result.status == status, "\(arguments): \(result)")
      #expect(result.errors.contains(word), "\(arguments): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a password in an endpoint is never repeated")
  func password() throws {
    let result = try sandbox.run(
      "account", "add", "x", "--source", "http", "--endpoint", "https://u:secret@example.org/")
    #expect(result.status == 1)
    #expect(!result.errors.contains("secret"))
  }

  @Test("an account is changed in place; what is not named stays")
  func set() throws {
    _ = try sandbox.run("account", "add", "o", "--source", "open-library", "--rate", "2")
    let set = try sandbox.run("account", "set", "o", "--contact", "a@example.org", "--json")
    #expect(set.status == 0, "\(set)")
    #expect(try set.json["contact"] == "a@example.org")
    #expect(try set.json["rate"] == 2)
    let other = try sandbox.run(
      "account", "set", "o", "--rate", "unlimited", "--endpoint", "https://example.org", "--json")
    #expect(try other.json["contact"] == "a@example.org")
    #expect(try other.json["rate"] == "unlimited")
    let published = try sandbox.run("account", "set", "o", "--rate", "published", "--json")
    #expect(try published.json["rate"] == .null)
    #expect(try other.json["endpoint"] == "https://example.org")
    #expect(try sandbox.run("account", "set", "o", "--contact", "", "-n").status == 0)
    #expect(try sandbox.run("account", "show", "o", "--json").json["contact"] == "a@example.org")
    #expect(try sandbox.run("account", "set", "o", "--contact", "").status == 0)
    #expect(try sandbox.run("account", "show", "o", "--json").json["contact"] == .null)
    #expect(try sandbox.run("account", "set", "o").status == 2)
    #expect(try sandbox.run("account", "set", "nobody", "--contact", "a").status == 1)
    #expect(try sandbox.run("account", "set", "o", "--endpoint", "ftp://a/").status == 1)
  }

  @Test("the help tells what the kinds of source are")
  func kinds() throws {
    let help = try sandbox.run("account", "add", "--help").output
    for word in ["open-library|file|http", "Open Library (open-library)", "title server"] {
      #expect(help.contains(word), "\(word): \(help)")
    }
  }

  @Test("an account of a kind that another release knows is kept; what would ask it says so")
  func unknownKind() throws {
    _ = try sandbox.run(
      "account", "add", "n", "--source", "http", "--endpoint", "https://a.example")
    _ = try sandbox.run("account", "use", "n")
    _ = try sandbox.run("add", "9780261102217")
    try sandbox.sql("UPDATE accounts SET source = 'newer' WHERE name = 'n';")
    #expect(try sandbox.run("account", "show", "--json").json["source"] == "newer")
    #expect(try sandbox.run("account", "list", "--json").json.count == 2)
    #expect(try sandbox.run("edit", "1", "--set", "title=Mine").status == 0)
    #expect(try sandbox.run("list", "--fields", "title").lines == ["Mine"])
    #expect(try sandbox.run("status").status == 0)
    #expect(try sandbox.run("db", "check").status == 0)
    for arguments in [["sync"], ["sync", "--dry-run"], ["sync", "--candidates", "1"]] {
      let result = try sandbox.run(arguments: arguments)
      #expect(result.status == 1, "\(arguments): \(result)")
      for word in ["account n", "`newer`", "`open-library`, `file`, `http`", "release"] {
        #expect(result.errors.contains(word), "\(arguments): \(result)")
      }
    }
    #expect(try sandbox.sql("SELECT count(*) FROM tickets;") == "0")
    let set = try sandbox.run("account", "set", "n", "--contact", "a@example.org", "--json")
    #expect(set.status == 0, "\(set)")
    #expect(try set.json["contact"] == "a@example.org")
    let refused = try sandbox.run("account", "set", "n", "--endpoint", "https://b.example")
    #expect(refused.status == 1 && refused.errors.contains("`newer`"), "\(refused)")
    #expect(try sandbox.run("account", "show", "--json").json["endpoint"] == "https://a.example")
    #expect(try sandbox.run("account", "use", "home").status == 0)
    #expect(try sandbox.run("account", "remove", "n", "--delete-books", "-y").status == 0)
  }
}
