import Catalogue
import Files
import Glibc

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
    // A link may lead to a file of somebody else; a pipe would be waited for.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw refusal("the file is a link", "put the file itself there")
      case let code:
        throw refusal(String(cString: strerror(code)), "make it readable: chmod 600 FILE")
      }
    }
    defer { close(descriptor) }
    // What is looked at is what was opened, whatever the name leads to meanwhile.
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw refusal("it is no plain file", "put the token into a plain file")
    }
    guard info.st_uid == geteuid() else {
      throw refusal("the file belongs to another user", "make one of your own")
    }
    guard info.st_mode & 0o077 == 0 else {
      throw refusal("others may read or change the file", "chmod 600 \(ShellWord(path))")
    }
    guard info.st_nlink == 1 else {
      throw refusal("the file has a second name", "make a new file with one name")
    }
    return try token(in: descriptor, refusal)
  }

  private static func token(
    in descriptor: Int32, _ refusal: (String, String) -> CommandError
  ) throws(CommandError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.bytes(of: descriptor, atMost: longest + 2)
    } catch {
      throw refusal(error.description, "see that the disk is well")
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
