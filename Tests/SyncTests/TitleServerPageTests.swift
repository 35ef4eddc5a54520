import Catalogue
import Glibc
import Testing

@testable import Sync

/// The page that tells how a title server is written has to be right.
@Suite("docs/title-source.md")
struct TitleServerPageTests {
  /// The blocks of the page that begin with some text.
  private func blocks(beginning start: String) throws -> [String] {
    let here = try #require(realpath(#filePath, nil))
    defer { free(here) }
    let folder = String(cString: here).split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(folder)/docs/title-source.md", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "```", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      .filter { $0.hasPrefix(start) }
  }

  private func body(of message: String) throws -> String {
    let text = try #require(message.split(separator: "\n\n", maxSplits: 1).last)
    return String(text.drop { $0 == "\n" }.reversed().drop { $0 == "\n" }.reversed())
  }

  @Test("shows a request as it is sent")
  func request() throws {
    let block = try #require(try blocks(beginning: "http\nPOST").first)
    var asked = try [isbn("9780765326355"), isbn("9780306406157"), isbn("9782070427796")]
      .map { TitleRequest(isbn: $0) }
    asked[0].validators = "a1b2c3"
    let sent = TitleServer.question(asked[...])
    #expect(try body(of: block) == String(decoding: sent, as: UTF8.self))
    #expect(block.contains("Content-Length: \(sent.count)\n"))
  }

  @Test("shows an answer that means what the page says")
  func answer() throws {
    let block = try #require(try blocks(beginning: "http\nHTTP/1.1").first)
    var asked = try [isbn("9780765326355"), isbn("9780306406157"), isbn("9782070427796")]
      .map { TitleRequest(isbn: $0) }
    asked[0].validators = "a1b2c3"
    let answer = try TitleServerAnswer.read(Array(try body(of: block).utf8), to: asked[...]).get()
    #expect(answer.outcomes[asked[0].isbn] == .unchanged)
    #expect(answer.outcomes[asked[1].isbn] == .notFound)
    let details = try #require(answer.outcomes[asked[2].isbn]?.details)
    #expect(details.title == "Les ombres errantes")
    #expect(details.seriesNumber == "1")
    #expect(answer.limits?.titlesPerRequest == 100)
  }
}
