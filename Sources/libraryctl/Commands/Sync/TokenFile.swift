import Catalogue

/// A file that holds an account's token: `libraryctl/tokens/<account>` in the directory for
/// configuration, readable by its owner alone.
enum TokenFile {
  /// The most bytes that a token has; a header must bear it.
  static let longest = 4096

  /// Where the file of an account is looked for.
  /// - Returns: nil when there is no such place, or no file can have the account's name.
  static func path(of account: Account) -> String? {
    guard !account.name.contains("/"), !account.name.hasPrefix(".") else { return nil }
    return UserDirectory.configuration.map { $0 + "/libraryctl/tokens/" + account.name }
  }

  /// Reads the token of an account.
  /// - Returns: nil when there is no file.
  /// - Throws: `CommandError` when others could have read or made the file, or it holds no token.
  static func read(of account: Account) throws(CommandError) -> String? {
    guard let path = path(of: account) else { return nil }
    func refusal(_ reason: String, _ hint: String) -> CommandError {
      CommandError(
        .failed, "the token of account \(account.name) is not used: \(reason)", in: path, hint: hint
      )
    }
    guard let bytes = try PrivateFile.bytes(of: path, atMost: longest + 2, or: refusal) else {
      return nil
    }
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let text = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    // What a header may hold (RFC 6750, section 2.1, and RFC 9110, section 5.5).
    guard !text.isEmpty, bytes.count <= longest + 1, text.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else {
      throw refusal(
        "the file does not hold one word of at most \(longest) bytes",
        "write the token into it, and nothing else")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
