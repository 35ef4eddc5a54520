import Catalogue
import Glibc
import LoopbackServer
import Testing

/// A tag says which data are here already. Were it here without them, the source would call them
/// unchanged for ever, and nobody would miss them.
@Suite("Tags and the data that they stand for") struct ValidatorTests {
  private let sandbox = Sandbox()

  private func isbns(_ count: Int) -> [String] { (0..<count).map { ISBN.sample($0).description } }

  private func prepare(_ server: LoopbackServer, books: Int) throws {
    try sandbox.useServer(server, source: "http")
    #expect(try sandbox.run(arguments: ["add"] + isbns(books)).status == 0)
    #expect(try sandbox.run("sync").status == 0)
    #expect(try sandbox.sql("SELECT DISTINCT validators FROM books;") == "S 1")
  }

  @Test(
    "are saved together: a sync that is killed at any write leaves no tag without its data",
    .enabled(if: Tool.canTrace, "strace cannot be used here"), arguments: ["pwrite64", "fdatasync"])
  func killed(_ call: String) throws {
    let server = try LoopbackServer(TitleEditions.route("S", edition: 1))
    try prepare(server, books: 60)
    server.route(TitleEditions.route("S", edition: 2))
    _ = try sandbox.run(tool: "sh", "-c", "cp -r .local before")
    var number = 1
    while true {
      _ = try sandbox.run(tool: "sh", "-c", "rm -rf .local && cp -r before .local")
      let killed = try sandbox.start(
        "strace",
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(number)", Sandbox.program, "sync", "--all",
        ]
      ).wait()
      let place = "killed at \(call) \(number)"
      #expect(try sandbox.sql(TitleEditions.torn) == "", "\(place)")
      let saved = try sandbox.sql("SELECT count(*) FROM books WHERE validators = 'S 2';")
      let clean = try SyncSummary(try sandbox.run("sync", "--all", "--json"))
      #expect("\(clean["unchanged"])" == saved, "\(place): what is called unchanged is here")
      #expect(clean["unchanged"] + clean["updated"] == 60, "\(place)")
      #expect(
        try sandbox.sql("SELECT DISTINCT title, validators FROM books;") == "S 2|S 2", "\(place)")
      if killed.status == 0 { break }
      number += call == "pwrite64" ? 9 : 1
      try #require(number < 2000)
    }
    #expect(number > 1, "nothing was tried")
  }

  @Test("stay together when a sync wakes with an older answer than the one that was saved")
  func older() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer(TitleEditions.route("S", edition: 1))
    try prepare(server, books: 3)
    let count = server.requests.count
    server.route { request in
      gate.wait()
      return TitleEditions.route("S", edition: 2)(request)
    }
    let sleeper = try sandbox.start(Sandbox.program, ["sync", "--all", "--json"])
    await server.requests(atLeast: count + 1)
    sleeper.stop()
    try sandbox.expireLeases()
    server.route(TitleEditions.route("S", edition: 3))
    #expect(try sandbox.run("sync", "--all").status == 0)
    sleeper.goOn()
    gate.open()
    let result = sleeper.wait()
    #expect(try SyncSummary(result).refused("superseded") == 3, "\(result)")
    #expect(try sandbox.sql("SELECT DISTINCT title, validators FROM books;") == "S 3|S 3")
    let again = try SyncSummary(try sandbox.run("sync", "--all", "--json"))
    #expect(again["unchanged"] == 3)
  }

  @Test("go together: a row whose data are gone asks without a tag")
  func gone() throws {
    let server = try LoopbackServer(TitleEditions.route("S", edition: 1))
    try prepare(server, books: 4)
    let other = ISBN.sample(9).description
    #expect(try sandbox.run("edit", "1", "--set", "isbn=\(other)").status == 0)
    try sandbox.sql(
      """
      UPDATE books SET isbn = '\(ISBN.sample(8))' WHERE number = 2;
      REPLACE INTO books (number, account, isbn) SELECT number, account, isbn FROM books
      WHERE number = 3;
      """)
    let count = server.requests.count
    let summary = try SyncSummary(try sandbox.run("sync", "--all", "--json"))
    #expect(summary["updated"] == 3 && summary["unchanged"] == 1)
    let asked = server.requests.dropFirst(count).flatMap(\.titles)
    #expect(asked.filter { $0.etag != nil }.map(\.isbn) == [ISBN.sample(3).description])
    #expect(try sandbox.sql(TitleEditions.torn) == "")
  }

  @Test("are an account's own, and so is its token: no other account's server sees them")
  func accounts() throws {
    let servers = try ["A", "B"].map { try LoopbackServer(TitleEditions.route($0, edition: 1)) }
    let tokens = ["LIBRARYCTL_TOKEN_A": "canary-a", "LIBRARYCTL_TOKEN_B": "canary-b"]
    for (name, server) in zip(["a", "b"], servers) {
      try sandbox.useServer(server, account: name, source: "http")
      #expect(try sandbox.run(arguments: ["add"] + isbns(3)).status == 0)
    }
    for edition in 1...2 {
      for (name, server) in zip(["A", "B"], servers) {
        server.route(TitleEditions.route(name, edition: edition))
        let result = try sandbox.run(
          "sync", "--all", "--json", "--account", name.lowercased(), environment: tokens)
        #expect(try SyncSummary(result)["updated"] == 3, "\(result)")
      }
    }
    for (name, server) in zip(["A", "B"], servers) {
      let asked = server.requests.flatMap(\.titles).map(\.etag)
      #expect(asked == [nil, nil, nil, "\(name) 1", "\(name) 1", "\(name) 1"])
      #expect(
        server.requests.allSatisfy {
          $0.headers["authorization"] == "Bearer canary-\(name.lowercased())"
        })
    }
    let rows = try sandbox.sql(
      """
      SELECT DISTINCT a.name, b.title, b.validators FROM books AS b
        JOIN accounts AS a ON a.id = b.account ORDER BY a.name;
      """)
    #expect(rows == "a|A 2|A 2\nb|B 2|B 2")
  }
}
