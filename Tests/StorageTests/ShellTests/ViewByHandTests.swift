import Catalogue
import Testing

@testable import Storage

@Suite(.enabled(if: Shell.isInstalled, "the sqlite3 program is not installed"))
struct ViewByHandTests {
  /// A column, the SQL value that is set, and what is shown then.
  static let texts = [
    "title", "subtitle", "publisher", "published", "language", "series", "series_number", "shelf",
    "notes", "review", "location", "binding",
  ]
  static let edits: [(String, String, String)] =
    texts.map { ($0, "'wordly'", "wordly") } + [
      ("title", "1984", "1984"), ("started_at", "'2024-05-06'", "2024-05-06"),
      ("pages", "320", "320"), ("pages", "'320'", "320"), ("copies", "2", "2"),
      ("rating", "4", "4"), ("rating", "4.5", "4.5"), ("rating", "'3.5'", "3.5"),
      ("authors", "'[\"Ann\",\"Bo\"]'", "[\"Ann\",\"Bo\"]"), ("authors", "'Ann'", "[\"Ann\"]"),
      ("subjects", "'Ships'", "[\"Ships\"]"), ("tags", "'[\"x\"]'", "[\"x\"]"),
      ("tags", "2001", "[\"2001\"]"), ("read_at", "'2024-01-02'", "[\"2024-01-02\"]"),
      ("isbn", "'978-0-306-40615-7'", "9780306406157"), ("isbn", "NULL", ""),
      ("isbn", "'9791090636071'", "9791090636071"),
      ("identifiers", "'{\"asin\":\"B1\"}'", "{\"asin\":\"B1\"}"), ("year", "1999", "1999"),
      ("added_at", "'2020-01-02T03:04:05.678Z'", "2020-01-02T03:04:05.678Z"),
    ]

  @Test("every column that people own can be set", arguments: edits)
  func set(_ column: String, _ value: String, _ shown: String) throws {
    let library = try ShellLibrary()
    try library.works("UPDATE catalogue SET \(column) = \(value) WHERE number = 1;")
    #expect(try library.value("SELECT \(column) FROM catalogue") == shown)
    try library.isSound(
      finding: shown == "wordly" && ["title", "series", "notes"].contains(column)
        ? ["wordly"] : [])
    #expect(try library.value("SELECT \(column) FROM catalogue") == shown)
  }

  @Test(
    "what the program keeps is refused by name",
    arguments: [
      ("number", "number, id and account"), ("id", "number, id and account"),
      ("account", "number, id and account"), ("edited_at", "kept by the program"),
      ("fetched_at", "kept by the program"), ("source", "kept by the program"),
      ("source_key", "kept by the program"), ("sync", "kept by the program"),
    ])
  func kept(_ column: String, _ reason: String) throws {
    let library = try ShellLibrary()
    try library.refuses("UPDATE catalogue SET \(column) = 'x';", naming: reason)
    try library.isSound()
  }

  @Test(
    "a value of the wrong type is refused by name",
    arguments: [
      ("pages", "'many'", "INTEGER column books.pages"),
      ("pages", "1.5", "INTEGER column books.pages"),
      ("copies", "'[1]'", "INTEGER column books.copies"),
      ("tags", "'[1,2]'", "a list or identifiers in typed"),
      ("authors", "'[{\"a\":1}]'", "a list or identifiers in typed"),
      ("subjects", "'[null]'", "a list or identifiers in typed"),
      ("identifiers", "'{\"asin\":5}'", "a list or identifiers in typed"),
      ("read_at", "'[5]'", "a list or identifiers in typed"),
      ("pages", "-4", "pages is 0 or more"),
      ("copies", "-1", "copies is 0 or more"),
      ("rating", "9", "rating is 0 to 5"), ("rating", "'good'", "wrong type"),
      ("started_at", "'6 May 2024'", "started_at is YYYY-MM-DD"),
      ("read_at", "'yesterday'", "read_at is a list of YYYY-MM-DD"),
      ("isbn", "'9780306406158'", "isbn is not a valid ISBN-13"),
      ("isbn", "'0306406152'", "isbn is not a valid ISBN-13"),
      ("identifiers", "'B000'", "identifiers takes a JSON object"),
      ("identifiers", "'[1]'", "identifiers takes a JSON object"),
      ("year", "'c1999'", "year is a number"), ("added_at", "'today'", "added_at is YYYY"),
      ("added_at", "NULL", "NOT NULL"),
    ])
  func wrongType(_ column: String, _ value: String, _ reason: String) throws {
    let library = try ShellLibrary()
    try library.refuses("UPDATE catalogue SET \(column) = \(value);", naming: reason)
    try library.isSound()
  }

