import Catalogue
import Determinism
import Formats
import Testing

@Suite("MARCXML")
struct MARCXMLTests {
  static func record(_ title: String, prefix: String = "") -> String {
    let p = prefix.isEmpty ? "" : prefix + ":"
    return """
      <\(p)record><\(p)leader>00000cam a2200000 a 4500</\(p)leader>
      <\(p)controlfield tag="001">\(title)</\(p)controlfield>
      <\(p)datafield tag="100" ind1="1" ind2=" "><\(p)subfield code="a">Müller, Heiner,</\(p)subfield>
      </\(p)datafield><\(p)datafield tag="245" ind1="1" ind2="4">
      <\(p)subfield code="a">\(title) :</\(p)subfield><\(p)subfield code="b">more /</\(p)subfield>
      </\(p)datafield></\(p)record>

      """
  }

  static func document(_ records: String...) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n"
      + records.joined() + "</collection>\n"
  }

  @Test("gives what records say, in whatever pieces they come", arguments: [1, 7, 100, 1 << 16])
  func records(chunk: Int) throws {
    let rows = try read(
      Self.document(Self.record("A &amp; <![CDATA[B]]>"), Self.record("C")), chunk: chunk)
    #expect(rows.failures == [])
    #expect(rows.books.map(\.details.title) == ["A & B", "C"])
    #expect(rows.books.first?.details.subtitle == "more")
    #expect(rows.books.first?.details.authors == ["Heiner Müller"])
    #expect(rows.books.map(\.line) == [3, 9])
  }

  @Test("is found with a prefix, without a namespace, and inside of a server's answer")
  func namespaces() throws {
    let slim = "http://www.loc.gov/MARC21/slim"
    let prefixed =
      "<marc:collection xmlns:marc=\"\(slim)\">\(Self.record("A", prefix: "marc"))</marc:collection>"
    #expect(try read(prefixed).books.map(\.details.title) == ["A"])
    #expect(try read("<collection>\(Self.record("A"))</collection>").books.count == 1)
    #expect(try read(Self.record("A")).books.count == 1)
    let answer =
      "<r xmlns=\"http://www.loc.gov/zing/srw/\"><records><record><recordData>"
      + Self.record("A").replacing("<record>", with: "<record xmlns=\"\(slim)\">")
      + "</recordData></record></records></r>"
    #expect(try read(answer).books.map(\.details.title) == ["A"])
  }

  @Test("is read in UTF-16 and in Latin-1, as it declares")
  func encodings() throws {
    let text = Self.document(Self.record("Ü"))
    let latin = text.replacing("UTF-8", with: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) }
    #expect(try read(latin).books.map(\.details.title) == ["Ü"])
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.replacing("UTF-8", with: "UTF-16").utf16 {
      wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    #expect(try read(wide).books.map(\.details.title) == ["Ü"])
  }

  @Test("loses a record that is not well-formed, and no other", arguments: [1, 50, 1 << 16])
  func damage(chunk: Int) throws {
    for bad in ["A & B", "</subfield>", "<b>", "&nbsp;", "\u{1}"] {
      let rows = try read(
        Self.document(Self.record("A"), Self.record(bad), Self.record("C"), Self.record("D")),
        chunk: chunk)
      #expect(rows.books.map(\.details.title) == ["A", "C", "D"], "\(bad)")
      #expect(rows.failures.map(\.line) == [9], "\(bad)")
      #expect(rows.books.map(\.line) == [3, 15, 21], "\(bad)")
    }
    let cut = Self.document(Self.record("A"), Self.record("B")).dropLast(60)
    let rows = try read(String(cut), chunk: chunk)
    #expect(rows.books.map(\.details.title) == ["A"])
    #expect(rows.failures.map(\.line) == [9])
  }

  @Test("gives a record that is not well-formed back as it stands, wherever it is cut in reading")
  func sourceOfDamage() throws {
    for bad in ["A & B", "</subfield>", "<b>", "Müller & Söhne"] {
      // A part of the file is read at a time; the bad record lies across its end in many ways.
      for padding in stride(from: 15_000, through: 16_400, by: 13) {
        let record = Self.record(bad)
        let text = Self.document(
          Self.record(String(repeating: "x", count: padding)), record, Self.record("C"))
        var isGiven = false
        var reader = try ImportReader {
          defer { isGiven = true }
          return isGiven ? nil : Array(text.utf8)
        }
        var rejected: [String] = []
        while let row = try reader.next() {
          if case .failure = row { rejected.append(String(decoding: reader.source, as: UTF8.self)) }
        }
        let start = try #require(record.firstRange(of: "<record")).lowerBound
        let end = try #require(record.firstRange(of: "</record>")).upperBound
        try #require(rejected == [String(record[start..<end])], "\(bad), \(padding)")
      }
    }
  }

  @Test("gives a record that is no book back, so that it can be mended and read again")
  func rejects() throws {
    let text = Self.document(
      Self.record("A"),
      Self.record("B & <").replacing("B & <", with: "").replacing("more", with: "")
        .replacing(" :", with: "").replacing(" /", with: ""), Self.record("C"))
    var isGiven = false
    var reader = try ImportReader {
      defer { isGiven = true }
      return isGiven ? nil : Array(text.utf8)
    }
    var rejected: [UInt8] = []
    while let row = try reader.next() {
      if case .failure = row { rejected += reader.source }
    }
    let file = reader.frame.beginning + rejected + reader.frame.end
    #expect(try read(file, format: .marcXML).failures.count == 1)
    #expect(String(decoding: rejected, as: UTF8.self).contains("Müller, Heiner,"))
  }

  @Test("declares no entities, and fetches nothing")
  func entities() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE c [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]><collection xmlns="http://www.loc.gov/MARC21/slim">
      """
    let rows = try read(bomb + Self.record("&c;") + "</collection>")
    #expect(rows.books == [])
    #expect(rows.failures.count == 1)
    #expect(rows.failures.first?.reason.contains("entities") == true)
    let file = """
      <!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><collection>\(Self.record("&x;"))
      </collection>
      """
    #expect(try read(file).books == [])
    // A document type that stands elsewhere is not looked for.
    let elsewhere = "<!DOCTYPE collection SYSTEM \"http://127.0.0.1:1/x.dtd\">" + Self.record("A")
    #expect(try read(elsewhere).books.count == 1)
  }

  @Test("is not followed into the depth, nor into a tag without an end")
  func limits() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    let rows = try read("<collection xmlns=\"http://www.loc.gov/MARC21/slim\">" + deep)
    #expect(rows.failures.map { $0.reason.contains("nested") } == [true])
    var left = 200
    var reader = try ImportReader(format: .marcXML) {
      guard left > 0 else { return nil }
      left -= 1
      return left == 199
        ? Array("<collection xmlns=\"http://www.loc.gov/MARC21/slim\" x=\"".utf8)
        : [UInt8](repeating: 0x61, count: 1 << 16)
    }
    guard case .failure(let failure)? = try reader.next() else {
      Issue.record("an endless tag was read")
      return
    }
    #expect(failure.reason.contains("longer than 4 MB"))
    #expect(left > 100)
    #expect(try reader.next() == nil)
  }

  @Test("never crashes on damaged bytes, and reads the same in whatever pieces they come")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = Array(Self.document(Self.record("A"), Self.record("B"), Self.record("C")).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 100..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert("<>&\"'/".utf8.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let whole = try read(bytes, format: .marcXML)
      let pieces = try read(bytes, format: .marcXML, chunk: Int.random(in: 1...99, using: &random))
      #expect(whole.books == pieces.books)
      #expect(whole.failures.map(\.line) == pieces.failures.map(\.line))
    }
  }
}
