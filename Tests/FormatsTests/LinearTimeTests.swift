import Catalogue
import Determinism
import Formats
import Testing

@Suite("The time that a file takes to read")
struct LinearTimeTests {
  @Test("grows as its length does, whatever it holds very often", arguments: HostileShape.all)
  func linear(shape: HostileShape) throws {
    let growth = try Growth.measure {
      shape.bytes($0)
    } work: {
      for book in try read($0, format: shape.format).books {
        // What is stored of it, and how it is found.
        _ = try BookDetails(json: book.details.json)
        _ = FoldedText.index(book.details.title ?? "")
        _ = SortKey.title(book.details)
        _ = SortKey.author(book.details)
        _ = PublicationDate(book.details.published ?? "")
      }
    }
    #expect(growth.isLinear, "\(shape): \(growth)")
  }

  @Test("to write grows as a book does, in each format", arguments: ExportFormat.all.indices)
  func export(index: Int) {
    let format = ExportFormat.all[index]
    let fields: [(name: String, set: @Sendable (inout BookDetails, Int) -> Void)] = [
      ("authors", { details, n in details.authors = (0..<n).map { "A\($0) B" } }),
      (
        "contributors",
        { details, n in
          details.authors = (0..<n).map { "A\($0) B" }
          details.contributors = (0..<n).map {
            Contributor(name: "A\($0) B", sortName: "B, A\($0)", role: $0 % 2 == 0 ? nil : "editor")
          }
        }
      ),
      (
        "editors",
        { details, n in
          details.contributors = (0..<n).map { Contributor(name: "A\($0) B", role: "editor") }
          details.authors = details.contributors?.map(\.name)
        }
      ),
      ("tags", { details, n in details.tags = (0..<n).map { "t\($0)" } }),
      ("subjects", { details, n in details.subjects = (0..<n).map { "t\($0); x" } }),
      ("days", { details, n in details.readAt = (0..<n).map { _ in "2024-05-06" } }),
      ("notes", { details, n in details.notes = String(repeating: "a line\r\n", count: n) }),
      ("title", { details, n in details.title = String(repeating: "\u{1F1E9}", count: n) }),
      (
        "identifiers",
        { details, n in
          details.identifiers = Dictionary(
            uniqueKeysWithValues: (0..<n).map { ("k\($0)", "v\($0)") })
        }
      ),
    ]
    for field in fields {
      let growth = Growth.measure { size in
        var book = ExportTests.book("T")
        field.set(&book.details, size)
        return book
      } work: {
        _ = ExportTests.bytes(format, [$0])
      }
      #expect(growth.isLinear, "\(format.name), \(field.name): \(growth)")
    }
  }
}
