import Catalogue
import Determinism
import Testing

@Suite("Character references")
struct EntityTests {
  @Test(
    "are resolved once",
    arguments: [
      ("&#1055;&#1110;&#x434;", "Під"), ("Salt &amp; Pepper", "Salt & Pepper"),
      ("R &amp;amp; B", "R &amp; B"), ("AT&T and R&D", "AT&T and R&D"),
      ("Q&A; a reader", "Q&A; a reader"), ("caf&eacute;", "café"),
      ("&yuml;&nbsp;&ETH;", "ÿ\u{A0}Ð"),
      ("&ldquo;Yes&rdquo; &ndash; no&hellip;", "“Yes” – no…"), ("&alpha;&Omega;", "αΩ"),
      ("&#150;&#x92;", "–’"), ("&#128218;", "📚"), ("&amp;#233;", "&#233;"), ("&AMP;", "&"),
      ("Rock &amp Roll", "Rock &amp Roll"), ("&thetasym;&zwnj;", "ϑ\u{200C}"), ("", ""),
      ("é&", "é&"), ("&cacute;&Lstrok;&zcaron;&amacr;&odblac;", "ćŁžāő"), ("&#0000000039;s", "'s"),
      ("C&num; &lpar;2&rpar;", "C# (2)"),
    ])
  func decoded(text: String, meant: String) {
    #expect(HTMLEntities.decoded(text).unicodeScalars.elementsEqual(meant.unicodeScalars))
  }

  @Test(
    "that stand for no character stay",
    arguments: [
      "&#xD800;", "&#0;", "&#x110000;", "&#99999999999999999999;", "&#xFFFFFFFFF;", "&#7;",
      "&#129;",
      "&;&#;&#x;&amp", "&bogus;", "&#12a;", "&& &;", "&#-1;", "&eacute", "a&b;c",
      "&xcaron;", "&acute", "&qring;", "&émacr;",
    ])
  func kept(text: String) {
    #expect(HTMLEntities.decoded(text) == text)
  }

  @Test("never make a text longer, whatever stands in it")
  func anyText() {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("&&#;;xX0123456789abcdefampltgtquot é書")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...16, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        })
      #expect(HTMLEntities.decoded(text).utf8.count <= text.utf8.count)
    }
  }
}
