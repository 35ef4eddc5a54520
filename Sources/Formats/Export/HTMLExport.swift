import Catalogue

extension ExportFormat {
  /// One page that needs nothing else: a table to search and sort, and figures.
  public static let html = ExportFormat(
    name: "html", summary: "a page to read, search and sort", open: { HTMLBookWriter($0) })
}

/// Rows are written as they come; what is counted on the way stands behind them and is shown above.
///
/// The page makes no request unless somebody ticks the box for covers, and its policy allows none but
/// that. Without scripts it is a plain table.
private struct HTMLBookWriter: BookWriter {
  private let title: String
  private var count = 0
  private var decades = Figures()
  private var languages = Figures()
  private var shelves = Figures()

  init(_ settings: ExportSettings) { title = settings.title }

  func begin(_ output: inout [UInt8]) {
    output.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
    XMLText.write(title, to: &output)
    output.write("</title>\n")
    output.write(HTMLPage.head)
    output.write("<h1>")
    XMLText.write(title, to: &output)
    output.write("</h1>\n")
    output.write(HTMLPage.beforeRows)
  }

  mutating func write(_ book: ListedBook, to output: inout [UInt8]) {
    count += 1
    let details = book.details
    decades.count(book.year.map { "\($0 / 10 * 10)s" })
    languages.count(details.language)
    shelves.count(details.shelf)
    output.write("<tr>")
    cell(String(book.number), sort: String(book.number), &output)
    output.write("<td data-isbn=\"")
    if let isbn = book.isbn { output.write(isbn.description) }
    output.write("\" data-sort=\"")
    XMLText.write(SortKey.title(details) ?? "", to: &output)
    output.write("\"><b dir=\"auto\">")
    XMLText.write(details.title ?? "", to: &output)
    output.write("</b>")
    if let subtitle = details.subtitle {
      output.write("<br><span dir=\"auto\">")
      XMLText.write(subtitle, to: &output)
      output.write("</span>")
    }
    output.write("</td>")
    cell(
      details.authors?.joined(separator: "; "), sort: SortKey.author(details) ?? "", &output)
    let series = details.series.map { name in
      details.seriesNumber.map { name + ", " + $0 } ?? name
    }
    cell(series, &output)
    cell(details.published, sort: book.year.map(String.init) ?? "", &output)
    cell(details.publisher, &output)
    cell(details.language, &output)
    cell(details.pages.map(String.init), sort: details.pages.map(String.init) ?? "", &output)
    cell(details.rating.map(NumberText.short), &output)
    cell(details.shelf, &output)
    cell(details.tags?.joined(separator: "; "), &output)
    cell(book.isbn?.description, &output)
    output.write("</tr>\n")
  }

  func end(_ output: inout [UInt8]) {
    output.write(HTMLPage.afterRows)
    output.write("<section id=\"figures\"><p>\(count) book\(count == 1 ? "" : "s")</p>\n")
    decades.draw("By decade", byName: true, &output)
    languages.draw("By language", byName: false, &output)
    shelves.draw("By shelf", byName: false, &output)
    output.write("</section>\n")
    output.write(HTMLPage.script)
    output.write("</body>\n</html>\n")
  }

  /// A cell; `sort` is what it sorts by, when that is not its text.
  private func cell(_ text: String?, sort: String? = nil, _ output: inout [UInt8]) {
    output.write("<td dir=\"auto\"")
    if let sort {
      output.write(" data-sort=\"")
      XMLText.write(sort, to: &output)
      output.write("\"")
    }
    output.write(">")
    if let text { XMLText.write(text, to: &output) }
    output.write("</td>")
  }

  /// How many books have which value.
  private struct Figures {
    private var counts: [String: Int] = [:]
    private static let limit = 24
    /// A field that is different in every book makes no figure, and must not fill the memory.
    private static let mostValues = 2000
    private var others = 0

    mutating func count(_ value: String?) {
      guard let value, !value.isEmpty else { return }
      if counts[value] == nil, counts.count >= Self.mostValues {
        others += 1
      } else {
        counts[value, default: 0] += 1
      }
    }

    /// Draws bars, the greatest first or in the order of the names.
    func draw(_ title: StaticString, byName: Bool, _ output: inout [UInt8]) {
      var bars = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let rest = bars.dropFirst(Self.limit).reduce(others) { $0 + $1.value }
      bars = Array(bars.prefix(Self.limit))
      guard let most = bars.first?.value, bars.count > 1 || rest > 0 else { return }
      if byName { bars.sort { $0.key < $1.key } }
      output.write("<figure><figcaption>")
      output.write(title)
      output.write("</figcaption><svg role=\"img\" viewBox=\"0 0 320 \(bars.count * 18)\"")
      output.write(" width=\"320\" height=\"\(bars.count * 18)\">\n")
      for (row, bar) in bars.enumerated() {
        let width = max(1, bar.value * 150 / most)
        output.write("<text x=\"0\" y=\"\(row * 18 + 13)\">")
        XMLText.write(String(bar.key.prefix(16)), to: &output)
        output.write("</text><rect x=\"110\" y=\"\(row * 18 + 2)\" width=\"\(width)\"")
        output.write(" height=\"14\"/><text x=\"\(114 + width)\" y=\"\(row * 18 + 13)\">")
        output.write("\(bar.value)</text>\n")
      }
      output.write("</svg>")
      if rest > 0 { output.write("<p>and \(rest) in others</p>") }
      output.write("</figure>\n")
    }
  }
}
