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
}
