import Catalogue

/// The secret that a title source wants to see, which is never an argument and never in the
/// database.
enum Token {
  /// The value of the account's variable, else what stands in its file.
  /// - Parameter accounts: all of the library, so that no token goes to the wrong one.
  /// - Returns: nil when there is neither.
  /// - Throws: `CommandError` when two accounts have one variable, or the file is not to be used.
  static func of(_ account: Account, among accounts: [Account]) throws(CommandError) -> String? {
    let name = variable(of: account)
    guard let token = Environment.value(name) else { return try TokenFile.read(of: account) }
    if let other = accounts.first(where: { $0.id != account.id && variable(of: $0) == name }) {
      throw CommandError(
        .failed, "\(name) may be meant for account \(other.name) as well",
        in: "account \(account.name)",
        hint: "put each token into a file of its own, here \(TokenFile.path(of: account) ?? "none")"
      )
    }
    return token
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
