/// Why a text gives no ISBN.
public enum ISBNError: Error, Hashable, Sendable {
  case empty
  /// There is no number in the text.
  case noNumber
  /// A spreadsheet turned the number into `9.78E+12`: digits are gone.
  case precisionLost
  /// Ten characters that begin with B: Amazon's own number.
  case asin(String)
  /// Thirteen digits of another kind of article.
  case otherArticle
  case wrongCheckDigit
  /// The count of digits found.
  case wrongLength(Int)
}

extension ISBNError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "there is no ISBN"
    case .noNumber: "an ISBN has 10 or 13 digits, and there is no number here"
    case .precisionLost:
      "a spreadsheet shortened the ISBN and its digits are lost; format the column as text"
    case .asin(let asin): "\(asin) is Amazon's own number (ASIN), not an ISBN"
    case .otherArticle: "an ISBN of 13 digits begins with 978 or 979"
    case .wrongCheckDigit: "the check digit is wrong, so a digit is misprinted"
    case .wrongLength(let count): "an ISBN has 10 or 13 digits, this has \(count)"
    }
  }
}
