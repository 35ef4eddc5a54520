import Catalogue
import Testing

@testable import Storage

@Suite struct AccountsTests {
  let library: Library

  init() throws { library = try Library() }

  @discardableResult
  func add(
    _ name: String, _ source: Account.Source = .openLibrary, endpoint: String? = nil,
    contact: String? = nil, rate: Double? = nil, taking shape: EndpointShape? = nil
  ) throws -> Account {
    try library.write {
      try Accounts.add(
        NewAccount(name: name, source: source, endpoint: endpoint, contact: contact, rate: rate),
        endpoint: shape ?? EndpointShape(of: source), on: $0)
    }
  }

  @discardableResult
  func set(_ account: Account, taking shape: EndpointShape? = .url(isNeeded: true)) throws
    -> Account
  {
    try library.write { try Accounts.set(account, endpoint: shape, on: $0) }
  }

  func account(_ name: String) throws -> Account {
    try library.read { try Accounts.named(name, on: $0) }
  }

  @Test("a new library has the account home, in use, with Open Library")
  func home() throws {
    let home = try library.read { try Accounts.current(on: $0) }
    #expect(home.name == "home" && home.source == .openLibrary && home.id == Library.home)
  }

  @Test("an account is kept with all that was said of it, and is not in use")
  func addOne() throws {
    let added = try add(
      "my server", .http, endpoint: "https://example.org/titles", contact: "me@example.org",
      rate: .infinity)
    #expect(try account("my server") == added)
    #expect(added.endpoint == "https://example.org/titles" && added.contact == "me@example.org")
    #expect(added.rate == .infinity && !added.isCurrent)
    #expect(try library.read { try Accounts.all(on: $0) }.map(\.name) == ["home", "my server"])
  }

  @Test(
    "leaving an account ends its epoch, using the current one does not, and no epoch comes twice")
  func epochs() throws {
    let work = try add("work")
    let home = try account("home")
    try library.write { try Accounts.use("home", on: $0) }
    #expect(try account("home") == home, "use of the current account does nothing")

    try library.write { try Accounts.use("work", on: $0) }
    #expect(try library.read { try Accounts.current(on: $0) }.name == "work")
    let left = try account("home")
    #expect(left.epoch.rawValue > max(home.epoch.rawValue, work.epoch.rawValue))
    #expect(try account("work").epoch == work.epoch, "only the one that is left begins anew")

    try library.write { try Accounts.use("home", on: $0) }
    #expect(try account("work").epoch.rawValue > left.epoch.rawValue)
    #expect(try account("home").epoch == left.epoch)
  }

  @Test("what a server gave to tell what is unchanged goes when another server is asked")
  func validators() throws {
    var mine = try add("mine", .http, endpoint: "https://a.example/t")
    let other = try add("other", .http, endpoint: "https://a.example/t")
    let books = [try library.add(to: mine.id), try library.add(to: other.id)]
    func validators() throws -> [String?] {
      try books.map { number in
        try library.value("SELECT validators FROM books WHERE number = \(number.rawValue)")
      }
    }
    func give() throws {
      try library.write { try $0.run("UPDATE books SET validators = 'v'") }
    }
    try give()
    mine.contact = "me@example.org"
    mine = try set(mine)
    #expect(try validators() == ["v", "v"])
    mine.endpoint = "https://b.example/t"
    mine = try set(mine)
    #expect(try validators() == [nil, "v"])
    try give()
    try library.write { try $0.run("UPDATE accounts SET source = 'file' WHERE name = 'mine'") }
    #expect(try validators() == [nil, "v"])
  }

