import Catalogue

extension String {
  /// The texts between separators, without white space around them and without empty ones.
  func list(_ separator: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: separator).map { TextForm.collapsed(String($0)) }.filter {
      !$0.isEmpty
    }
  }
}
