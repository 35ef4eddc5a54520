import Catalogue
import Determinism
import Testing

@Suite("Folded text")
struct TextTests {
  @Test(
    "finds what is typed without marks and case",
    arguments: [
      ("Çelik", "celik"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("Асприн", "асприн"),
      ("Dīvān-i Ghālib", "divan-i ghalib"), ("I︠A︡vornyt︠s︡ʹkyĭ", "iavornytskyi"),
      ("Ørsted", "orsted"), ("Łódź", "lodz"), ("Æsop", "aesop"), ("Œuvres", "oeuvres"),
      ("Đặng", "dang"), ("Þór", "thor"), ("ISPARTA ılık İ", "isparta ilik i"),
      ("Ἀθῆναι", "αθηναι"), ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Οδυσσεύς", "οδυσσευσ"),
      ("Достоевский", "достоевскии"), ("Ёлка", "елка"), ("  a \u{A0} b\n", "a b"),
      ("O’Brien", "o'brien"), ("ＡＢＣ１", "abc1"), ("ﬁne", "fine"), ("", ""), (" \t", ""),
      ("한국어", "한국어"), ("がぎ", "がぎ"), ("שָׁלוֹם", "שלום"), ("قُرْآن", "قران"),
      ("हिन्दी", "हिन्दी"), ("A\u{301}", "a"), ("ไทยที่", "ไทยที"),
    ])
  func folding(text: String, key: String) {
    #expect(FoldedText.fold(text).unicodeScalars.elementsEqual(key.unicodeScalars))
    #expect(FoldedText.fold(FoldedText.fold(text)) == FoldedText.fold(text))
  }

  @Test("is the same by the table for common letters as by the full rules")
  func tableAndRules() throws {
    for value in Array(UInt32(1)..<0x500) + Array(0x1DF0..<0x1F10) {
      let letter = String(Character(try #require(Unicode.Scalar(value)))) + "."
      // An ideograph sends the whole text through the full rules.
      #expect(FoldedText.fold("x" + letter + "書") == FoldedText.fold("x" + letter) + "書")
    }
    for letter in ["‘", "’", "“", "„", "–", "—", "…", "\u{2009}"] {
      #expect(FoldedText.fold("x" + letter + "y書") == FoldedText.fold("x" + letter + "y") + "書")
    }
  }

  @Test("is composed, and told to be so only when it is")
  func composedScan() {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<4 {
        let limit: UInt32 = [0x80, 0x500, 0x3400, 0xFFFF].randomElement(using: &random) ?? 0x80
        if let scalar = Unicode.Scalar(UInt32.random(in: 1..<limit, using: &random)) {
          scalars.append(scalar)
        }
      }
      let text = String(scalars)
      let composed = TextForm.composed(text)
      // The letter is outside the quick scan, so the slow way is taken.
      let slow = TextForm.composed(text + "|\u{1F600}").unicodeScalars.dropLast(2)
      #expect(composed.unicodeScalars.elementsEqual(slow))
      let collapsed = TextForm.collapsed(text)
      #expect(TextForm.collapsed(collapsed) == collapsed)
    }
  }

  @Test("is the same for composed and decomposed text")
  func normalisation() {
    #expect(FoldedText.fold("Mu\u{308}ller") == FoldedText.fold("M\u{FC}ller"))
    #expect(TextForm.composed("Mu\u{308}ller, Heiner").unicodeScalars.count == 14)
  }

  @Test("takes writing without spaces apart for the index")
  func index() {
    #expect(FoldedText.index("資本論") == "資 本 論")
    #expect(FoldedText.index("ノルウェイの森 上") == "ノ ル ウ ェ イ の 森 上")
    #expect(FoldedText.index("三体 Three Body") == "三 体 three body")
    #expect(FoldedText.index("abc三体def") == "abc 三 体 def")
    #expect(FoldedText.index("채식주의자") == "채 식 주 의 자")
    #expect(FoldedText.index("Война и мир") == "воина и мир")
  }

  @Test("collapses white space and drops marks of direction")
  func collapsing() {
    #expect(TextForm.collapsed("\tAmal \u{A0} El-Mohtar\u{A0}") == "Amal El-Mohtar")
    #expect(TextForm.collapsed("Amal  El-Mohtar") == "Amal El-Mohtar")
    #expect(TextForm.collapsed("\u{FEFF}a\u{202E}b") == "ab")
    #expect(TextForm.collapsed("Bücher\u{AD}wurm") == "Bücherwurm")
    #expect(TextForm.collapsed("book\u{AD}worm").unicodeScalars.count == 8)
    #expect(TextForm.collapsed("\u{1}É\t\u{7F} ü \n") == "É ü")
    #expect(TextForm.collapsed(" 書\u{3000}\u{7F}書\u{301} ") == "書 書\u{301}")
    #expect(TextForm.collapsed("\u{61C}مرحبا\u{2067} a\u{2069}") == "مرحبا a")
    #expect(TextForm.collapsed("\u{98}The \u{9C}Road") == "The Road")
    // What makes one sign of several, and the letters beyond the first plane, stay.
    for text in ["🌩\u{FE0F} storm", "👨\u{200D}👩\u{200D}👧", "𠮷野家", "می\u{200C}خواهم"] {
      #expect(TextForm.collapsed(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
    #expect(TextForm.collapsed("") == "")
    #expect(TextForm.collapsed(" ") == "")
    #expect(TextForm.collapsed("a b") == "a b")
  }

  @Test(
    "sorts by the title without its own language's article",
    arguments: [
      ("The Road", "eng", "road"), ("El castillo", "spa", "castillo"),
      ("A la sombra", "spa", "a la sombra"), ("I Malavoglia", "ita", "malavoglia"),
      ("I am Legend", "eng", "i am legend"), ("L'apprentissage", "fre", "apprentissage"),
      ("Der Prozess", "ger", "prozess"), ("Die Hard", "eng", "die hard"),
      ("Az utolso kenet", "hun", "utolso kenet"), ("A", "eng", "a"), ("The", "eng", "the"),
      ("\"The Road\"", "en", "road\""), ("Der Prozess", "German", "prozess"),
      ("The Road", "rus", "the road"), ("L’Étranger", "fr", "etranger"),
      ("The ...", "eng", "the ..."),
      ("¿Qué?", "spa", "que?"), ("¡A la calle!", "spa", "a la calle!"), ("《三体》", "zho", "三体》"),
      ("...", "eng", "..."), ("A is for Alibi", "eng", "a is for alibi"),
      ("A to Z", "eng", "a to z"), ("A & B", "eng", "a & b"), ("A Tale", "eng", "tale"),
      ("A Islandia", "por", "islandia"),
      // Of several languages, and of none that is known, nothing is said.
      ("The Road", "und", "road"), ("The Road", "mul", "road"),
      ("Der Prozess", "und", "der prozess"),
    ])
  func titleKeys(title: String, language: String, key: String) {
    #expect(SortKey.title(title, language: language) == key)
  }

  @Test("takes English articles where no language is known, but no preposition")
  func unknownLanguage() {
    #expect(SortKey.title("The Road", language: nil) == "road")
    #expect(SortKey.title("A Wizard of Earthsea", language: nil) == "wizard of earthsea")
    #expect(SortKey.title("À la recherche", language: nil) == "a la recherche")
    #expect(SortKey.title("Der Prozess", language: nil) == "der prozess")
  }

  @Test(
    "sorts people by family name",
    arguments: [
      ("Ursula K. Le Guin", "le guin, ursula k."), ("Homer", "homer"),
      ("Simone de Beauvoir", "beauvoir, simone de"), ("L.E. Modesitt, Jr.", "modesitt, l.e., jr."),
      ("Martin Luther King Jr.", "king jr., martin luther"), ("村上春樹", "村上春樹"),
      ("Le Guin, Ursula K.", "le guin, ursula k."), ("", ""),
    ])
  func authorKeys(name: String, key: String) {
    #expect(SortKey.author(name) == key)
  }

  @Test(
    "splits lines at every line end, CR LF too, which is one character",
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b", ""]),
      ("a\rb", ["a", "b"]), ("a\n\rb", ["a", "", "b"]), ("\r\n\r\n", ["", "", ""]),
      ("a\u{85}b\u{2028}c\u{2029}d", ["a", "b", "c", "d"]), ("a\u{0B}b", ["a\u{0B}b"]),
      ("a\n\u{301}b", ["a", "\u{301}b"]),
    ])
  func lines(text: String, lines: [String]) {
    #expect(text.lines.map(String.init) == lines)
  }

  @Test("stays within the Stream-Safe Text Format, and is otherwise as it was")
  func streamSafe() {
    let marks = String(repeating: "\u{301}\u{323}", count: 1000)
    let composed = TextForm.composed("x" + marks + "y")
    #expect(composed.unicodeScalars.count { $0 == "\u{34F}" } == 66)
    #expect(TextForm.composed(composed) == composed)
    #expect(FoldedText.fold("x" + marks + "y") == "xy")
    let few = String(repeating: "e\u{301}", count: 100)
    #expect(TextForm.composed(few) == String(repeating: "é", count: 100))
  }
}