  @Test("another name keeps the epoch, and a name that differs only in case is taken")
  func rename() throws {
    try add("work")
    let before = try account("home")
    try library.write { try Accounts.rename("home", to: "Home", on: $0) }
    #expect(try account("Home").epoch == before.epoch)
    #expect(throws: AccountError.nameTaken("work")) {
      try library.write { try Accounts.rename("Home", to: "WÖRK", on: $0) }
    }
    #expect(throws: AccountError.nameTaken("Home")) { try add("hôme") }
    #expect(throws: AccountError.notFound("nobody", ["Home", "work"])) { try account("nobody") }
  }

  @Test(
    "names that no variable or table can carry are refused",
    arguments: [
      "", " ", " a", "a ", "-a", ".", "a/b", "a\nb", "a\u{1B}[m", "a\0", "a\u{202E}b", "a=b",
      String(repeating: "a", count: 65),
    ])
  func names(_ name: String) {
    #expect(throws: AccountError.badName(name)) { try add(name) }
  }

  @Test("names of any script are taken", arguments: ["home2", "Büro", "हिन्दी", "図書館", "a b-c_d.e"])
  func goodNames(_ name: String) throws {
    #expect(try add(name).name == name)
  }

  @Test(
    "an endpoint with a password is refused, and the password is not repeated",
    arguments: [
      "https://me:secret@example.org/", "https://secret@example.org",
      "http://a:secret@127.0.0.1:80/",
      "HTTPS://x:secret@example.org\\@host/",
    ])
  func passwords(_ endpoint: String) throws {
    let error = #expect(throws: AccountError.self) { try add("x", .http, endpoint: endpoint) }
    let message = error.map { "\($0) \($0.remedy)" } ?? ""
    #expect(message.contains("password") && !message.contains("secret"))
  }

  @Test(
    "an endpoint that no request could use is refused",
    arguments: [
      "", "example.org", "ftp://example.org", "file:///etc/passwd", "https://", "https:///path",
      "http://example.org", "https://exam ple.org", "https://example.org/\r\nX: y",
      "https:example.org",
      "http://127.0.0.1.example.org", "http://1270.0.0.1", "javascript://%0a",
      "https://example.org:0", "https://example.org:65536",
      "https://example.org:http", "http://[::1]:x", "https://host:/", "https://[::1]x/",
      "https://[::1", "https://bücher.example/", "https://a..b/", "https://x.org:+80/",
      "https://x.org\\a",
    ])
  func endpoints(_ endpoint: String) {
    #expect(throws: AccountError.self) { try add("x", .http, endpoint: endpoint) }
  }

  @Test(
    "a secure endpoint, and this machine without, are taken",
    arguments: [
      "https://example.org", "https://example.org:8443/a?b=c@d", "http://localhost:8080",
      "http://127.0.0.1:1/", "http://[::1]:80/x",
    ])
  func goodEndpoints(_ endpoint: String) throws {
    #expect(try add("x", .http, endpoint: endpoint).endpoint == endpoint)
  }

  @Test("a file and a server need an endpoint, Open Library has its own")
  func missingEndpoint() throws {
    #expect(throws: AccountError.endpointMissing(.file, .path)) { try add("x", .file) }
    #expect(throws: AccountError.endpointMissing(.http, .url(isNeeded: true))) {
      try add("x", .http)
    }
    #expect(try add("x", .openLibrary).endpoint == nil)
    #expect(try add("y", .file, endpoint: "/a b/titles.jsonl").endpoint == "/a b/titles.jsonl")
  }

  @Test("a contact with a line break and a rate of nothing are refused")
  func manners() {
    #expect(throws: AccountError.badContact) { try add("x", contact: "a\r\nX-Evil: 1") }
    for rate in [0, -1, -Double.infinity, .nan] {
      #expect(throws: AccountError.self) { try add("x", rate: rate) }
    }
  }

  @Test("an account with books is removed only with them, and the one in use is not")
  func remove() throws {
    let work = try add("work")
    let removed = try library.add(to: work.id)
    try library.add(to: work.id)
    try library.add()
    try library.write {
      try BookRemoving.remove([removed], from: work.id, at: Library.now, on: $0)
    }
    #expect(throws: AccountError.hasBooks("work", count: 2, inTrash: 1)) {
      try library.write { try Accounts.remove("work", on: $0) }
    }
    #expect(throws: AccountError.isCurrent("home")) {
      try library.write { try Accounts.remove("home", deletingBooks: true, on: $0) }
    }
    #expect(
      try library.write { try Accounts.remove("work", deletingBooks: true, on: $0) } == 2)
    #expect(try library.value("SELECT count(*) FROM books") == "1")
    #expect(try library.read { try Accounts.all(on: $0) }.map(\.name) == ["home"])

    try add("empty")
    #expect(try library.write { try Accounts.remove("empty", on: $0) } == 0)
  }

  @Test("a kind of source that nothing here knows is kept, read and written")
  func anyKind() throws {
    let added = try add("z", "z39-50", endpoint: "/a", taking: .path)
    #expect(try account("z") == added && added.source == "z39-50")
    #expect(try library.value("SELECT source FROM accounts WHERE name = 'z'") == "z39-50")
  }

  @Test("a kind of source without an endpoint takes none")
  func noEndpoint() throws {
    #expect(try add("x", "shelf", taking: .nothing).endpoint == nil)
    for endpoint in ["", "/a", "https://example.org"] {
      #expect(throws: AccountError.endpointUnwanted("shelf")) {
        try add("y", "shelf", endpoint: endpoint, taking: .nothing)
      }
    }
  }

  @Test("of an account whose kind is not known the endpoint stays, and the rest can be changed")
  func unknownKind() throws {
    var mine = try add(
      "mine", "newer", endpoint: "https://a.example/t", taking: .url(isNeeded: true))
    mine.contact = "me@example.org"
    mine.rate = 2
    #expect(try set(mine, taking: nil) == mine)
    mine.rate = 3
    for endpoint in [nil, "", "https://b.example/t"] {
      mine.endpoint = endpoint
      #expect(throws: AccountError.endpointUnknown("newer")) { try set(mine, taking: nil) }
    }
    #expect(try account("mine").endpoint == "https://a.example/t")
    #expect(try account("mine").rate == 2)
  }

  /// Texts that are no name of a kind of source.
  static let noKinds = [
    "", "File", "fi le", "file\n", "filé", "file\0", "\0", "a_b", "a/b",
    String(repeating: "a", count: 33),
  ]

  @Test("what is no name of a kind is refused by the schema and by the type", arguments: noKinds)
  func badKind(_ source: String) {
    #expect(Account.Source(rawValue: source) == nil)
    let error = #expect(throws: StorageError.self) {
      try library.write {
        try $0.run("INSERT INTO accounts (name, source) VALUES ('x', ?)", source)
      }
    }
    #expect(error?.kind == .constraint)
    #expect(error?.description.contains("lower-case letters, digits and hyphens") == true)
  }

  @Test(
    "a name of a kind that the schema takes is one that can be read",
    arguments: ["a", "0", "-", "z39-50", String(repeating: "z", count: 32)])
  func goodKind(_ source: String) throws {
    try library.write {
      _ = try $0.run("INSERT INTO accounts (name, source) VALUES ('x', ?)", source)
    }
    #expect(try account("x").source.rawValue == source)
  }
}
