import Catalogue
import Storage

/// The options of `add` that say something of a book: one for each field that can be typed.
enum FieldOptions {
  private static let fields: [(field: BookField, option: Option<String>)] =
    BookField.sayable.map { ($0, option(for: $0)) }

  /// The options, as a command declares them.
  static var all: [any OptionDeclaration] { fields.map(\.option) }

  /// What the options say.
  static func details(_ invocation: Invocation) throws(CommandError) -> BookDetails {
    var details = BookDetails()
    for (field, option) in fields {
      let values = invocation.values(of: option)
      guard let last = values.last else { continue }
      // One value of an option that repeats is one element, whatever characters it has.
      if field.kind == .list || field.kind == .people {
        details.set(field, to: values)
        continue
      }
      do {
        try details.set(field, from: isRepeated(field) ? values.joined(separator: ";") : last)
      } catch {
        throw invocation.usage("\"\(last)\" for --\(option.name) \(error.reason)")
      }
    }
    return details
  }

  private static func isRepeated(_ field: BookField) -> Bool {
    switch field.kind {
    case .list, .people, .days, .identifiers: true
    default: false
    }
  }

  private static func option(for field: BookField) -> Option<String> {
    let name = field.kind == .days ? field.name : isRepeated(field) ? field.shortName : field.name
    return Option(
      String(name.map { $0 == "_" ? "-" : $0 }), letter: field == .tags ? "t" : nil,
      placeholder(for: field), repeats: isRepeated(field), help(for: field)
    ) { text throws(InvalidValue) in
      var details = BookDetails()
      try details.set(field, from: text)
      return String(text.trimmingBlanks)
    }
  }

  private static func placeholder(for field: BookField) -> String {
    switch field.kind {
    case .count, .rating, .seriesNumber: "N"
    case .day, .days: "DAY"
    case .date: "DATE"
    case .identifiers: "KIND:VALUE"
    case .block: "TEXT"
    default: String(field.label.prefix(1))
    }
  }

  private static func help(for field: BookField) -> String {
    isRepeated(field) ? "\(field.summary); may be repeated" : field.summary
  }
}
