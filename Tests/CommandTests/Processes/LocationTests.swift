import Testing

@Suite struct LocationTests {
  private let sandbox = Sandbox()

  @Test("reading a default library that is not there is an empty answer and makes nothing")
  func missingDefault() throws {
    for (arguments, output) in [
      (["list"], ""), (["list", "--json"], "[]\n"), (["search", "x"], ""),
      (["account", "list", "--json"], "[]\n"),
    ] {
      let result = try sandbox.run(arguments: arguments)
      #expect(result.output == output)
      #expect(result.errors.isEmpty)
      #expect(result.status == 0)
    }
    #expect(!sandbox.exists(".local"))
  }

  @Test("a named library that is not there is status 1 for reading and made for writing")
  func missingNamed() throws {
    let missing = try sandbox.run("--db", "none.db", "list")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("none.db"))
    #expect(!sandbox.exists("none.db"))
    #expect(try sandbox.run("--db", "none.db", "add", "9780261102217").status == 0)
    #expect(sandbox.exists("none.db"))
    #expect(try sandbox.run("list", "--ids", "--db=none.db").output == "1\n")
  }

  @Test("--db comes before LIBRARYCTL_DB, and that before the data directory")
  func precedence() throws {
    let environment = ["LIBRARYCTL_DB": sandbox.path("env.db"), "XDG_DATA_HOME": sandbox.path("x")]
    _ = try sandbox.run("add", "9780261102217", environment: ["XDG_DATA_HOME": sandbox.path("x")])
    #expect(sandbox.exists("x/libraryctl/library.db"))
    _ = try sandbox.run("add", "9780261102217", environment: environment)
    #expect(sandbox.exists("env.db"))
    _ = try sandbox.run("--db", "named.db", "add", "9780261102217", environment: environment)
    #expect(sandbox.exists("named.db"))
    _ = try sandbox.run("add", "9780261102217")
    #expect(sandbox.exists(".local/share/libraryctl/library.db"))
  }
}
