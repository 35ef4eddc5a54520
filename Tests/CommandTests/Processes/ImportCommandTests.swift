import Catalogue
import Glibc
import Testing

@Suite struct ImportCommandTests {
  private let sandbox = Sandbox()
  private let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,"
    + "Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,"
    + "Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,"
    + "Private Notes,Read Count,Owned Copies\n"

  private func row(_ id: Int, _ title: String, isbn: String = "") -> String {
    "\(id),\(title),Some One,\"One, Some\",,,\(isbn),0,4.0,P,Paperback,10,1999,1999,,2020/01/02,"
      + ",,to-read,,,,0,0\n"
  }

  @Test("a Goodreads export is imported, and a second time says that nothing changed")
  func twice() throws {
    sandbox.write("g.csv", header + row(1, "A", isbn: "9780306406157") + row(2, "B"))
    let first = try sandbox.run("import", "g.csv", "--json")
    #expect(first.status == 0)
    #expect(try first.json["rows"] == 2)
    #expect(try first.json["added"] == 2)
    let second = try sandbox.run("import", "g.csv", "--json").json
    #expect(second["rows"] == 2)
    #expect(second["unchanged"] == 2)
    #expect(try sandbox.run("list", "--fields", "title,sync").output == "A\tnever\nB\tno-isbn\n")
  }

  @Test("an ISBN list comes from standard input; a misprinted number is reported with its line")
  func list() throws {
    let result = try sandbox.run(
      "import", "-", "--json", input: "9780306406157\n0-261-10221-4\n\n9780306406158\n")
    let json = try result.json
    #expect(json["added"] == 2 || json["added"] == 3)
    let remarks = json["failures"]?[0] ?? json["warnings"]?[0]
    #expect(remarks?["line"] == 4)
    #expect(try sandbox.run("list", "--ids").lines.count >= 2)
  }

  @Test("counts add up, a bad row is named with its line, and the status is 3")
  func badRow() throws {
    sandbox.write("g.csv", header + row(1, "A") + "2,\"B,never closed\n" + row(3, "C"))
    let result = try sandbox.run("import", "g.csv", "--json")
    #expect(result.status == 3)
    let json = try result.json
    #expect(json["rows"] == 3)
    #expect(json["added"] == 2)
    #expect(json["failed"] == 1)
    #expect(json["failures"]?[0]?["line"] == 3)
    #expect(json["failures"]?[0]?["file"] == "g.csv")
    let text = try sandbox.run("import", "g.csv")
    #expect(text.output == "3 rows: 0 added, 0 updated, 2 unchanged, 0 skipped, 1 failed\n")
    #expect(text.errors.contains("g.csv:3"))
  }

  @Test("a trial run reports the same and writes nothing; --atomic writes all or nothing")
  func whole() throws {
    sandbox.write("g.csv", header + row(1, "A") + "2,\"B,never closed\n")
    let dry = try sandbox.run("import", "g.csv", "--dry-run", "--json").json
    #expect(dry["added"] == 1)
    #expect(!sandbox.exists(".local"))
    let atomic = try sandbox.run("import", "g.csv", "--atomic")
    #expect(atomic.status == 1)
    #expect(try sandbox.run("list").output.isEmpty)
  }

  @Test("what to do with an ISBN that is there already is the user's choice")
  func duplicates() throws {
    _ = try sandbox.run("add", "9780306406157")
    sandbox.write("g.csv", header + row(1, "A", isbn: "9780306406157"))
    #expect(try sandbox.run("import", "g.csv", "--json").json["skipped"] == 1)
    let failed = try sandbox.run("import", "g.csv", "--on-duplicate", "fail")
    #expect(failed.status == 3)
    #expect(try sandbox.run("import", "g.csv", "--on-duplicate=add", "--json").json["added"] == 1)
    #expect(try sandbox.run("list", "--ids").lines.count == 2)
    #expect(try sandbox.run("import", "g.csv", "--on-duplicate", "merge").status == 2)
  }

  @Test("a file that cannot be read is status 1, says why, and nothing of the others is imported")
  func badFiles() throws {
    sandbox.write("good.txt", "9780306406157\n")
    sandbox.write("empty.csv", "")
    sandbox.write("bom.csv", "\u{FEFF}")
    sandbox.write("strange.csv", "colour,weight\nred,4\n")
    for (file, word) in [
      ("missing.csv", "No such file"), (".", "directory"), ("empty.csv", "empty"),
      ("bom.csv", "empty"), ("strange.csv", "goodreads"),
    ] {
      let result = try sandbox.run("import", "good.txt", file)
      #expect(result.status == 1, "\(file): \(result)")
      #expect(result.errors.contains(file), "\(result)")
      #expect(result.errors.contains(word), "\(result)")
      #expect(result.errors.contains("Hint: "), "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.output.isEmpty)
    }
    #expect(!sandbox.exists(".local"))
    #expect(try sandbox.run("import").status == 2)
    #expect(try sandbox.run("import", "good.txt", "--format", "goodraeds").status == 2)
  }

