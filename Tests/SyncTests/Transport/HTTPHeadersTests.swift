import Testing

@testable import Sync

@Suite("The header lines of an answer")
struct HTTPHeadersTests {
  private func headers(_ lines: String...) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for line in lines { Array(line.utf8).withUnsafeBytes { headers.add(line: $0) } }
    return headers
  }

  @Test("are found by name in any case, without white space around the value, the last of several")
  func lookup() {
    let headers = headers(
      "ETag:\"a\"\r\n", "Content-Type: \t text/html \r\n", "CONTENT-type: application/json\r\n",
      "Content-Type-Options: x\r\n", "no colon\r\n", "Empty:\r\n", "\r\n")
    #expect(headers["etag"] == "\"a\"")
    #expect(headers["content-type"] == "application/json")
    #expect(headers["empty"] == "")
    #expect(headers["content"] == nil)
    #expect(headers["no colon"] == nil)
  }

  @Test("hold what is no text without harm")
  func noText() {
    var headers = headers("X: 1\r\n")
    let bytes: [UInt8] = [0x58, 0x3A, 0xFF, 0x0A]
    bytes.withUnsafeBytes { headers.add(line: $0) }
    #expect(headers["x"] == "\u{FFFD}")
  }
}
