/// Why a text gives no ISBN.
public enum ISBNError: Error, Hashable, Sendable {
  case empty
  /// There is no number in the text.
  case noNumber
  /// All its digits are zeros or nines, as programs write them for a number that is not known.
  case placeholder
  /// A spreadsheet turned the number into `9.78E+12`: digits are gone.
  case precisionLost
  /// Ten characters that begin with B: Amazon's own number.
  case asin(String)
  /// The number of printed music (ISO 10957), thirteen digits that begin with 9790.
  case ismn(String)
  /// The number of a magazine or a series of books (ISO 3297): `0317-8471`.
  case issn(String)
  /// Thirteen digits of another kind of article.
  case otherArticle
  case wrongCheckDigit
  /// The count of digits found.
  case wrongLength(Int)
}

extension ISBNError {
  /// The number of another kind that the text is, by which it is kept among a book's identifiers;
  /// nil when it is none.
  public var identifier: (kind: String, value: String)? {
    switch self {
    case .asin(let value): ("asin", value)
    case .ismn(let value): ("ismn", value)
    case .issn(let value): ("issn", value)
    default: nil
    }
  }
}

extension ISBNError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "there is no ISBN"
    case .noNumber: "an ISBN has 10 or 13 digits, and there is no number here"
    case .placeholder: "a number of zeros or nines alone stands for an ISBN that is not known"
    case .precisionLost:
      "a spreadsheet shortened the ISBN and its digits are lost; format the column as text"
    case .asin(let asin): "\(asin) is Amazon's own number (ASIN), not an ISBN"
    case .ismn(let number): "\(number) is a number of printed music (ISMN), not an ISBN"
    case .issn(let number): "\(number) is the number of a magazine or series (ISSN), not an ISBN"
    case .otherArticle: "an ISBN of 13 digits begins with 978 or 979"
    case .wrongCheckDigit: "the check digit is wrong, so a digit is misprinted"
    case .wrongLength(let count): "an ISBN has 10 or 13 digits, this has \(count)"
    }
  }
}
