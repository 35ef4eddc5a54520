import Glibc
import Testing

@Suite struct ConfigRaceTests {
  private let sandbox = Sandbox()

  private static let values: [(name: String, value: String)] = [
    ("db", "/tmp/none.db"), ("account", "work"), ("color", "never"), ("wait", "7"),
    ("timeout", "30s"), ("lease", "2m"),
  ]

  @Test("settings that many processes write at once are all kept, one by one and whole")
  func many() throws {
    for round in 0..<5 {
      unlink(sandbox.path(".config/libraryctl/config"))
      let running = try (Self.values + Self.values).map { setting in
        try sandbox.start(Sandbox.program, ["config", "set", setting.name, setting.value])
      }
      for process in running { #expect(process.wait().status == 0) }
      let lines = sandbox.read(sandbox.path(".config/libraryctl/config"))?.split(separator: "\n")
      #expect(
        lines?.map(String.init).sorted() == Self.values.map { "\($0.name) = \($0.value)" }.sorted(),
        "round \(round)")
    }
    let names = try sandbox.run(tool: "ls", "-A", ".config/libraryctl").lines
    #expect(names == ["config", "config.lock"])
  }
}
