import LoopbackServer
import Testing

/// Commands in an order in which each has something to answer.
struct AnswerScenario {
  enum Step {
    case run([String])
    /// A hand in the database, for what no command makes.
    case sql(String)
    case use(account: String)

    static func run(_ words: String...) -> Step { .run(words) }
  }

  private let sandbox: Sandbox
  private let server: LoopbackServer

  init(_ sandbox: Sandbox) throws {
    self.sandbox = sandbox
    server = try LoopbackServer { _ in
      .json(
        """
        {"docs": [{"key": "/works/OL1W", "title": "A thing", "first_publish_year": 2010,
          "author_name": ["Ann"], "isbn": ["9780765326355"]}]}
        """)
    }
    // The second record is malformed, the third is missing.
    sandbox.write(
      "titles.jsonl",
      """
      {"isbn": "9780306406157", "title": "One", "authors": ["Ann", "Bo"], "pages": 12}
      {"isbn": "9780261102217", "title": 5}

      """)
    sandbox.write(
      "list.csv",
      """
      isbn,title,authors,pages
      ,"Imported, rightly",Cy,30
      ,,,
      9780306406157,One again,Ann,12
      9780765326356,Misprinted,Di,n

      """)
    try sandbox.useServer(server, account: "s")
    #expect(
      try sandbox.run("account", "add", "f", "--source", "file", "--endpoint", "titles.jsonl")
        .status == 0)
  }

  /// Does what is no command.
  func prepare(_ step: Step) throws {
    switch step {
    case .run: break
    case .sql(let text): try sandbox.sql(text)
    case .use(let account): #expect(try sandbox.run("account", "use", account).status == 0)
    }
  }

  let steps: [Step] = [
    .run("account", "add", "third", "--source", "open-library", "--rate", "0.5"),
    .run("account", "rename", "third", "fourth"),
    .run("account", "set", "fourth", "--contact", "me@example.org"),
    .run("account", "list"),
    .run("account", "show", "fourth"),
    .run("account", "remove", "fourth"),
    .run("account", "use", "f"),
    .run("add", "9780306406157", "9780261102217", "9783161484100"),
    .run(
      "add", "--title", "A thing", "--author", "Ann", "--subtitle", "or two", "--publisher", "P",
      "--published", "March 1999", "--language", "French", "--pages", "12", "--series", "S",
      "--series-number", "2.5", "--subject", "x", "--tag", "t", "--rating", "4.5", "--shelf",
      "read", "--location", "hall", "--notes", "mine"),
    .run("import", "list.csv"),
    .run("sync", "--dry-run"),
    .run("sync"),
    .sql(
      """
      INSERT INTO tickets (number, account, epoch, incarnation, isbn, holder, issued_at, expires_at)
      SELECT b.number, a.id, a.epoch, b.incarnation, b.isbn, 99, '2026-11-30T07:00:00.000Z',
        '2026-11-30T07:02:00.000Z' FROM books AS b JOIN accounts AS a ON a.id = b.account
      WHERE b.number = 3;
      """),
    .run("status"),
    .run("failures", "--not-found"),
    .run("failures", "--ids"),
    .run("list"),
    .run("list", "--ids"),
    .run("list", "--fields", "number,title,authors,identifiers,sync"),
    .run("show", "1", "4", "5"),
    .run("search", "thing"),
    .run("edit", "1", "--set", "notes=mine", "--set", "read_at=2026-03;2026-04-01"),
    .run("undo"),
    .run("history"),
    .run("add", "9780306406157"),
    .run("dedupe"),
    .run("merge", "4", "5"),
    .run("remove", "3"),
    .run("trash", "list"),
    .run("restore", "3"),
    .run("remove", "3"),
    .run("trash", "empty", "--yes"),
    .run("stats"),
    .run("export", "--format", "csv", "-o", "books.csv"),
    .run("db", "path"),
    .sql("UPDATE catalogue SET title = 'Cafe' || char(0x301) WHERE number = 1;"),
    .run("db", "check"),
    .run("db", "check", "--deep", "--fix"),
    .run("db", "schema"),
    .run("db", "optimize"),
    .run("db", "backup", "copy.db"),
    .run("db", "restore", "copy.db", "--dry-run"),
    .run("db", "restore", "copy.db", "--yes"),
    .run("config", "path"),
    .run("config", "set", "wait", "5"),
    .run("config", "get", "wait"),
    .run("config", "list"),
    .use(account: "s"),
    .run("add", "--title", "A thing", "--author", "Ann"),
    .run("sync", "--candidates", "8"),
  ]
}
