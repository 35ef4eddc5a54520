public import Catalogue

/// Why something cannot be done with an account.
public enum AccountError: Error, Hashable, Sendable {
  /// No account has the name; the names that there are.
  case notFound(String, [String])
  case nameTaken(String)
  case badName(String)
  /// What is wrong with the endpoint, which is not repeated: it may hold a password.
  case badEndpoint(String)
  case endpointMissing(Account.Source, EndpointShape)
  /// The kind of source has no endpoint.
  case endpointUnwanted(Account.Source)
  /// The endpoint is of a kind of source that the program does not know.
  case endpointUnknown(Account.Source)
  case badContact
  case badRate(Double)
  /// The account has books, some of them perhaps in the trash.
  case hasBooks(String, count: Int, inTrash: Int)
  /// The account is the one in use.
  case isCurrent(String)
  /// No account is in use, which only an edit by hand can bring about.
  case noneCurrent
}

extension AccountError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let name, _): "there is no account `\(name)`"
    case .nameTaken(let name): "there is an account `\(name)` already"
    case .badName(let name): "`\(name)` cannot be the name of an account"
    case .badEndpoint(let reason): "the endpoint is refused: \(reason)"
    case .endpointMissing(let source, let shape):
      "a source of kind `\(source)` needs \(shape == .path ? "the path of a file" : "a URL")"
    case .endpointUnwanted(let source): "a source of kind `\(source)` has no endpoint"
    case .endpointUnknown(let source):
      "the endpoint stays as it is: this program does not know sources of kind `\(source)`"
    case .badContact: "the contact is refused: it holds a line break or another control character"
    case .badRate(let rate): "the rate \(rate) is refused: it is not more than nothing"
    case .hasBooks(let name, let count, let inTrash):
      "the account `\(name)` has \(count) book\(count == 1 ? "" : "s")"
        + (inTrash > 0 ? ", \(inTrash) of them in the trash" : "")
    case .isCurrent(let name): "the account `\(name)` is in use"
    case .noneCurrent: "no account is in use"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .notFound(_, let names):
      names.isEmpty
        ? "`account add` makes one"
        : "there is " + names.map { "`\($0)`" }.joined(separator: ", ")
    case .nameTaken: "choose another name; capital letters and accents make no difference"
    case .badName:
      "begin with a letter or digit, and use letters, digits, spaces, `-`, `_` and `.`, at most 64"
    case .badEndpoint: "give a URL such as `https://openlibrary.org`, or a path for a file"
    case .endpointMissing: "add `--endpoint`"
    case .endpointUnwanted: "leave `--endpoint` out"
    case .endpointUnknown: "change it with the release that made the account, or a newer one"
    case .badContact: "give a mail address or a URL"
    case .badRate: "give requests a second, such as `--rate 1`, or `--rate unlimited`"
    case .hasBooks: "add `--delete-books` to delete them for good"
    case .isCurrent: "change to another one first: `account use NAME`"
    case .noneCurrent: "choose one: `account use NAME`"
    }
  }
}
