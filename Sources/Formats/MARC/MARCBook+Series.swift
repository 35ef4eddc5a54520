import Catalogue

extension MARCBook {
  /// Fields 490, 440 and the added entries of series: the first one counts.
  mutating func takeSeries(_ field: MARCRecord.Field) {
    guard details.series == nil || field.tag == 490 && !hasISBDSeries else { return }
    // An added entry under a name has the title in `t`.
    let isName = field.tag == 800 || field.tag == 810 || field.tag == 811
    guard let name = joined(field, isName ? "tnp" : "anp") else { return }
    hasISBDSeries = field.tag == 490
    details.series = ISBD.withoutStop(name)
    details.seriesNumber = record.text(UInt8(ascii: "v"), of: field).flatMap(Self.seriesNumber)
  }

  /// The number in `v. 5`, `Bd. 3`, `no. 12`; other numberings stay as they are.
  static func seriesNumber(_ text: String) -> String? {
    let text = ISBD.withoutStop(text)
    if text.isEmpty { return nil }
    let utf8 = text.utf8
    guard let start = utf8.firstIndex(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return text }
    let label = text[..<start]
    let number = text[start...]
    let isLabel = label.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0 == "." || $0 == " " || $0 == "#"
    }
    let isNumber = number.utf8.allSatisfy {
      $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    guard isLabel, isNumber, label.split(separator: " ").count <= 2 else { return text }
    return String(number)
  }
}
