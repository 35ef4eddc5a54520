import Catalogue
import Determinism
import Formats
import Testing

@Suite("MARC 21")
struct MARCTests {
  /// A record with a right directory.
  static func record(
    _ fields: [(String, [UInt8])], flag: Character = "a", status: Character = "c",
    type: Character = "a"
  ) -> [UInt8] {
    var directory: [UInt8] = []
    var data: [UInt8] = []
    func padded(_ number: Int, _ width: Int) -> [UInt8] {
      let digits = String(number)
      return Array((String(repeating: "0", count: max(0, width - digits.count)) + digits).utf8)
    }
    for (tag, bytes) in fields {
      directory += Array(tag.utf8) + padded(bytes.count + 1, 4) + padded(data.count, 5)
      data += bytes + [0x1E]
    }
    let base = 24 + directory.count + 1
    let length = base + data.count + 1
    return padded(length, 5) + Array("\(status)\(type)m \(flag)22".utf8) + padded(base, 5)
      + Array(" a 4500".utf8) + directory + [0x1E] + data + [0x1D]
  }

  /// The bytes of a field that is written `10$aTitle$bMore`.
  static func field(_ text: String) -> [UInt8] {
    Array(text.utf8).map { $0 == UInt8(ascii: "$") ? 0x1F : $0 }
  }

  static func record(_ fields: [(String, String)], flag: Character = "a") -> [UInt8] {
    record(fields.map { ($0.0, field($0.1)) }, flag: flag)
  }

  static let fixed = "000107s2000    ilua     b    001 0beng  "

