import Catalogue
import Determinism
import Testing

@testable import Sync

@Suite("A secret that a server repeats")
struct SecretTests {
  private static let token = #"tk_9/aB"x\7+Zq="#

  @Test(
    "is masked in every form in which servers repeat what they were sent",
    arguments: [
      (#"tk_9/aB"x\7+Zq="#, "raw"), (#"TK_9/AB"X\7+ZQ="#, "capitals"),
      ("tk_9/aB%22x%5C7%2BZq%3D", "percent-encoded"),
      ("%74%6b%5f%39%2F%61%42%22%78%5C%37%2b%5a%71%3D", "percent-encoded, all of it"),
      (#"tk_9/aB\"x\\7+Zq="#, "JSON"), (#"tk_9\/aB\"x\\7+Zq="#, "JSON with escaped slashes"),
      (#"tk_9%2faB%22x%5c7%2bZq%3d"#, "percent-encoded, small digits"),
      (#"tk_9%252FaB%2522x%255C7%252BZq%253D"#, "percent-encoded twice"),
      (#"tk_9\\/aB\\\"x\\\\7+Zq="#, "JSON in JSON"),
      (
        #"\u0074\u006b\u005f\u0039\u002f\u0061\u0042\u0022\u0078\u005c\u0037\u002B\u005A\u0071\u003d"#,
        "JSON by number"
      ),
      ("dGtfOS9hQiJ4XDcrWnE9", "Base64"),
      // "Bearer " and the token; "u:" and the token
      ("QmVhcmVyIHRrXzkvYUIieFw3K1pxPQ==", "Base64 of a header"),
      ("dTp0a185L2FCInhcNytacT0=", "Base64 of a name and the token"),
    ])
  func forms(text: String, name: String) throws {
    let secret = try #require(Secret(Self.token))
    for around in ["", "x", "the title, "] {
      let masked = try #require(secret.masked(around + text + around), "\(name)")
      #expect(masked.contains("[token]"))
      #expect(secret.masked(masked) == nil, "\(name): \(masked)")
    }
    #expect(secret.masked("Nothing of it: tk_9") == nil)
  }

  @Test("of few characters is looked for as a word of its own only")
  func short() throws {
    let secret = try #require(Secret("other"))
    #expect(secret.masked("Brother, another mother") == nil)
    #expect(secret.masked("The Other Side") == nil)
    #expect(secret.masked("Bearer other; other") == "Bearer [token]; [token]")
    #expect(Secret("") == nil)
  }

  @Test("is masked wherever it stands in random text, and the rest stays")
  func random() throws {
    let seed = TestSeed.pick(for: "secrets in random text")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let letters = Array("abcXYZ019-_.~%/\"\\+=")
      let length = Int.random(in: 8...40, using: &generator)
      let token = String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
      let secret = try #require(Secret(token))
      let before = String(repeating: "é ", count: Int.random(in: 0...3, using: &generator))
      let masked = secret.masked("\(before)<\(token)>\(token)<\(before)")
      #expect(masked == "\(before)<[token]>[token]<\(before)", "seed \(seed), \(token)")
    }
  }
}