  @Test("a file without the right to read it is refused", .enabled(if: Tool.isThere("setpriv")))
  func unreadable() throws {
    sandbox.write("secret.csv", "x")
    let line =
      "chmod 755 .; chmod 000 secret.csv; mkdir home; chmod 777 home; "
      + "exec setpriv --reuid=65534 --clear-groups \(Sandbox.program) --db home/a.db "
      + "import secret.csv"
    let asRoot = try sandbox.run(tool: "sh", "-c", line)
    if asRoot.errors.contains("setpriv:") { return }
    #expect(asRoot.status == 1)
    #expect(asRoot.errors.contains("Permission denied"))
  }

  @Test("Ctrl-C keeps what was read, says how to go on, and is status 130")
  func interrupted() throws {
    let path = sandbox.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let run = try sandbox.start(Sandbox.program, ["import", "pipe"])
    // Waits until the program has opened the other end.
    let pipe = open(path, O_WRONLY)
    _ = "9780306406157\n9780261102217\n".withCString { write(pipe, $0, strlen($0)) }
    run.send(SIGINT)
    close(pipe)
    let result = run.wait()
    #expect(result.status == 130, "\(result)")
    #expect(result.errors.contains("import the same files again"))
    #expect(try sandbox.run("list", "--ids").lines.count <= 2)
    #expect(try sandbox.run("db", "check").status == 0)
  }

  @Test("a list of ISBNs comes again, or has one twice, and that changes nothing")
  func listAgain() throws {
    sandbox.write("l.txt", "ISBN 9780306406157\n0-306-40615-2 a gift\n9780261102217 # mine\n")
    let first = try sandbox.run("import", "l.txt", "--json").json
    #expect(first["added"] == 2)
    #expect(first["unchanged"] == 1)
    #expect(try sandbox.run("import", "l.txt", "--json").json["unchanged"] == 3)
  }

  @Test("--atomic with a row that fails says that nothing was written, and counts so")
  func atomicCounts() throws {
    _ = try sandbox.run("add", "9780306406157")
    sandbox.write("l.txt", "9780261102217\n9783161484100\n9780261102217\n9780306406158\n")
    sandbox.write("m.txt", "9780306406157\n")
    for isDry in [[], ["--dry-run"]] {
      let result = try sandbox.run(
        arguments: ["import", "l.txt", "m.txt", "--atomic", "--json"] + isDry)
      #expect(result.status == 1)
      let json = try result.json
      #expect(json["rows"] == 5)
      #expect(json["added"] == 0 && json["updated"] == 0 && json["unchanged"] == 0, "\(result)")
      #expect(json["skipped"] == 4)
      #expect(json["failed"] == 1)
      #expect(json["skips"]?.count == 4)
      let undone = (0..<4).compactMap { json["skips"]?[$0] }.filter {
        $0["reason"] == "nothing was written: another row failed"
      }
      #expect(undone.map { $0["line"] } == [1, 2, 3], "\(result)")
      let lines = result.errors.split(separator: "\n").filter { $0.contains("error: ") }
      #expect(lines.count == 1)
      #expect(
        result.errors.contains(
          "libraryctl: error: nothing was imported: 1 row failed (l.txt:4). Hint: "), "\(result)")
    }
    let text = try sandbox.run("import", "l.txt", "--atomic")
    #expect(
      text.output
        == "4 rows, nothing written: 0 added, 0 updated, 0 unchanged, 3 skipped, 1 failed\n")
    #expect(try sandbox.run("list", "--ids").output == "1\n")
  }

  @Test("remarks on every row of a long file are all there, in their order")
  func manyRemarks() throws {
    sandbox.write(
      "l.csv", "title,pages\n" + (0..<6000).map { "Book \($0),many\n" }.joined() + ",\n")
    let json = try sandbox.run("import", "l.csv", "--json").json
    #expect(json["warnings"]?.count == 6000)
    #expect(json["warnings"]?[5999]?["line"] == 6001)
    #expect(json["failures"]?.count == 1)
    let atomic = try sandbox.run("--db", "b.db", "import", "l.csv", "--atomic", "--json").json
    #expect(atomic["skips"]?.count == 6000)
    #expect(atomic["skips"]?[5999]?["line"] == 6001)
    #expect(atomic["skips"]?[5999]?["file"] == "l.csv")
  }
}