  @Test("gives what a record says, each field where it belongs")
  func everything() throws {
    let rows = try read(
      Self.record([
        ("001", "42"), ("003", "XyZ"), ("008", Self.fixed), ("010", "  $a   00008024 "),
        ("020", "  $a0252025822 (cloth : alk. paper)"), ("020", "  $a9780143039952 (pbk.)"),
        ("020", "  $z0252025823"), ("035", "  $a(OCoLC)ocm00647986"), ("041", "1 $aeng$hrus"),
        ("100", "1 $aKing, Martin Luther,$cJr.,$d1929-1968."),
        ("245", "14$aThe ether machine :$bmusic & espionage /$cM. L. King ; foreword by R. Moog."),
        ("250", "  $a2nd ed."), ("260", "  $aUrbana :$bUniversity of Illinois Press,$cc2000."),
        ("300", "  $axvi, 403, [5] p. :$bill. ;$c24 cm."),
        ("490", "1 $aMusic in American life ;$vv. 12"),
        ("500", "  $aIncludes index."), ("504", "  $aBibliography: p. 343-373."),
        ("520", "  $aA life."), ("650", " 0$aSpies$xHistory$y20th century$vBiography."),
        ("651", " 0$aSoviet Union."), ("700", "1 $aMoog, Robert,$ewriter of preface."),
        ("700", "1 $aNobody, A. B.,$4ill"), ("700", "12$aMay, Karl.$tWinnetou."),
        ("710", "2 $aSome Society."), ("852", "  $bMain$hML429"), ("856", "40$uhttp://x.example/"),
      ]))
    #expect(rows.failures == [])
    let book = try #require(rows.books.first)
    #expect(book.isbn?.description == "9780252025822")
    #expect(book.originKey == "marc:XyZ:42")
    #expect(book.warnings == [])
    let details = book.details
    #expect(details.title == "The ether machine")
    #expect(details.subtitle == "music & espionage")
    #expect(details.authors == ["Martin Luther King, Jr."])
    #expect(
      details.contributors?.map(\.name) == [
        "Martin Luther King, Jr.", "Robert Moog", "A. B. Nobody",
      ])
    #expect(
      details.contributors?.map(\.role) == [nil, "writer of preface", "illustrator"])
    #expect(details.contributors?.first?.sortName == "King, Martin Luther, Jr.")
    #expect(details.publisher == "University of Illinois Press")
    #expect(details.published == "c2000")
    #expect(details.language == "eng")
    #expect(details.pages == 403)
    #expect(details.series == "Music in American life")
    #expect(details.seriesNumber == "12")
    #expect(details.notes == "Includes index.\nBibliography: p. 343-373.")
    #expect(details.subjects == ["Spies -- History -- 20th century -- Biography", "Soviet Union"])
    #expect(details.binding == "cloth")
    #expect(details.location == "Main ML429")
    #expect(
      details.identifiers == [
        "lccn": "00008024", "oclc": "647986", "invalid_isbn": "0252025823",
      ])
    #expect(details.other?["isbns"] == .array([.string("9780143039952")]))
    #expect(details.contributors?.first?.dates == "1929-1968")
    #expect(details.other?["description"] == .string("A life."))
    guard case .object(let kept)? = details.other?["marc"] else {
      Issue.record("nothing was kept")
      return
    }
    #expect(kept["856"] == .array([.string("40$uhttp://x.example/")]))
    #expect(kept["650"] == nil)
  }

  static let name = "Müller, Jörg"
  static let nameMARC8 =
    Array("M".utf8) + [0xE8] + Array("uller, J".utf8) + [0xE8]
    + Array("org".utf8)
  static let nameLatin1 =
    Array("M".utf8) + [0xFC] + Array("ller, J".utf8) + [0xF6]
    + Array("rg".utf8)

  @Test("is read in its character set, whatever the leader says", arguments: ["a", " "])
  func characterSets(flag: String) throws {
    let flag = try #require(flag.first)
    let forms: [([UInt8], isUTF8: Bool)] = [
      (Array(Self.name.utf8), true), (Self.nameMARC8, false), (Self.nameLatin1, false),
    ]
    for (bytes, isUTF8) in forms {
      let fields: [(String, [UInt8])] = [
        ("001", Array("1".utf8)), ("100", Self.field("1 $a") + bytes),
        ("245", Self.field("00$aT")),
      ]
      let rows = try read(Self.record(fields, flag: flag))
      #expect(rows.books.first?.details.authors == ["Jörg Müller"])
      let isLie = (flag == "a") != isUTF8 || bytes == Self.nameLatin1
      #expect(rows.books.first?.warnings.isEmpty == !isLie)
    }
  }

  @Test("mends a record in two character sets field by field")
  func mixedSets() throws {
    let rows = try read(
      Self.record([
        ("100", Self.field("1 $aMüller, Jörg,")), ("245", Self.field("00$aM") + [0xFC, 0x6C]),
        ("260", Self.field("  $b") + [0xE8, 0x75] + Self.field("ber, ")),
      ]))
    let details = try #require(rows.books.first).details
    #expect(details.authors == ["Jörg Müller"])
    #expect(details.title == "Mül")
    #expect(details.publisher == "über")
    #expect(rows.books[0].warnings.count == 1)
  }

  @Test("in MARC-8 has all scripts of the code tables")
  func scripts() throws {
    func title(_ bytes: [UInt8]) throws -> String? {
      try read(
        Self.record([("245", Self.field("00$a") + bytes)], flag: " ")
      ).books.first?.details.title
    }
    let escape: UInt8 = 0x1B
    // Ligature halves, several marks on a letter, the letters that ASCII lacks.
    #expect(try title([0xA1, 0xE2, 0x6F, 0x64, 0xE2, 0x7A]) == "Łódź")
    #expect(try title([0xE3, 0xF2, 0x61]) == "ậ")
    #expect(try title([escape] + Array("(NwOJNA".utf8) + [escape] + Array("(B.".utf8)) == "Война")
    #expect(try title([escape] + Array(")N".utf8) + [0xF7, 0xCF]) == "Во")
    #expect(
      try title([escape] + Array("(Snrdrw".utf8) + [escape] + Array("(B.".utf8)) == "λογος")
    #expect(
      try title([escape] + Array("$1".utf8) + [0x21, 0x30, 0x21] + [escape] + Array("(B x".utf8))
        == "一 x")
    #expect(
      try title(Array("H".utf8) + [escape] + Array("b2".utf8) + [escape] + Array("sO".utf8))
        == "H₂O")
    #expect(try title(Array("a &#x4E00; & &#x; b".utf8) + [0xE8, 0x75]) == "a 一 & &#x; bü")
  }

  @Test("takes hexadecimal references for the characters that MARC-8 has no sign for")
  func references() throws {
    for flag in [" ", "a"] as [Character] {
      let rows = try read(
        Self.record([("245", "00$aA &#x20AC; &amp B & C &#xE9;t&#xE9;")], flag: flag))
      #expect(rows.books.first?.details.title == "A € &amp B & C été")
    }
    #expect(
      try read(Self.record([("245", "00$aR &amp; D")])).books.first?.details.title == "R &amp; D")
  }

  @Test("says that a character could not be read, and keeps the rest")
  func unknownCharacters() throws {
    let rows = try read(
      Self.record(
        [
          (
            "245",
            Self.field("00$aA ") + [0x1B] + Array("$1".utf8) + [0x7E, 0x7E, 0x7E, 0x1B, 0x28, 0x42]
              + Array(" b".utf8)
          )
        ], flag: " "))
    #expect(rows.books.first?.details.title == "A \u{FFFD} b")
    #expect(rows.books.first?.warnings.count == 1)
  }

  static let good = record([("001", "1"), ("245", "00$aGood")])
  static let other = record([("001", "2"), ("245", "00$aOther title"), ("300", "  $a12 p.")])

  @Test("loses one record to damage, and no other", arguments: [1, 7, 1 << 16])
  func damage(chunk: Int) throws {
    func titles(_ damaged: [UInt8]) throws -> ([String?], Int) {
      let rows = try read(Self.good + damaged + Self.good, chunk: chunk)
      return (rows.books.map(\.details.title), rows.failures.count)
    }
    var wrongLength = Self.other
    wrongLength.replaceSubrange(0..<5, with: Array("00031".utf8))
    #expect(try titles(wrongLength) == (["Good", "Other title", "Good"], 0))
    wrongLength.replaceSubrange(0..<5, with: Array("99999".utf8))
    #expect(try titles(wrongLength) == (["Good", "Other title", "Good"], 0))
    wrongLength.replaceSubrange(0..<5, with: Array("abcde".utf8))
    #expect(try titles(wrongLength) == (["Good", "Other title", "Good"], 0))
    #expect(try titles(Array(Self.other.dropLast())) == (["Good", "Other title", "Good"], 0))
    var wrongDirectory = Self.other
    wrongDirectory.replaceSubrange(27..<31, with: Array("0009".utf8))
    #expect(try titles(wrongDirectory) == (["Good", "Other title", "Good"], 0))
    var unnamedField = wrongDirectory
    unnamedField.insert(contentsOf: [UInt8(ascii: "x"), 0x1E], at: unnamedField.count - 1)
    #expect(try titles(unnamedField) == (["Good", "Good"], 1))
    wrongDirectory.remove(at: 30)
    #expect(try titles(wrongDirectory) == (["Good", "Good"], 1))
    #expect(try titles(Array("\n\r\n".utf8)) == (["Good", "Good"], 0))
    #expect(try titles([0x1D]) == (["Good", "Good"], 0))
    #expect(try titles(Self.record([("300", "  $a12 p.")])) == (["Good", "Good"], 1))
  }

  @Test("says that the last record is cut off")
  func truncated() throws {
    for count in 1..<Self.other.count - 1 {
      let rows = try read(Self.good + Self.other.prefix(count))
      #expect(rows.books.map(\.details.title) == ["Good"])
      #expect(rows.failures.count == 1)
      #expect(rows.failures.first?.line == 2)
    }
  }

  @Test("does not take other kinds of records for books")
  func otherRecords() throws {
    let title = [("245", Self.field("00$aT"))]
    #expect(try read(Self.good + Self.record(title, type: "z")).failures.count == 1)
    #expect(try read(Self.good + Self.record(title, status: "d")).failures.count == 1)
    let unimarc = Self.record([("200", "1 $aTitre")])
    #expect(try read(unimarc).failures.first?.reason.contains("UNIMARC") == true)
  }

  @Test("keeps the title in its own script beside the romanised one")
  func originalScript() throws {
    let details = try #require(
      try read(
        Self.record(
          [
            ("100", "1 $6880-01$aChen, Pengren."), ("245", "10$6880-02$aRiben zheng qing /$cChen."),
            ("880", "1 $6100-01/$1$a陳鵬仁."), ("880", "10$6245-02/$1$a日本政情 /$c陳."),
          ].map { ($0.0, $0.1.replacing("/$1", with: "/(1")) })
      ).books.first
    ).details
    #expect(details.title == "Riben zheng qing")
    #expect(
      details.other?["original_script"]
        == .object(["title": .string("日本政情"), "authors": .array([.string("陳鵬仁")])]))
    let only = try #require(
      try read(Self.record([("880", "10$6245-00/(1$a日本政情 :$b戦後.")])).books.first)
    #expect(only.details.title == "日本政情")
    #expect(only.details.subtitle == "戦後")
  }

  @Test(
    "drops the punctuation between fields, and no more",
    arguments: [
      ("Pride and prejudice /", "Pride and prejudice"), ("Title =", "Title"), ("Etc. ;", "Etc."),
      ("Who's who?", "Who's who?"), ("...", "..."), ("!", "!"), ("/", "/"),
      ("Wait ...", "Wait ..."), ("A handbook.", "A handbook"), ("By J.R.", "By J.R."),
      ("Acme Inc.", "Acme Inc."), ("Volume A.", "Volume A."),
    ])
  func punctuation(given: String, title: String) throws {
    #expect(
      try read(Self.record([("245", "00$a\(given)")])).books.first?.details.title == title)
  }

  @Test(
    "finds the language, also in a fixed field that was shifted",
    arguments: [
      ("990101s1987    gw |||||||||||||||||ger d", "deu"),
      ("990101s1987    gw ||||||||||||||||||||ger d", "deu"),
      ("990101s1987    gw                 mul d", nil), ("990101s1987", nil),
      ("990101s1987    gw |||||||||||||||||||| d", nil),
    ] as [(String, String?)])
  func language(fixed: String, language: String?) throws {
    let rows = try read(Self.record([("008", fixed), ("245", "00$aT")]))
    #expect(rows.books.first?.details.language == language)
  }

  @Test(
    "counts pages",
    arguments: [
      ("xvi, 403 p. :", 403), ("5 p. l., 3-208 p.", 208), ("403, [5] p. ;", 403), ("[32] p.", 32),
      ("1 online resource (xii, 250 pages)", 250), ("250 S.", 250), ("2 v. (1203 p.)", 1203),
      ("1 v. (various pagings)", nil), ("2 v.", nil), ("p. cm.", nil), ("99999999999 p.", nil),
      ("120 leaves, 4 p.", 4), ("", nil), ("95 p. ;", 95), ("8, 384 p. :", 384),
    ] as [(String, Int?)])
  func pages(extent: String, pages: Int?) throws {
    #expect(
      try read(Self.record([("245", "00$aT"), ("300", "  $a\(extent)")])).books.first?
        .details.pages == pages)
  }

  @Test("never crashes on damaged bytes, and reads the same in whatever pieces they come")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var bytes = Self.good + Self.other + Self.good
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let index = Int.random(in: 24..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert(
            [0x1D, 0x1E, 0x1F, 0x1B, 0xE8].randomElement(using: &random) ?? 0, at: index)
        }
      }
      let whole = try read(bytes, format: .marc)
      let inPieces = try read(bytes, format: .marc, chunk: Int.random(in: 1...9, using: &random))
      #expect(whole == inPieces)
    }
  }

  @Test("does not take the fields of a directory several times from one place")
  func overlappingFields() throws {
    let title = "00\u{1F}aThe title"
    let note = "  \u{1F}a" + String(repeating: "x", count: 5000)
    var record = Self.record([("245", Self.field(title)), ("500", Self.field(note))])
    let entry = Array(record[36..<48])
    let more = 50
    for _ in 0..<more { record.insert(contentsOf: entry, at: 48) }
    let length = String(record.count)
    record.replaceSubrange(
      0..<5, with: Array((String(repeating: "0", count: 5 - length.count) + length).utf8))
    let rows = try read(record, format: .marc)
    let texts = rows.books.map { $0.details.json.utf8.count } + rows.failures.map(\.text.utf8.count)
    #expect(texts.allSatisfy { $0 < record.count * 2 })
    #expect(rows.count == 1)
  }
}
