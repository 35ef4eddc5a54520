import Catalogue
import Sync

/// The secret that a title source wants to see, which is never an argument and never in the
/// database.
struct Token {
  let text: String
  /// Where it was found, by which it is known again: the variable's name, or the file's.
  let place: String

  /// The token that goes along with an account's requests.
  ///
  /// It goes to an origin to which it went before, or to the first one that it is used for. Before it
  /// goes to another one, as it would for a library that comes from elsewhere and has an account of
  /// the same name, the user is asked.
  /// - Parameters:
  ///   - accounts: all of the library, so that no token goes to the wrong one.
  ///   - confirm: asks the user whether to do something; throws when it is not to be done.
  /// - Returns: nil when there is none, or the account's source is not on the network.
  /// - Throws: `CommandError` when the token is not to be used, or what `confirm` throws.
  static func toSend(
    for account: Account, among accounts: [Account], confirm: (String) throws -> Void
  ) throws -> String? {
    guard let origin = SourceKind.named(account.source)?.origin(of: account),
      let token = try of(account, among: accounts)
    else { return nil }
    let origins = try TokenOrigins.read()
    let known = origins?.of(token.place) ?? []
    if known.contains(origin.description) { return token.text }
    // mutant token-of-a-namesake: `if origins == nil || !known.isEmpty {` -> `if origins == nil {` (TokenOriginTests)
    if origins == nil || !known.isEmpty {
      let before =
        known.isEmpty
        ? "HOME is not set, so nothing says where it went before"
        : "until now it went to \(known.joined(separator: ", "))"
      try confirm("send the token of account \(account.name) to \(origin); \(before)")
    }
    try origins?.add(origin.description, for: token.place)
    return token.text
  }

  /// The value of the account's variable, else what its file holds.
  /// - Returns: nil when there is neither.
  /// - Throws: `CommandError` when two accounts have one variable, or the file is not to be used.
  private static func of(
    _ account: Account, among accounts: [Account]
  ) throws(CommandError) -> Token? {
    let name = variable(of: account)
    guard let token = Environment.value(name) else {
      return try TokenFile.read(of: account).map {
        Token(text: $0, place: "tokens/\(account.name)")
      }
    }
    // mutant token-variable-of-two:
    //   `&& variable(of: $0) == name` -> `&& $0.name == name` (TokenTests)
    if let other = accounts.first(where: { $0.id != account.id && variable(of: $0) == name }) {
      throw CommandError(
        .failed, "\(name) may be meant for account \(other.name) as well",
        in: "account \(account.name)",
        hint: "put each token into a file of its own, here \(TokenFile.path(of: account) ?? "none")"
      )
    }
    return Token(text: token, place: name)
  }

  /// `LIBRARYCTL_TOKEN_<ACCOUNT>`: the account's name in capitals, with `_` for whatever cannot stand
  /// in the name of a variable.
  private static func variable(of account: Account) -> String {
    let name = account.name.uppercased().map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "_"
    }
    return "LIBRARYCTL_TOKEN_" + String(name)
  }
}
