import Catalogue
import Storage

/// The options of `add` that say something of a book, each with the field that it fills.
enum FieldOptions {
  private static let fields: [(column: BookColumn, option: Option<String>)] = [
    (.title, field(.title, "title", "T", "the title")),
    (.subtitle, field(.subtitle, "subtitle", "T", "the subtitle")),
    (.authors, field(.authors, "author", "A", repeats: true, "an author, as the name is shown")),
    (.publisher, field(.publisher, "publisher", "P", "the publisher")),
    (.published, field(.published, "published", "DATE", "the date of publication, as printed")),
    (.language, field(.language, "language", "L", "the language: fr, fra, French")),
    (.pages, field(.pages, "pages", "N", "the number of pages")),
    (.series, field(.series, "series", "S", "the series")),
    (.seriesNumber, field(.seriesNumber, "series-number", "N", "the place in the series: 2, 2.5")),
    (.subjects, field(.subjects, "subject", "S", repeats: true, "a subject")),
    (.tags, field(.tags, "tag", letter: "t", "T", repeats: true, "a tag")),
    (.rating, field(.rating, "rating", "N", "stars, from 0 to 5")),
    (.shelf, field(.shelf, "shelf", "S", "the shelf: to-read, read, …")),
    (.location, field(.location, "location", "L", "where the book stands")),
    (.notes, field(.notes, "notes", "TEXT", "notes")),
  ]

  /// The options, as a command declares them.
  static var all: [any OptionDeclaration] { fields.map(\.option) }

  /// What the options say.
  static func details(_ invocation: Invocation) throws(CommandError) -> BookDetails {
    var details = BookDetails()
    for (column, option) in fields {
      // One value of an option that repeats is one element, whatever signs it has.
      let values = invocation.values(of: option)
      guard let last = values.last else { continue }
      switch column {
      case .authors: details.authors = values
      case .subjects: details.subjects = values
      case .tags: details.tags = values
      default:
        do {
          try details.set(column, from: last)
        } catch {
          throw invocation.usage("\"\(last)\" for --\(option.name) \(error.reason)")
        }
      }
    }
    return details
  }

  private static func field(
    _ column: BookColumn, _ name: String, letter: Character? = nil, _ placeholder: String,
    repeats: Bool = false, _ help: String
  ) -> Option<String> {
    Option(name, letter: letter, placeholder, repeats: repeats, help) {
      text throws(InvalidValue) in
      var details = BookDetails()
      try details.set(column, from: text)
      return String(text.trimmingBlanks)
    }
  }
}