  @Test("NULL takes back what was typed, and an empty text says that there is none")
  func takingBack() throws {
    let library = try ShellLibrary()
    try library.works("UPDATE catalogue SET title = 'Typed', pages = '', authors = 'Ann';")
    #expect(try library.value("SELECT title, pages FROM catalogue") == "Typed|")
    try library.works("UPDATE catalogue SET title = NULL, authors = '';")
    #expect(try library.value("SELECT title, pages, authors FROM catalogue") == "Imported||")
    #expect(
      try library.value("SELECT typed FROM books") == #"{"authors":[],"pages":""}"#)
    try library.isSound(finding: ["imported"])
  }

  @Test("identifiers are said key by key")
  func identifiers() throws {
    let library = try ShellLibrary()
    try library.works(
      "UPDATE catalogue SET identifiers = json_set(identifiers, '$.asin', 'B1');")
    #expect(
      try library.value("SELECT typed FROM books") == #"{"identifiers":{"asin":"B1"}}"#)
    try library.works(
      "UPDATE catalogue SET identifiers = json_remove(identifiers, '$.goodreads');")
    #expect(try library.value("SELECT identifiers FROM catalogue") == #"{"asin":"B1"}"#)
    try library.works("UPDATE catalogue SET identifiers = NULL;")
    #expect(try library.value("SELECT identifiers FROM catalogue") == #"{"goodreads":"5"}"#)
    try library.works("UPDATE catalogue SET identifiers = '';")
    #expect(try library.value("SELECT identifiers FROM catalogue") == "")
    try library.isSound()
  }

  @Test("a typed list of authors leaves the roles of another list behind")
  func roles() throws {
    let library = try ShellLibrary()
    try library.works(
      """
      UPDATE books SET typed = '{"authors":["A"],"contributors":[{"name":"A","role":"editor"}]}';
      UPDATE catalogue SET authors = 'B';
      """)
    #expect(try library.value("SELECT typed FROM books") == #"{"authors":["B"]}"#)
  }

  @Test("INSERT goes to the current account, or to the one that it names")
  func insert() throws {
    let library = try ShellLibrary()
    try library.works(
      """
      INSERT INTO accounts (name, source) VALUES ('work', 'file');
      INSERT INTO catalogue (title, authors, year, isbn, tags, pages)
      VALUES ('Zanzibar', 'Ann', 1950, '978-0-306-40615-7', '["x","y"]', 12);
      INSERT INTO catalogue (title, account) VALUES ('Wolfram', 'work');
      INSERT OR IGNORE INTO catalogue (title) VALUES ('Yttrium');
      """)
    #expect(
      try library.value("SELECT number, account, title, sync FROM catalogue WHERE number > 1")
        == "2|home|Zanzibar|never\n3|work|Wolfram|no-isbn\n4|home|Yttrium|no-isbn")
    try library.isSound(finding: ["zanzibar", "wolfram", "yttrium"])
    try library.refuses(
      "INSERT INTO catalogue (title, account) VALUES ('X', 'nobody');", naming: "no account")
    try library.refuses(
      "INSERT INTO catalogue (number, title) VALUES (9, 'X');", naming: "given by the program")
    try library.refuses(
      "REPLACE INTO catalogue (number, title) VALUES (1, 'X');", naming: "given by the program")
    try library.refuses(
      "INSERT INTO catalogue (title) VALUES ('X') ON CONFLICT DO NOTHING;", naming: "UPSERT")
  }

  @Test("DELETE puts a book into the trash")
  func delete() throws {
    let library = try ShellLibrary()
    try library.works("DELETE FROM catalogue WHERE number = 1;")
    #expect(try library.value("SELECT count(*) FROM catalogue") == "0")
    #expect(try library.value("SELECT removed_at IS NOT NULL FROM books") == "1")
    try library.isSound()
  }

  @Test("the view's names are those of the JSON")
  func names() throws {
    let library = try ShellLibrary()
    #expect(
      try library.value("SELECT group_concat(name) FROM pragma_table_info('catalogue')")
        == "number,id,account,isbn,title,subtitle,authors,publisher,published,year,language,pages,"
        + "series,series_number,subjects,tags,rating,shelf,notes,started_at,read_at,review,copies,"
        + "location,binding,identifiers,added_at,edited_at,fetched_at,source,source_key,sync")
  }
}
