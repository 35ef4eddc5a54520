import Catalogue
import Determinism
import Testing

@Suite("ISBN")
struct ISBNTests {
  @Test(
    "is read from dirt",
    arguments: [
      "ISBN: 978–0–7653–2635–5", "IBSN: 0765326353", "9-780765326355",
      "0-7653-2635-3 (pbk. : alk. paper)", "0765326353 :", "0765326353(v. 1)",
      "0765326353 (cloth))", "978\u{A0}0765326355", "978‑0‑7653‑2635‑5", "=\"9780765326355\"",
      "=\"0765326353\"", "[0765326353]", "\u{200E}9780765326355", "9780765326355;0765326353",
      "ISBN-13 978-0-7653-2635-5", "ISBN-13: 9780765326355", "ISBN-10: 0765326353",
      "ISBN-13-978-0-7653-2635-5", "isbn13:9780765326355", "0765326353 9780765326355",
      "９７８０７６５３２６３５５", "9780765326355.0", "9.780765326355E+12", "'9780765326355",
      "2 volumes: 9780765326355", "0-7653-2635-3 / 978-0-7653-2635-5",
    ])
  func dirt(text: String) throws {
    let reading = try ISBN.read(text)
    #expect(reading.isbn.description == "9780765326355")
    #expect(!reading.isRepaired)
  }

  @Test("has an X, in either case, only at the end of ten digits")
  func lowerCaseX() throws {
    #expect(try ISBN(parsing: "080442957x").description == "9780804429573")
    #expect(try ISBN(parsing: "0-8044-2957-X (hbk.)").description == "9780804429573")
    #expect(try ISBN(parsing: "0-8044-2957-X").isbn10 == "080442957X")
    #expect(throws: ISBNError.self) { try ISBN(parsing: "08044X9573") }
  }

  @Test("of 979 is valid and has no ten-digit form")
  func prefix979() throws {
    let isbn = try ISBN(parsing: "979-8-88890-450-3")
    #expect(isbn.description == "9798888904503")
    #expect(isbn.isbn10 == nil)
    #expect(try ISBN(parsing: "9791038704022").isbn10 == nil)
    #expect(throws: ISBNError.wrongCheckDigit) { try ISBN(parsing: "9791038704023") }
  }

  @Test(
    "is refused for its own reason",
    arguments: [
      ("", ISBNError.empty), ("=\"\"", .empty), ("   ", .empty), ("none", .noNumber),
      ("4910115880601", .otherArticle), ("9.78077E+12", .precisionLost),
      ("9,78077E+12", .precisionLost), ("7.65326E+08", .precisionLost),
      ("9780765326356", .wrongCheckDigit), ("0765326354", .wrongCheckDigit),
      ("B0851JCZYV", .asin("B0851JCZYV")), ("B00ABCDEFG", .asin("B00ABCDEFG")),
      ("12345", .wrongLength(5)), ("97807653263550", .wrongLength(14)),
      ("978076532635", .wrongLength(12)), ("9790230671187", .ismn("9790230671187")),
      ("979-0-2306-7118-7", .ismn("9790230671187")), ("M-2306-7118-7", .ismn("9790230671187")),
      ("9790230671188", .wrongCheckDigit), ("M-2306-7118-8", .wrongLength(9)),
      ("0317-8471", .issn("0317-8471")), ("ISSN 2434-561X", .issn("2434-561X")),
      ("2434-561x", .issn("2434-561X")), ("03178471", .issn("0317-8471")),
      ("9770317847001", .issn("0317-8471")), ("0317-8472", .wrongLength(8)),
      // Eight digits may be an ISBN that lost two zeros.
      ("24345679", .wrongLength(8)), ("9.78E+012", .precisionLost), ("9,78E12", .precisionLost),
      ("9770317847002", .otherArticle), ("9780770000000", .wrongCheckDigit),
      ("9.78077 E+12", .precisionLost),
      // Amazon's and other numbers with something round them.
      ("ASIN: B0851JCZYV", .asin("B0851JCZYV")), ("B0851JCZYV (Kindle)", .asin("B0851JCZYV")),
      ("https://www.amazon.com/dp/B0851JCZYV?x=1", .asin("B0851JCZYV")),
      ("ISMN M-2306-7118-7", .ismn("9790230671187")), ("OCLC 765326353", .wrongLength(9)),
      // What programs write for a number that is not known.
      ("0000000000", .placeholder), ("9780000000002", .placeholder),
      ("0-00-000000-0", .placeholder), ("9999999999", .placeholder),
      // Groups that other signs separate are a number only as one would be grouped.
      ("12.34.567.8", .wrongLength(3)), ("076.532.63.53", .wrongLength(3)),
      ("978.0.7653.2635.6", .wrongLength(4)),
    ])
  func refusals(text: String, reason: ISBNError) {
    #expect(throws: reason) { try ISBN(parsing: text) }
  }

  @Test(
    "is read whatever separates its groups",
    arguments: [
      "978.0.7653.2635.5", "978/0/7653/2635/5", "978·0·7653·2635·5", "9,780,765,326,355",
      "0.7653.2635.3", "978⁃0⁃7653⁃2635⁃5", "978076532635552799", "9780765326355 52799",
      "9.7807653263550E+12", "ISBN 978.0.7653.2635.5 (pbk.)", "O765326353", "SBN 7653-2635-3",
    ])
  func separators(text: String) throws {
    #expect(try ISBN(parsing: text).description == "9780765326355")
  }

  @Test("has an X that may look like one in other scripts", arguments: ["Х", "х", "Χ", "Ｘ", "Ⅹ"])
  func otherX(letter: String) throws {
    #expect(try ISBN(parsing: "0-8044-2957-" + letter).description == "9780804429573")
    #expect(try ISBN(parsing: "080442957" + letter + " (hbk)").description == "9780804429573")
  }

  @Test("of another kind names itself for the identifiers")
  func otherKinds() {
    #expect(ISBNError.asin("B1").identifier?.kind == "asin")
    #expect(ISBNError.ismn("9790230671187").identifier?.kind == "ismn")
    #expect(ISBNError.issn("0317-8471").identifier?.value == "0317-8471")
    #expect(ISBNError.wrongCheckDigit.identifier == nil)
  }

  @Test("gets its lost leading zero back only when the check digit agrees")
  func leadingZero() throws {
    let reading = try ISBN.read("765326353")
    #expect(reading.isbn.description == "9780765326355")
    #expect(reading.isRepaired)
    #expect(throws: ISBNError.wrongLength(9)) { try ISBN.read("765326354") }
  }

  @Test("of ten digits gives the ten digits back")
  func tenDigits() throws {
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let nine = (0..<9).map { _ in Int.random(in: 0...9, using: &random) }
      let sum = zip(nine, (2...10).reversed()).reduce(0) { $0 + $1.0 * $1.1 }
      let check = (11 - sum % 11) % 11
      let text = nine.map(String.init).joined() + (check == 10 ? "X" : String(check))
      #expect(try ISBN(parsing: text).isbn10 == text)
      for wrong in 0...10 where wrong != check {
        let misprint = nine.map(String.init).joined() + (wrong == 10 ? "X" : String(wrong))
        #expect(throws: ISBNError.wrongCheckDigit) { try ISBN(parsing: misprint) }
      }
    }
  }

  @Test("never crashes on any text")
  func anyText() {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789Xx-– \u{A0}()[]=\"E+.,;:ISBNisbn\u{200E}é書")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        })
      _ = try? ISBN.read(text)
    }
  }
}
