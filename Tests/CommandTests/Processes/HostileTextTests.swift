import Catalogue
import Testing

@testable import libraryctl

/// Text that would do harm to a terminal, to SQL, to the search engine or to a parser, wherever text
/// can come from. Nothing of it may be obeyed, lost or crash anything.
@Suite struct HostileTextTests {
  private let sandbox = Sandbox()

  /// Control characters of both sets, hyperlinks, the clipboard, colours, direction, tags.
  private static let harmful = [
    "bell\u{7} back\u{8} \u{1}\u{7F}", "clear\u{1B}[2J\u{1B}[H", "c1 \u{9B}31m\u{9D}0;t\u{9C}",
    "link\u{1B}]8;;https://example.org\u{1B}\\here\u{1B}]8;;\u{1B}\\",
    "clip\u{1B}]52;c;ZXZpbA==\u{7}", "bidi\u{202E}drow\u{202C}\u{2066}x\u{2069}\u{200F}",
    "line\u{2028}two\u{2029}\r\n\tthree", "hidden\u{E0041}\u{FEFF}\u{AD}\u{FFF9}",
  ]

  /// What SQL, FTS5 and the query language have words for.
  private static let syntax = [
    "\"", "\"\"", "\"open", "'", "';DROP TABLE books;--", "AND", "OR", "NOT", "NOT x", "a AND b",
    "NEAR(a b)", "NEAR/2", "a*", "*", "^a", "{title authors}: x", "title : x", "x:y", "title:",
    "-", "--", "-\"", "+", "(", ")", "()", "a OR", "((((", "%", "_", "\\", "?1", "$a", "@a", ":a",
    "year:..", "year:9..1", "rating>=", "isbn:*", "tag:\"", "\u{FFFD}", "",
    String(repeating: "(", count: 20_000), String(repeating: "-", count: 20_000),
    String(repeating: "a ", count: 20_000), String(repeating: "x", count: 100_000),
  ]

  private func expectHarmless(_ text: String, _ place: String) {
    // A tab is what an export may hold.
    for scalar in text.unicodeScalars where !["\n", "\r", "\t"].contains(scalar) {
      if TerminalText.isHarmful(scalar) {
        Issue.record("\(place) prints U+\(String(scalar.value, radix: 16))")
        return
      }
    }
  }

  private func onTerminal(_ command: String, columns: Int = 80) throws -> Sandbox.Result {
    let line = "stty cols \(columns) -echo; \(Sandbox.program) --color never \(command)"
    return try sandbox.run(tool: "script", "-qec", line, "/dev/null", input: "")
  }

  @Test("titles are kept as they are, and a terminal obeys none of them")
  func titles() throws {
    for title in Self.harmful {
      let result = try sandbox.run(
        "add", "--title", title, "--author", title, "--tag", title, "--shelf", title, "--notes",
        title, "--publisher", title)
      #expect(result.status == 0, "\(result)")
      #expect(try sandbox.run("add", "--title", title).status == 0)
    }
    _ = try sandbox.run("remove", "1")
    let books = try sandbox.run("list", "--json").json
    for (index, title) in Self.harmful.enumerated() {
      #expect(books[2 * index]?["title"] == .string(title))
    }
    // In a pipe a book is a line, whatever it holds.
    #expect(try sandbox.run("list").lines.count == 2 * Self.harmful.count - 1)
    for command in [
      "list", "list --json", "list --fields all", "search clear", "show 3", "show 5 --json",
      "stats",
      "dedupe", "dedupe --json", "history", "trash list", "status", "edit 3 --add-tag x",
      "export --format csv", "export --format bibtex", "export --format ris", "db check",
      "export --format json", "export --format marcxml", "merge 3 4", "undo",
    ] {
      for columns in [20, 80] {
        let result = try onTerminal(command, columns: columns)
        #expect([0, 1].contains(result.status), "\(command): \(result)")
        expectHarmless(result.output, "\(command) on \(columns) columns")
      }
    }
  }

