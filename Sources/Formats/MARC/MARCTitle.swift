import Catalogue

/// A title field: title, number and name of a part, subtitle.
struct MARCTitle {
  let title: String
  let subtitle: String?

  /// Reads field 245 or one like it; nil when it holds no title.
  init?(_ field: MARCRecord.Field, of record: MARCRecord) {
    var title = ""
    var subtitle = ""
    for subfield in record.subfields(of: field) {
      switch subfield.code {
      case UInt8(ascii: "a"), UInt8(ascii: "n"), UInt8(ascii: "p"):
        let text = Self.part(record.text(subfield, of: field))
        if text.isEmpty { continue }
        if !subtitle.isEmpty {
          // A part of what the subtitle belongs to.
          subtitle += ". " + text
        } else if title.isEmpty {
          title = text
        } else {
          // `Part 2, The name of the part`
          let isName = subfield.code == UInt8(ascii: "p") && Self.endsInNumber(title)
          title += (isName ? ", " : ". ") + text
        }
      case UInt8(ascii: "b"):
        let text = Self.part(record.text(subfield, of: field))
        if !text.isEmpty { subtitle += subtitle.isEmpty ? text : " " + text }
      default: break
      }
    }
    guard !title.isEmpty || !subtitle.isEmpty else { return nil }
    self.title = title.isEmpty ? subtitle : title
    self.subtitle = title.isEmpty || subtitle.isEmpty ? nil : subtitle
  }

  private static func part(_ text: String) -> String { ISBD.withoutStop(text) }

  private static func endsInNumber(_ title: String) -> Bool {
    guard let last = title.utf8.last else { return false }
    return last >= 0x30 && last <= 0x39
  }
}

extension MARCBook {
  mutating func takeTitle(_ field: MARCRecord.Field) {
    guard details.title == nil, let title = MARCTitle(field, of: record) else { return }
    details.title = title.title
    details.subtitle = title.subtitle
    // How many characters of the title are not sorted by: its article and the space behind it.
    let count = record.indicator(1, of: field)
    guard count >= 0x30, count <= 0x39 else { return }
    nonFiling = Self.isUsual(Int(count - 0x30), title.title) ? nil : Int(count - 0x30)
  }

  /// Whether the count says what the rule for articles says of most titles, quickly: nothing before a
  /// longer first word, and the English article.
  private static func isUsual(_ count: Int, _ title: String) -> Bool {
    if count == 4 { return title.hasPrefix("The ") }
    guard count == 0 else { return false }
    var letters = 0
    for byte in title.utf8 {
      guard 0x61...0x7A ~= byte | 0x20 else { return false }
      letters += 1
      if letters > 5 { return true }
    }
    return false
  }
}
