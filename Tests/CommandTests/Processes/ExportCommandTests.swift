import Catalogue
import Glibc
import Testing

@Suite struct ExportCommandTests {
  private let sandbox = Sandbox()

  private func fill() throws {
    #expect(
      try sandbox.run(
        "add", "9780306406157", "--title", "A; \"b\", é", "--author", "Le Guin, U. K.", "--author",
        "Somebody", "--tag", "x;y", "--tag", "z", "--rating", "4.5", "--notes", "l1\nl2"
      ).status == 0)
    #expect(try sandbox.run("add", "--title", "No number", "--pages", "12").status == 0)
    #expect(try sandbox.run("add", "--title", "=1+1").status == 0)
  }

  private static let formats = [
    "csv", "json", "jsonl", "bibtex", "ris", "csl-json", "marcxml", "html",
  ]

  @Test("a file that is replaced keeps its mode, and a new one has what the umask leaves")
  func mode() throws {
    try fill()
    for mode in ["600", "640", "666", "400"] {
      sandbox.write("out.csv", "old")
      #expect(try sandbox.run(tool: "chmod", mode, "out.csv").status == 0)
      let result = try sandbox.run("export", "--format", "csv", "-o", "out.csv", "--force")
      #expect(result.status == 0, "\(result)")
      #expect(sandbox.read(sandbox.path("out.csv"))?.contains("No number") == true)
      #expect(try sandbox.run(tool: "stat", "-c", "%a", "out.csv").output == mode + "\n")
      _ = try sandbox.run(tool: "rm", "-f", "out.csv")
    }
    let new = try sandbox.run(
      tool: "sh", "-c",
      "umask 027; \(Sandbox.program) export --format csv -o new.csv && stat -c %a new.csv")
    #expect(new.output == "640\n", "\(new)")
  }

  @Test("a trial touches nothing, and says what would go wrong")
  func trial() throws {
    try fill()
    sandbox.write("there.csv", "old")
    #expect(try sandbox.run(tool: "mkdir", "folder").status == 0)
    func state() throws -> String {
      try sandbox.run(
        tool: "sh", "-c", "stat -c '%n %i %Y %Z %y %z' folder there.csv; ls -A folder"
      )
      .output
    }
    let before = try state()
    func export(_ words: String...) throws -> Sandbox.Result {
      try sandbox.run(arguments: ["export", "--format", "csv", "--dry-run", "-o"] + words)
    }
    let good = try export("folder/new.csv")
    #expect(good.status == 0 && good.errors.contains("would write 3 books"), "\(good)")
    #expect(try export("there.csv", "--force").status == 0)
    let exists = try export("there.csv")
    #expect(exists.status == 1 && exists.errors.contains("--force"), "\(exists)")
    #expect(try export("folder", "--force").status == 1)
    let nowhere = try export("none/new.csv")
    #expect(nowhere.status == 1 && nowhere.errors.contains("make the folder"), "\(nowhere)")
    #expect(try state() == before)
  }

  @Test("every format is written, to standard output and to a file alike")
  func formats() throws {
    try fill()
    for format in Self.formats {
      let result = try sandbox.run("export", "--format", format)
      #expect(result.status == 0, "\(format)")
      #expect(result.output.utf8.last == 0x0A, "\(format)")
      #expect(result.output.contains("No number"), "\(format)")
      let toFile = try sandbox.run("export", "--format", format, "-o", "out.\(format)")
      #expect(toFile.status == 0 && toFile.output == "", "\(format)")
      #expect(sandbox.read(sandbox.path("out.\(format)")) == result.output, "\(format)")
    }
  }

  @Test(
    "what was exported is imported into the same library as what is there, and doubles nothing",
    arguments: ["csv", "json", "jsonl", "bibtex", "ris", "csl-json", "marcxml"])
  func back(format: String) throws {
    try fill()
    let file = "out.\(format)"
    #expect(try sandbox.run("export", "--format", format, "-o", file).status == 0)
    let json = try sandbox.run("import", file, "--json").json
    #expect(json["rows"] == 3)
    #expect(json["unchanged"] == 3, "\(format): \(json)")
    #expect(try sandbox.run("list", "--ids").lines.count == 3)
  }

  @Test("an exported row that was changed since is not taken over unasked")
  func changed() throws {
    try fill()
    #expect(try sandbox.run("export", "--format", "ris", "-o", "out.ris").status == 0)
    #expect(try sandbox.run("edit", "2", "--set", "pages=13").status == 0)
    let json = try sandbox.run("import", "out.ris", "--json").json
    #expect(json["unchanged"] == 2)
    #expect(json["skipped"] == 1)
    #expect(json["skips"]?[0]?["reason"].map { "\($0)".contains("pages") } == true)
    #expect(try sandbox.run("list", "--fields", "pages").lines.contains("13"))
  }

  @Test("a file that is there is replaced only when told, and is whole or not there")
  func overwriting() throws {
    try fill()
    sandbox.write("out.csv", "mine\n")
    let refused = try sandbox.run("export", "--format", "csv", "-o", "out.csv")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--force"))
    #expect(sandbox.read(sandbox.path("out.csv")) == "mine\n")
    #expect(try sandbox.run("export", "--format", "csv", "-o", "out.csv", "--force").status == 0)
    #expect(sandbox.read(sandbox.path("out.csv"))?.hasPrefix("number,id,") == true)
    let bad = try sandbox.run("export", "--format", "xls", "-o", "bad.csv")
    #expect(bad.status == 2)
    #expect(!sandbox.exists("bad.csv"))
    let folder = try sandbox.run("export", "--format", "csv", "-o", "no/such.csv")
    #expect(folder.status == 1)
    let left = try sandbox.run(tool: "ls", sandbox.directory).output
    #expect(!left.contains(".part"))
    // A link is not followed, and not replaced by chance either.
    symlink(sandbox.path("out.csv"), sandbox.path("link.csv"))
    #expect(try sandbox.run("export", "--format", "csv", "-o", "link.csv", "--force").status == 1)
  }

  @Test("a query chooses the books, and an empty library gives an empty file")
  func selection() throws {
    #expect(try sandbox.run("export", "--format", "json").output == "[]\n")
    try fill()
    let json = try sandbox.run("export", "number", "--format", "json").json
    #expect(json[0]?["title"] == "No number")
    #expect(json[1] == nil)
    #expect(try sandbox.run("export").status == 2)
    #expect(try sandbox.run("export", "--format", "xml").status == 2)
    #expect(try sandbox.run("export", "--format", "json", "--spreadsheet-safe").status == 2)
  }

  @Test("formulas are guarded when asked, and come back as they were")
  func formulas() throws {
    try fill()
    let safe = try sandbox.run("export", "--format", "csv", "--spreadsheet-safe", "-o", "s.csv")
    #expect(safe.status == 0)
    #expect(sandbox.read(sandbox.path("s.csv"))?.contains(",'=1+1,") == true)
    #expect(try sandbox.run("import", "s.csv", "--json").json["unchanged"] == 3)
  }

  @Test("a reader that goes away ends it quietly")
  func closedPipe() throws {
    try fill()
    let result = try sandbox.run(
      tool: "sh", "-c", "\"$0\" export --format csv | head -n 1; exit ${PIPESTATUS:-0}",
      Sandbox.program)
    #expect(result.lines.count == 1)
    #expect(result.errors == "")
  }
}
