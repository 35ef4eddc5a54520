import Catalogue
import Testing

@Suite struct HistoryCommandTests {
  private let sandbox = Sandbox()

  init() throws {
    for title in ["A", "B", "C"] {
      #expect(try sandbox.run("add", "--title", title).status == 0)
    }
  }

  @Test("undo takes back an edit of many books, and leaves and names what was changed since")
  func bulk() throws {
    _ = try sandbox.run("edit", "1", "2", "3", "--set", "shelf=x")
    _ = try sandbox.run(
      tool: "sqlite3", ".local/share/libraryctl/library.db",
      "UPDATE catalogue SET title = 'by hand' WHERE number = 2")
    let dry = try sandbox.run("undo", "--dry-run")
    #expect(dry.status == 3 && dry.output == "1\n3\n", "\(dry)")
    let undone = try sandbox.run("undo", "--json")
    #expect(undone.status == 3)
    #expect(try undone.json["name"] == "edit shelf")
    #expect(try undone.json["undone"]?[1] == 3 && undone.json["undone"]?.count == 2)
    #expect(try undone.json["left"]?[0]?["number"] == 2)
    #expect(try undone.json["left"]?[0]?["reason"] == "changed_since")
    #expect(try sandbox.run("list", "--fields", "title,shelf").output == "A\t\nby hand\tx\nC\t\n")
    let history = try sandbox.run("history", "--json", "--limit", "2")
    #expect(try history.json[0]?["undoes"] == 4)
    #expect(try history.json[1]?["undone_by"] == 5)
    #expect(try history.json[1]?["books"] == 3)
    let again = try sandbox.run("undo", "4")
    #expect(again.status == 1 && again.errors.contains("was undone by change 5"), "\(again)")
    #expect(try sandbox.run("undo", "x").status == 2)
  }

  @Test("a change of another account's books is not undone, and the command that does it is named")
  func otherAccount() throws {
    _ = try sandbox.run("account", "add", "my shelf", "--source", "open-library")
    _ = try sandbox.run("edit", "1", "--set", "shelf=x")
    _ = try sandbox.run("account", "use", "my shelf")
    for form in [["--json"], ["--dry-run"], []] {
      let refused = try sandbox.run(arguments: ["undo", "4"] + form)
      #expect(refused.status == 1 && refused.errors.contains("belongs to the account `home`"))
      #expect(refused.errors.contains("`libraryctl --account \"home\" undo 4`"), "\(refused)")
      #expect(!refused.errors.contains("gone"))
    }
    let line = "\(Sandbox.program) --account \"home\" undo 4"
    #expect(try sandbox.run(tool: "sh", "-c", line).status == 0)
    #expect(try sandbox.run("--account", "home", "list", "shelf=x", "--ids").output == "")
    _ = try sandbox.run("add", "--title", "D")
    _ = try sandbox.run("account", "use", "home")
    let refused = try sandbox.run("undo", "6")
    #expect(refused.errors.contains("--account \"my shelf\" undo 6"), "\(refused)")
  }

  @Test("undo after undo goes further back, until nothing is left")
  func further() throws {
    for left in ["A\nB\n", "A\n", ""] {
      #expect(try sandbox.run("undo", "-q").status == 0)
      #expect(try sandbox.run("list", "--fields", "title").output == left)
    }
    let none = try sandbox.run("undo")
    #expect(none.status == 1 && none.errors.contains("nothing to undo"), "\(none)")
    #expect(try sandbox.run("history").lines.count == 6)
  }

  @Test("the trash is listed, brought back from, and emptied when told")
  func trash() throws {
    _ = try sandbox.run("remove", "1", "2")
    #expect(try sandbox.run("trash", "list", "--json").json[1]?["title"] == "B")
    let asked = try sandbox.run("trash", "empty")
    #expect(asked.status == 2 && asked.errors.contains("--yes"), "\(asked)")
    #expect(try sandbox.run("trash", "empty", "--dry-run").output == "2 would be deleted\n")
    #expect(try sandbox.run("restore", "1").status == 0)
    #expect(try sandbox.run("trash", "empty", "--yes", "--json").json["deleted"] == 1)
    #expect(try sandbox.run("trash", "list").output == "")
    #expect(try sandbox.run("restore", "2").status == 1)
    #expect(try sandbox.run("trash", "empty", "1", "--yes").status == 1, "it is not in the trash")
    #expect(try sandbox.run("db", "check").status == 0)
  }
}
