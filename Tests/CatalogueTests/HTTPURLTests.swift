import Catalogue
import Testing

@Suite("A URL for requests")
struct HTTPURLTests {
  @Test(
    "keeps its origin and path",
    arguments: [
      ("https://openlibrary.org", "https://openlibrary.org", ""),
      ("HTTPS://OpenLibrary.ORG:443/a?b#c", "https://openlibrary.org", "/a?b"),
      ("https://x.org:8443?b", "https://x.org:8443", "/?b"),
      ("http://127.0.0.1:8040/", "http://127.0.0.1:8040", "/"),
      ("http://localhost", "http://localhost", ""), ("http://[::1]:80/x", "http://[::1]", "/x"),
    ])
  func good(text: String, origin: String, target: String) throws {
    let url = try HTTPURL(text)
    #expect(url.origin.description == origin)
    #expect(url.target == target)
    #expect(url.text == origin + target)
  }

  @Test(
    "refuses what is not for requests, and repeats no secret",
    arguments: [
      ("http://openlibrary.org", "in the clear"), ("http://127.0.0.1.evil.org/", "in the clear"),
      ("http://127.evil/", "in the clear"), ("ftp://x.org/", "ftp"), ("file:///etc/passwd", "file"),
      ("https://me:s3cret@x.org/", "not hold a name or password"),
      ("http://127.0.0.1@evil.org/", "not hold a name or password"),
      ("openlibrary.org", "begin with"),
      ("https://", "host"), ("https://[::1]x/", "host"), ("https://[::1/", "host"),
      ("https://[1.2.3.4]/", "host"), ("https://[::g]/", "host"), ("https://a..b/", "host"),
      ("https://.x.org/", "host"), ("https://./", "host"), ("https://x.org:+80/", "port"),
      ("https://x.org:-1/", "port"), ("https://x.org:65536/", "port"),
      ("https://x.org:8a/", "port"),
      ("https://%41.org/", "host"), ("https:///x", "host"), ("https://x.org:0/", "port"),
      ("https://x.org:99999/", "port"), ("https://x.org:/", "port"),
      ("https://x.org\\@evil.org/", "password"), ("https://x.org\\a", "ASCII"),
      ("https://x.org/a b", "ASCII"),
      ("https://x.org/\r\nX: y", "ASCII"), ("https://bücher.example/", "xn--"),
      ("", "begin with"),
    ])
  func bad(text: String, reason: String) {
    do throws(HTTPURL.Fault) {
      let url = try HTTPURL(text)
      Issue.record("\(text) was read as \(url.text)")
    } catch {
      #expect(error.reason.contains(reason))
      #expect(!error.reason.contains("s3cret"))
    }
  }

  @Test("leads to places below it")
  func appending() throws {
    #expect(try HTTPURL("https://x.org").appending("/a?b").text == "https://x.org/a?b")
    #expect(try HTTPURL("https://x.org/").appending("/a").text == "https://x.org/a")
    #expect(try HTTPURL("https://x.org/ol/?q").appending("/a").text == "https://x.org/ol/a")
  }
}
