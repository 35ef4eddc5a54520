import Glibc
import LoopbackServer
import Testing

/// The program on a real terminal: keys in, screen out.
@Suite struct BrowseProcessTests {
  private let sandbox = Sandbox()

  private func add(_ titles: String...) throws {
    for title in titles {
      #expect(try sandbox.run("add", "--title", title, "--author", "A. Writer").status == 0)
    }
  }

  /// Whether the terminal is as it was before.
  private func expectRestored(_ terminal: PseudoTerminal, _ place: String = "") {
    let screen = terminal.screen
    #expect(!screen.isOnOtherScreen, "\(place)")
    #expect(screen.isCursorShown, "\(place)")
    #expect(screen.wraps, "\(place)")
    #expect(!screen.bracketsPaste, "\(place)")
    #expect(!screen.isStyled, "\(place)")
    #expect(terminal.isCooked, "\(place)")
    #expect(screen.unknown == [], "\(place)")
  }

  @Test("lists the books, moves with the keys, and leaves the terminal as it was")
  func list() throws {
    try add("First", "Second", "Third")
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "3 books")
    #expect(terminal.screen.isOnOtherScreen && !terminal.isCooked)
    #expect(terminal.screen.lines[2].hasPrefix(">  1  First"))
    terminal.type("j\u{1B}[B")
    try terminal.wait(for: ">  3  Third")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("without a terminal it is an error at once, and says what to use instead")
  func noTerminal() throws {
    let result = try sandbox.run("browse")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("terminal") && result.errors.contains("libraryctl list"))
    #expect(!sandbox.exists(".local"))
  }

  @Test(
    "a signal that ends it, or a crash, leaves the terminal as it was, and is told to the shell",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGQUIT])
  func signals(number: Int32) throws {
    try add("First")
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "1 book")
    terminal.send(number)
    #expect(try terminal.end() == 128 + number)
    expectRestored(terminal, "signal \(number)")
  }

  @Test("a search while one types, an edit, a removal and its undoing reach the disk")
  func work() throws {
    try add("The Hobbit", "Dune", "Emma")
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "3 books")
    terminal.type("/dun")
    try terminal.wait(for: "1 found")
    #expect(terminal.screen.isCursorShown && !terminal.screen.text.contains("Emma"))
    terminal.type("\r\r")
    try terminal.wait(for: "> title         typed     Dune")
    // A paste is text, and no keys.
    terminal.type("e\u{15}\u{1B}[200~Dune: q日本\u{1B}[201~")
    try terminal.wait(for: "title: Dune: q日本")
    terminal.type("\r")
    try terminal.wait(for: "saved")
    #expect(try sandbox.sql("SELECT title FROM books WHERE number = 2;") == "Dune: q日本")
    terminal.type("d")
    try terminal.wait(for: "u takes it back")
    #expect(try sandbox.sql("SELECT count(*) FROM catalogue;") == "2")
    terminal.type("u")
    try terminal.wait(for: "took back")
    #expect(try sandbox.sql("SELECT count(*) FROM catalogue;") == "3")
    try terminal.wait(for: "Dune: q日本")
    terminal.type("\u{1B}")
    try terminal.wait(for: "Emma")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
    try sandbox.checkLibrary()
  }

  @Test("what other programs change appears by itself")
  func news() throws {
    try add("First")
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "1 book ")
    try add("Second")
    try terminal.wait(for: "Second")
    try terminal.wait(for: "2 books")
    #expect(try sandbox.run("edit", "1", "--set", "title=Elsewhere").status == 0)
    try terminal.wait(for: "Elsewhere")
    #expect(try sandbox.run("remove", "2", "--yes").status == 0)
    try terminal.wait(without: "Second")
    terminal.type("\u{3}")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("rows fill while a sync runs and one goes on; nothing is asked before it is started")
  func sync() throws {
    let gate = Gate()
    defer { gate.open() }
    let answer = LoopbackServer.openLibrary(
      editions: EveryCommand.isbns.map { Edition(isbn: $0, title: "Fetched \($0)") })
    let server = try LoopbackServer { request in
      gate.wait()
      return answer(request)
    }
    try sandbox.useServer(server)
    #expect(try sandbox.run(arguments: ["add"] + EveryCommand.isbns).status == 0)
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "3 books")
    terminal.type("jk")
    #expect(server.connections == 0)
    terminal.type("y")
    try terminal.wait(for: "in-flight")
    terminal.type("j")
    try terminal.wait("the second row") { $0.lines[3].hasPrefix(">") }
    gate.open()
    try terminal.wait(for: "Fetched 9780261102217")
    try terminal.wait(for: "synced 3")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("a library that is read-only can be looked at, and says why nothing can be changed")
  func readOnly() throws {
    try add("First")
    #expect(try sandbox.run(tool: "chmod", "a-w", sandbox.library).status == 0)
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "First")
    // Root may write all the same.
    guard geteuid() != 0 else {
      terminal.type("q")
      #expect(try terminal.end() == 0)
      return
    }
    terminal.type("d")
    try terminal.wait(for: "nothing can be changed")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("a library that is not there says how to add books, and is not made")
  func absent() throws {
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "There is no library yet")
    terminal.type("d\ry?")
    try terminal.wait(for: "Keys")
    terminal.type("q\u{3}")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
    #expect(!sandbox.exists(".local/share/libraryctl/library.db"))
    let named = try PseudoTerminal(sandbox, ["browse", "--db", "nowhere.db"])
    #expect(try named.end() == 1)
    #expect(named.screen.text.contains("nowhere.db"))
    #expect(!sandbox.exists("nowhere.db"))
  }

  @Test("another size is drawn for, down to one that shows next to nothing")
  func resize() throws {
    try add("First", "日本語の長い題名日本語の長い題名日本語の長い題名")
    let terminal = try PseudoTerminal(sandbox, ["browse"])
    try terminal.wait(for: "2 books")
    for (columns, rows) in [(40, 10), (20, 5), (200, 50), (1, 1), (80, 24)] {
      let frames = terminal.screen.frames
      terminal.resize(columns: columns, rows: rows)
      try terminal.wait("a frame of \(columns)×\(rows)") { $0.frames > frames }
    }
    try terminal.wait(for: "/ search  Enter open")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("Ctrl-Z gives the shell its terminal, and fg brings the screen back")
  func suspend() throws {
    try add("First")
    let terminal = try PseudoTerminal(
      sandbox, [], shell: "set -m; $PROGRAM browse; echo status $?; stty -a | grep -o ' echo '; fg")
    try terminal.wait(for: "1 book ")
    terminal.type("\u{1A}")
    try terminal.wait(for: "status 148")
    try terminal.wait("the screen again") { $0.isOnOtherScreen && $0.text.contains("1 book ") }
    #expect(!terminal.isCooked)
    terminal.type("j")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    #expect(terminal.screen.lines.contains { $0.contains("echo") })
    expectRestored(terminal)
  }

  @Test("without colour there is none, and the selected row is still seen")
  func noColor() throws {
    try add("First")
    for (variables, colours) in [([:], 1...9), (["NO_COLOR": "1"], 0...0)]
      as [([String: String], ClosedRange<Int>)]
    {
      let terminal = try PseudoTerminal(sandbox, ["browse"], environment: variables)
      try terminal.wait(for: "1 book ")
      #expect(colours.contains(terminal.screen.colours.count), "\(variables)")
      #expect(terminal.screen.text.contains(">  1  First"))
      terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }
}
