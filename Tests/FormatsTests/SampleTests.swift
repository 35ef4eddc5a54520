import Catalogue
import Formats
import Glibc
import Testing

@Suite("The bundled samples")
struct SampleTests {
  /// The bytes of a file in Samples/.
  static func bytes(_ name: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let file = try #require(fopen(root + "/Samples/" + name, "r"), "no sample \(name)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  static func titles() throws -> [(isbn: ISBN, details: BookDetails)] {
    try bytes("titles.jsonl").split(separator: 0x0A).map { line in
      let details = try BookDetails(json: String(decoding: line, as: UTF8.self))
      guard case .string(let text)? = details.other?["isbn"] else {
        throw RowFailure(line: 0, column: "isbn", reason: "missing", text: details.json)
      }
      return (try ISBN(parsing: text), details)
    }
  }

  private func isLatin(_ text: String) -> Bool {
    // Nothing that is cased or read aloud beyond Latin and its marks.
    text.unicodeScalars.allSatisfy { $0.value < 0x370 || !$0.properties.isAlphabetic }
  }

  @Test("of the title file are real books in many writings, each with its own valid ISBN")
  func titleFile() throws {
    let titles = try Self.titles()
    #expect(titles.count >= 200)
    #expect(Set(titles.map(\.isbn)).count == titles.count)
    for (isbn, details) in titles {
      #expect(details.raw == nil, "\(isbn)")
      #expect(details.other?.keys.sorted() == ["isbn"], "\(isbn)")
      #expect(details.title?.isEmpty == false && details.authors?.isEmpty == false, "\(isbn)")
      #expect(TextForm.collapsed(details.title ?? "") == details.title, "\(isbn)")
      #expect(details.language.flatMap(Language.code) == details.language, "\(isbn)")
      #expect(details.published == nil || PublicationDate(details.published ?? "").year != nil)
    }
    let details = titles.map(\.details)
    #expect(details.filter { !isLatin($0.title ?? "") }.count >= 40)
    #expect(details.filter { ($0.authors?.count ?? 0) > 1 }.count >= 20)
    #expect(details.filter { $0.seriesNumber != nil }.count >= 20)
    #expect(Set(details.compactMap(\.language)).count >= 20)
  }

  @Test("are described with their true numbers")
  func readme() throws {
    let details = try Self.titles().map(\.details)
    let text = String(decoding: try Self.bytes("README.md"), as: UTF8.self)
    let several = details.filter { ($0.authors?.count ?? 0) > 1 }.count
    let series = details.filter { $0.series != nil }.count
    #expect(text.contains("It holds \(details.count) books"))
    #expect(text.contains("\(several) with several names, \(series) in a series"))
  }

  @Test("to import are read whole, and hold ISBNs that the title file does not know")
  func imports() throws {
    let known = Set(try Self.titles().map(\.isbn))
    let export = try read(try Self.bytes("goodreads_library_export.csv"))
    #expect(export.failures == [])
    #expect(export.books.flatMap(\.warnings) == [])
    #expect(export.books.count >= 100)
    #expect(export.books.allSatisfy { $0.details.title != nil })
    #expect(Set(export.books.map(\.originKey)).count == export.books.count)
    #expect(export.books.filter { $0.isbn == nil }.count == 1)
    let list = try read(try Self.bytes("isbn-list.txt"))
    #expect(list.failures == [])
    #expect(list.books.flatMap(\.warnings) == [])
    #expect(list.books.count >= 40)
    let isbns = Set((export.books + list.books).compactMap(\.isbn))
    #expect(isbns.subtracting(known).count >= 12)
    #expect(isbns.intersection(known).count >= 100)
  }
}
