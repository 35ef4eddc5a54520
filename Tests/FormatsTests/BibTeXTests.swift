import Catalogue
import Determinism
import Formats
import Testing

@Suite("BibTeX")
struct BibTeXTests {
  func book(_ fields: String, chunk: Int = 1 << 16) throws -> ImportedBook {
    try #require(try read("@book{key,\n\(fields)\n}\n", chunk: chunk).books.first)
  }

  @Test("gives what an entry says, each field where it belongs")
  func everything() throws {
    let book = try book(
      """
      author = {Ursula K. {Le Guin} and Sanderson, Brandon and {United Nations} and others},
      editor = "King, Jr., Martin Luther", translator = {Robert Fagles},
      title = {The {NASA} Way}, subtitle = {A life}, publisher = {Tor}, address = {New York},
      year = 1997, month = may, isbn = {0-201-89683-4}, language = {ngerman},
      pages = {xii+403}, series = {Stormlight}, number = 2.5, edition = {2},
      keywords = {fantasy, long}, note = {From Ann}, doi = {10.1000/x_1}, url = {http://x.example/~a},
      abstract = {Text.}, rating = 4
      """)
    #expect(book.isbn?.description == "9780201896831")
    #expect(book.originKey == "bibtex:key:9780201896831")
    #expect(book.line == 1)
    #expect(book.warnings == [])
    let details = book.details
    #expect(details.title == "The NASA Way")
    #expect(details.subtitle == "A life")
    #expect(details.authors == ["Ursula K. Le Guin", "Brandon Sanderson", "United Nations"])
    #expect(
      details.contributors?.suffix(2).map(\.name) == ["Martin Luther King, Jr.", "Robert Fagles"])
    #expect(details.contributors?.map(\.role) == [nil, nil, nil, "editor", "translator"])
    #expect(details.contributors?[1].sortName == "Sanderson, Brandon")
    #expect(details.publisher == "Tor")
    #expect(details.published == "1997-05")
    #expect(details.language == "deu")
    #expect(details.pages == 403)
    #expect(details.series == "Stormlight")
    #expect(details.seriesNumber == "2.5")
    #expect(details.tags == ["fantasy", "long"])
    #expect(details.notes == "From Ann")
    #expect(details.identifiers == ["doi": "10.1000/x_1"])
    #expect(details.rating == 4)
    #expect(details.other?["edition"] == .string("2"))
    #expect(details.other?["address"] == .string("New York"))
    #expect(details.other?["description"] == .string("Text."))
    #expect(details.other?["url"] == .string("http://x.example/~a"))
    #expect(details.other?["et_al"] == .bool(true))
  }

  @Test(
    "gives a month by its macro, name or number, and a day that is said with it",
    arguments: [
      ("month = jul # \"~4\"", "1997-07-04"), ("month = \"12~\" # oct", "1997-10-12"),
      ("month = {Sept.}", "1997-09"), ("month = {7}, day = {4}", "1997-07-04"),
      ("month = {July 4}", "1997-07-04"), ("month = {Spring}", "Spring 1997"),
      ("month = {July--August}", "July–August 1997"), ("month = {13}", "13 1997"),
      ("month = {July 32}", "July 32 1997"),
    ])
  func months(field: String, date: String) throws {
    #expect(try book("title = {T}, year = 1997, \(field)").details.published == date)
  }

  @Test("resolves character references once, but not in what we wrote")
  func references() throws {
    let fields = "title = {Q \\&amp; A &amp;amp; B}, author = {O&#39;Brien, Tim}"
    let details = try book(fields).details
    #expect(details.title == "Q & A &amp; B" && details.authors == ["Tim O'Brien"])
    #expect(try book(fields + ", libraryctl-id = {x}").details.title == "Q &amp; A &amp;amp; B")
  }

  @Test("takes the first of a field that comes twice, and keeps the other")
  func repeated() throws {
    let details = try book(
      "title = {T}, title = {U}, year = 2001, year = 2002, note = {a}, note = {b}"
    )
    .details
    #expect(details.title == "T" && details.published == "2001" && details.notes == "a\nb")
    #expect(details.other == ["title": .string("U"), "year": .string("2002")])
  }

  @Test("does not take the place of publication for that of the book")
  func location() throws {
    let details = try book("title = {T}, location = {Paris}, library = {Shelf 3}").details
    #expect(details.location == "Shelf 3")
    #expect(details.other == ["address": .string("Paris")])
  }

  @Test(
    "has text between entries, macros, numbers, strings put together, and brackets of both kinds")
  func grammar() throws {
    let rows = try read(
      """
      This is comment, and so is mail@example.com {x}.
      @comment{@book{no, title = {No}}}
      @preamble{ "\\newcommand{\\x}{y}" # "{}" }
      @string{tor = "Tor" # { Books}}
      @STRING( vol = {Vol. } )
      @Book ( paren , title = "A (b) ""c" , publisher = TOR, year = 1999 , )
      @book{noFields}
      @book{last, title = {Nested {{br}aces} \\{ here}, note = vol # 3, publisher = unknown}
      @book{title = {Without a key}}
      """.replacing("\"\"c\"", with: "{\"}c\""))
    #expect(
      rows.books.map(\.details.title) == ["A (b) \"c", "Nested braces { here", "Without a key"])
    #expect(rows.books.map(\.details.publisher) == ["Tor Books", "unknown", nil])
    #expect(rows.books.map(\.details.notes) == [nil, "Vol. 3", nil])
    #expect(rows.failures.map(\.line) == [7])
    #expect(rows.books.last?.originKey.hasPrefix("row:") == true)
  }

  @Test(
    "turns TeX into letters",
    arguments: [
      (#"M{\"u}ller, {\'E}tudes"#, "Müller, Études"), (#"\"{u}\"u {\"{u}}"#, "üü ü"),
      (#"\'{\i}\'\i{\i}"#, "ííı"), (#"\c{c}\c c\v{s}\H{o}\k{a}\r{a}\u{g}"#, "ççšőąåğ"),
      (#"Stra\ss e, \ss{} \O re \AA{}ngstr\"om"#, "Straße, ß Øre Ångström"),
      (#"\L{}\'od\'z"#, "Łódź"), ("``Quoted'' -- and --- dashes", "“Quoted” – and — dashes"),
      (##"R\&D, 50\% \$5 \#1 a\_b \{x\}"##, "R&D, 50% $5 #1 a_b {x}"), ("O'Brien's", "O'Brien's"),
      (#"{\em Emphasis} and \textbf{bold}"#, "Emphasis and bold"), ("a~b\\ c", "a b c"),
      (#"The $\alpha$ and $x^2$"#, "The α and x^2"), (#"Costs $5"#, "Costs $5"),
      (#"\unknown{x} \textbackslash{}n"#, #"\unknownx \n"#), (#"\~{} \^{}"#, "~ ^"), ("\\", "\\"),
      (#"\href{http://x}{Text}"#, "Text"), (#"\"{"#, ""), ("{{{", ""),
      (#"\^{\^{\^{a}}}"#, "â\u{302}\u{302}"),
    ])
  func tex(given: String, text: String) throws {
    let unbraced = given == #"\"{"# || given == "{{{" || given == "\\"
    if unbraced {
      // Such a value ends the entry early; nothing but that is asked here.
      _ = try read("@book{k, title = {\(given)}, isbn = 9780765326355}")
    } else {
      #expect(try book("title = {\(given)}").details.title == text)
    }
  }

  @Test(
    "takes names apart as BibTeX does",
    arguments: [
      ("Donald E. Knuth", "Donald E. Knuth", nil),
      ("Knuth, Donald E.", "Donald E. Knuth", "Knuth, Donald E."),
      ("van der Berg, Jr., Jan", "Jan van der Berg, Jr.", "van der Berg, Jan, Jr."),
      ("Ludwig van Beethoven", "Ludwig van Beethoven", nil),
      ("{Barnes and Noble}", "Barnes and Noble", "Barnes and Noble"),
      ("Jan van Dyke, Jr.", "Jan van Dyke, Jr.", nil),
      ("King, Martin Luther, Jr.", "Martin Luther King, Jr.", "King, Martin Luther, Jr."),
      (#"M{\"u}ller, J{\"o}rg"#, "Jörg Müller", "Müller, Jörg"),
      ("{Müller}, {Jörg}", "Jörg Müller", "Müller, Jörg"),
    ] as [(String, String, String?)])
  func names(given: String, name: String, sortName: String?) throws {
    let details = try book("title = {T}, author = {\(given)}").details
    #expect(details.authors == [name])
    #expect(details.contributors?.first?.sortName == sortName)
  }

  @Test("loses an entry that is never closed, and no other", arguments: [1, 13, 1 << 16])
  func unfinished(chunk: Int) throws {
    let rows = try read(
      """
      @book{a, title = {A}}
      @book{b, title = {B,
        year = 1999}

      @book{c, title = {C}, note = "open }
      @book{d, title = {D}}
      @book{e, title = {E}, x }
      @book{f, title = {F} year = 3}
      @book{g, title = {G}
      """, chunk: chunk)
    #expect(rows.books.map(\.details.title) == ["A", "D"])
    #expect(rows.failures.map(\.line) == [2, 5, 7, 8, 9])
    #expect(rows.count == 7)
  }

  @Test("is the same book in every import, and another one in another file")
  func originKeys() throws {
    let text = "@book{smith, title = {A}}\n@book{smith, title = {B}}\n@misc{title = {C}}"
    let keys = try read(text).books.map(\.originKey)
    #expect(Set(keys).count == 3)
    #expect(try read(text).books.map(\.originKey) == keys)
  }

  @Test("is read from Windows-1252 where it is not UTF-8")
  func latin1() throws {
    let rows = try read(Array("@book{k, title = {M".utf8) + [0xFC] + Array("l}}".utf8))
    #expect(rows.books.first?.details.title == "Mül")
    #expect(rows.books.first?.warnings.count == 1)
  }

  @Test("never crashes on any bytes, and reads the same in whatever pieces they come")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "@book{k, ", "@string(", "title = ", "{", "}", "\"", "#", ",", "\\", "\\\"", "$", "and", " ",
      "\n", "@", "é", "author=", "1", "=", ")", "{\\'e}", "\\textbf",
    ].map { Array($0.utf8) }
    for _ in 0..<1000 {
      var bytes = Array("@book{k, title = {T}}\n".utf8)
      for _ in 0..<Int.random(in: 0...50, using: &random) {
        bytes += pieces.randomElement(using: &random) ?? []
      }
      let whole = try read(bytes, format: .bibtex)
      let chunk = Int.random(in: 1...9, using: &random)
      #expect(try read(bytes, format: .bibtex, chunk: chunk) == whole)
    }
  }

  @Test("reads notes whose lines end in CR LF as those that end in LF")
  func lineEnds() throws {
    let text = "@book{a, title = {T},\n note = {one\ntwo \\emph\n{four}\\newline{}five\n\nsix}}\n"
    let books = try read(text, format: .bibtex).books
    #expect(books.first?.details.notes == "one two four\nfive\n six")
    for end in ["\r\n", "\r"] {
      let other = try read(text.replacing("\n", with: end), format: .bibtex).books
      #expect(other.first?.details == books.first?.details)
    }
  }

  @Test("bounds what macros stand for: one alone, all together, and those of an entry")
  func longMacros() throws {
    let most = String(repeating: "v", count: 4096)
    let rows = try read(
      "@string{a = \"\(most)\"}@string{b = \"\(most)v\"}\n"
        + "@book{x, title = a}\n@book{y, title = b}\n"
        + "@book{z, title = {T}, " + String(repeating: "k = a, ", count: 80) + "}\n",
      format: .bibtex)
    #expect(rows.books.map(\.details.title) == [most, "b"])
    #expect(rows.failures.count == 2)
    #expect(rows.failures.first?.reason.contains("“b” is too long") == true)
    #expect(rows.failures.last?.reason.contains("256 KB") == true)
  }
}
