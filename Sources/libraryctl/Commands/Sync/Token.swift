import Catalogue

/// The secret that a title source wants to see, which is never an argument and never in the
/// database.
enum Token {
  /// The value of `LIBRARYCTL_TOKEN_<ACCOUNT>`: the account's name in capitals, with `_` for
  /// whatever cannot stand in the name of a variable.
  static func of(_ account: Account) -> String? {
    let name = account.name.uppercased().map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "_"
    }
    return Environment.value("LIBRARYCTL_TOKEN_" + String(name))
  }
}
