import Catalogue
import Testing

@testable import libraryctl

@Suite struct DuplicateCommandTests {
  private let sandbox = Sandbox()

  init() throws {
    for notes in ["first", "second"] {
      let added = try sandbox.run(
        "add", "--title", "Solaris", "--author", "Stanisław Lem", "--published", "1961", "--notes",
        notes, "--tag", notes)
      #expect(added.status == 0)
    }
  }

  @Test("dedupe shows, merge makes one, undo makes two again")
  func merge() throws {
    let found = try sandbox.run("dedupe", "--json")
    #expect(try found.json[0]?["reason"] == "likeness")
    #expect(try found.json[0]?["books"]?.count == 2)
    #expect(try sandbox.run("dedupe").lines.count == 2)
    let dry = try sandbox.run("merge", "1", "2", "--dry-run", "--json")
    #expect(try dry.json["gained"]?[0] == "tags")
    #expect(try sandbox.run("list", "--ids").output == "1\n2\n")
    #expect(try sandbox.run("merge", "1", "2").status == 0)
    #expect(try sandbox.run("list", "--ids").output == "1\n")
    #expect(try sandbox.run("dedupe").output == "")
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("list", "--ids").output == "1\n2\n")
    #expect(try sandbox.run("merge", "1", "1").status == 2)
    #expect(try sandbox.run("merge", "1", "9").status == 1)
  }

  @Test("stats are numbers for a program, lines in a pipe, bars in a terminal")
  func stats() throws {
    let json = try sandbox.run("stats", "--json").json
    #expect(json["books"] == 2)
    #expect(json["year"]?["counts"]?[0]?["value"] == 1961)
    #expect(json["year"]?["counts"]?[0]?["books"] == 2)
    #expect(try sandbox.run("stats").output.hasPrefix("year\t1961\t2\n"))
    #expect(try Sandbox().run("stats", "--json").json["books"] == 0)
  }

  @Test("a backup is written once, looked into, and restored with what was there kept")
  func backup() throws {
    #expect(try sandbox.run("db", "backup", "copy.db").status == 0)
    #expect(try sandbox.run("db", "backup", "copy.db").status == 1)
    #expect(try sandbox.run("db", "backup", "copy.db", "--force").status == 0)
    #expect(try sandbox.run("--db", "copy.db", "list", "--ids").output == "1\n2\n")
    _ = try sandbox.run("remove", "1", "2")
    #expect(try sandbox.run("db", "restore", "copy.db").status == 2, "it asks")
    #expect(try sandbox.run("db", "restore", "copy.db", "--dry-run").status == 0)
    #expect(try sandbox.run("list", "--ids").output == "")
    let restored = try sandbox.run("db", "restore", "copy.db", "--yes", "--json")
    #expect(try restored.json["books"] == 2, "\(restored)")
    guard case .string(let kept)? = try restored.json["kept"] else {
      Issue.record("\(restored)")
      return
    }
    #expect(try sandbox.run("--db", kept, "trash", "list").lines.count == 2)
    #expect(try sandbox.run("list", "--ids").output == "1\n2\n")
    #expect(try sandbox.run("db", "restore", "nothing.db", "--yes").status == 1)
    #expect(try sandbox.run("db", "check", "--deep").status == 0)
  }
}
