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
}
