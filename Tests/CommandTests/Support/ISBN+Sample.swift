import Catalogue

extension ISBN {
  /// The nth of many valid numbers.
  static func sample(_ index: Int) -> ISBN {
    let body = 979_200_000_000 + UInt64(index)
    for digit in 0..<10 as Range<UInt64> {
      if let isbn = ISBN(number: body * 10 + digit) { return isbn }
    }
    preconditionFailure("one of ten check digits is right")
  }
}