  @Test("any query finds something or says what is wrong with it, in every command that takes one")
  func queries() throws {
    _ = try sandbox.run("add", "--title", "A C++ book: 50% 'x'")
    let before = try sandbox.dump()
    for query in Self.syntax + Self.harmful {
      for command in [
        ["list"], ["search"], ["export", "--format", "json"], ["edit", "-n", "--add-tag", "t"],
        ["remove", "-n"], ["sync", "-n"],
      ] {
        let takesOption = ["edit", "remove", "sync"].contains(command[0])
        let words = command + [takesOption ? "--query=\(query)" : "--", query]
        let result = try sandbox.run(arguments: takesOption ? Array(words.dropLast()) : words)
        let place = "\(command[0]) \(query.prefix(30).debugDescription)"
        #expect([0, 2].contains(result.status), "\(place): \(result.status)")
        #expect(result.status == 0 || result.errors.hasPrefix("libraryctl: error: "), "\(place)")
        #expect(result.errors.utf8.count < 2000, "\(place)")
        expectHarmless(result.errors, place)
      }
    }
    #expect(try sandbox.dump() == before)
  }

  @Test("as an argument of any kind it is refused in one harmless line")
  func arguments() throws {
    for text in Self.harmful {
      for words in [
        [text], ["--" + text], ["list", "--sort", text], ["list", "--fields", text],
        ["show", text],
        ["account", "use", text], ["--account", text, "add", "9780261102217"],
        ["edit", "1", "--set", text], ["edit", "1", "--set", "pages=" + text],
        ["config", "get", text],
        ["import", text], ["import", "--format", text, "x"], ["--db", text + "/x/y", "list"],
        ["db", "restore", text], ["help", text], ["completion", text], ["undo", text],
        ["add", text], ["sync", "--max-age", text], ["account", "add", "n", "--source", text],
      ] {
        let result = try sandbox.run(arguments: words)
        #expect([1, 2].contains(result.status), "\(words): \(result)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(words): \(result)")
        expectHarmless(result.errors, "\(words)")
      }
    }
  }

  @Test("as a file's name it names a file")
  func fileNames() throws {
    for name in Self.harmful {
      let name = name.replacing("/", with: "")
      sandbox.write(name, "isbn,title\n,\"A title\"\n,\n")
      let read = try sandbox.run("import", name, "--on-duplicate", "skip")
      #expect(read.status == 3, "\(read)")
      expectHarmless(read.errors, "import")
      let written = try sandbox.run("export", "--format", "csv", "-o", name + ".csv")
      #expect(written.status == 0 && sandbox.exists(name + ".csv"), "\(written)")
      expectHarmless(written.errors, "export")
      let copied = try sandbox.run("db", "backup", name + ".db")
      #expect(copied.status == 0 && sandbox.exists(name + ".db"), "\(copied)")
      expectHarmless(copied.errors, "db backup")
    }
    expectHarmless(try onTerminal("history").output, "history")
  }

  @Test("an argument that is no UTF-8 is refused before anything is done under another name")
  func invalidUTF8() throws {
    for command in [
      #"add --title "$(printf 'a\377b')""#, #"import "$(printf '\303.csv')""#,
      #"--db "$(printf 'x\377')" add --title A"#, #"search "$(printf '\300\200')""#,
      #"export --format csv -o "$(printf 'o\377')""#,
    ] {
      let result = try sandbox.run(tool: "sh", "-c", "\(Sandbox.program) \(command)")
      #expect(result.status == 2 && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains("no UTF-8"), "\(result)")
    }
    #expect(try sandbox.run(tool: "ls").lines.allSatisfy { $0.hasPrefix("std") })
    #expect(!sandbox.exists(".local"))
  }

  @Test("a title of a megabyte is kept, found, and cut where a line is shown")
  func megabyte() throws {
    let title = "Needle " + String(repeating: "日本語 \u{1B}[2J", count: 90_000)
    sandbox.write("big.json", JSONValue.array([.object(["title": .string(title)])]).json)
    #expect(try sandbox.run("import", "big.json", "--format", "json").status == 0)
    // A file's control characters are not taken over.
    let kept = title.replacing("\u{1B}", with: "")
    #expect(try sandbox.run("list", "--json").json[0]?["title"] == .string(kept))
    #expect(try sandbox.run("search", "needle").lines.count == 1)
    for columns in [20, 80] {
      let list = try onTerminal("list", columns: columns)
      for line in list.output.split(separator: "\r\n") {
        #expect(DisplayWidth.columns(of: String(line)) <= columns, "\(line)")
      }
    }
    expectHarmless(try onTerminal("show 1").output, "show")
    #expect(try sandbox.run("edit", "1", "--add-tag", "long", "-q").status == 0)
    #expect(try sandbox.run("undo", "-q").status == 0)
    #expect(try sandbox.run("db", "check", "--deep").status == 0)
  }
}
