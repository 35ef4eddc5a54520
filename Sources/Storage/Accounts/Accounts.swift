public import Catalogue

/// Reads and writes accounts. The schema's triggers give an account that is made, left or pointed to
/// another source a new epoch, which ends its tickets.
public enum Accounts {
  private static let select = """
    SELECT id, name, source, endpoint, contact, rate, epoch, is_current FROM accounts
    """

  /// Every account, by name.
  public static func all(on connection: Connection) throws -> [Account] {
    try connection.all(select + " ORDER BY name") { try Account(row: $0) }
  }

  /// The account in use.
  public static func current(on connection: Connection) throws -> Account {
    let account = try connection.first(select + " WHERE is_current = 1") { try Account(row: $0) }
    guard let account else { throw AccountError.noneCurrent }
    return account
  }

  /// The account with a name.
  /// - Throws: `AccountError.notFound` with the names that there are.
  public static func named(_ name: String, on connection: Connection) throws -> Account {
    let name = TextForm.composed(name)
    let account = try connection.first(select + " WHERE name = ?", name) { try Account(row: $0) }
    if let account { return account }
    let names = try connection.all("SELECT name FROM accounts ORDER BY name") { $0.text(0) }
    throw AccountError.notFound(name, names)
  }

  /// The account with an id; nil when it was deleted.
  public static func withID(_ id: AccountID, on connection: Connection) throws -> Account? {
    try connection.first(select + " WHERE id = ?", id) { try Account(row: $0) }
  }

  /// Makes an account; the one in use stays in use.
  /// - Parameters:
  ///   - new: what it is to be.
  ///   - shape: what its kind of source takes for an endpoint.
  ///   - connection: a connection in a write transaction.
  /// - Returns: the account with its epoch.
  /// - Throws: `AccountError` when a part is refused or the name is taken.
  @discardableResult
  public static func add(
    _ new: NewAccount, endpoint shape: EndpointShape, on connection: Connection
  ) throws -> Account {
    let name = try free(new.name, on: connection)
    try Endpoint.check(new.endpoint, shape, for: new.source)
    try check(contact: new.contact, rate: new.rate)
    try connection.run(
      "INSERT INTO accounts (name, source, endpoint, contact, rate) VALUES (?, ?, ?, ?, ?)",
      name, new.source, new.endpoint, new.contact, new.rate)
    return try named(name, on: connection)
  }

  /// Writes an account's endpoint, contact and rate; an empty text takes one away. With another
  /// endpoint its epoch ends.
  /// - Parameters:
  ///   - account: an account that was read, with what is to be other.
  ///   - shape: what its kind of source takes for an endpoint; nil: the kind is not known, and the
  ///     endpoint has to stay.
  ///   - connection: a connection in a write transaction.
  /// - Returns: the account as it is now.
  /// - Throws: `AccountError` when a part is refused.
  @discardableResult
  public static func set(
    _ account: Account, endpoint shape: EndpointShape?, on connection: Connection
  ) throws -> Account {
    let endpoint = account.endpoint?.isEmpty == true ? nil : account.endpoint
    let contact = account.contact?.isEmpty == true ? nil : account.contact
    if let shape {
      try Endpoint.check(endpoint, shape, for: account.source)
    // mutant unknown-kind-keeps-endpoint:
    //   `kept.endpoint != endpoint {` -> `kept.id != account.id {` (AccountsTests)
    } else if let kept = try withID(account.id, on: connection), kept.endpoint != endpoint {
      throw AccountError.endpointUnknown(account.source)
    }
    try check(contact: contact, rate: account.rate)
    try connection.run(
      "UPDATE accounts SET endpoint = ?, contact = ?, rate = ? WHERE id = ?", endpoint, contact,
      account.rate, account.id)
    return try named(account.name, on: connection)
  }

  private static func check(contact: String?, rate: Double?) throws(AccountError) {
    if let contact {
      guard !contact.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { throw .badContact }
    }
    if let rate {
      guard rate > 0 else { throw .badRate(rate) }
    }
  }

  /// Changes to another account. The epoch of the one that is left ends; to use the current one does
  /// nothing.
  /// - Returns: the account as it is now.
  @discardableResult
  public static func use(_ name: String, on connection: Connection) throws -> Account {
    let account = try named(name, on: connection)
    if account.isCurrent { return account }
    try connection.run("UPDATE accounts SET is_current = 1 WHERE id = ?", account.id)
    return try named(name, on: connection)
  }

  /// Gives an account another name; its books and tickets stay.
  public static func rename(
    _ name: String, to newName: String, on connection: Connection
  ) throws {
    let account = try named(name, on: connection)
    let newName = try free(newName, except: account.id, on: connection)
    try connection.run("UPDATE accounts SET name = ? WHERE id = ?", newName, account.id)
  }

  /// Removes an account.
  /// - Parameters:
  ///   - name: the account.
  ///   - deletingBooks: whether its books are deleted with it, for good.
  ///   - connection: a connection in a write transaction.
  /// - Returns: how many books were deleted.
  /// - Throws: `AccountError` when it is in use, or has books that are not to be deleted.
  @discardableResult
  public static func remove(
    _ name: String, deletingBooks: Bool = false, on connection: Connection
  ) throws -> Int {
    let account = try named(name, on: connection)
    guard !account.isCurrent else { throw AccountError.isCurrent(account.name) }
    if !deletingBooks {
      let (kept, removed) = try bookCounts(account.id, on: connection)
      guard kept + removed == 0 else {
        throw AccountError.hasBooks(account.name, count: kept + removed, inTrash: removed)
      }
    }
    let deleted = try connection.run("DELETE FROM books WHERE account = ?", account.id)
    try connection.run("DELETE FROM accounts WHERE id = ?", account.id)
    return deleted
  }

  /// How many books an account has, outside the trash and in it.
  public static func bookCounts(
    _ account: AccountID, on connection: Connection
  ) throws -> (kept: Int, inTrash: Int) {
    let counts = try connection.first(
      """
      SELECT (SELECT count(*) FROM books WHERE account = ?1 AND removed_at IS NULL),
        (SELECT count(*) FROM books WHERE account = ?1 AND removed_at IS NOT NULL)
      """, account
    ) { ($0.int(0), $0.int(1)) }
    return counts ?? (0, 0)
  }

  /// Checks a name. It also names a variable of the environment, so that names which differ only in
  /// case or accents would share a token.
  private static func free(
    _ name: String, except account: AccountID? = nil, on connection: Connection
  ) throws -> String {
    let name = TextForm.composed(name)
    func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    // Vowel signs and the like, which many scripts write with marks.
    func isMark(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark: true
      default: false
      }
    }
    let scalars = name.unicodeScalars
    guard let first = scalars.first, isAlphanumeric(first), scalars.count <= 64,
      scalars.last != " ",
      scalars.allSatisfy({
        isAlphanumeric($0) || isMark($0) || " -_.".unicodeScalars.contains($0)
      })
    else { throw AccountError.badName(name) }
    let folded = FoldedText.fold(name)
    try connection.forEach("SELECT id, name FROM accounts") { row in
      let other = row.text(1)
      if AccountID(rawValue: row.int64(0)) != account, FoldedText.fold(other) == folded {
        throw AccountError.nameTaken(other)
      }
    }
    return name
  }
}
