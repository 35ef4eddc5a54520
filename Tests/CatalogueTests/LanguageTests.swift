import Catalogue
import Testing

@Suite("Languages")
struct LanguageTests {
  @Test(
    "have one form, whichever is given",
    arguments: [
      (
        "fra",
        ["fre", "fra", "fr", "French", "fr-CA", "FRA", "/languages/fre", "Français", "fr_FR"]
      ),
      ("deu", ["ger", "de", "deu", "German", "Deutsch", "de-AT", "/languages/ger"]),
      ("ell", ["gre", "el", "Greek", "Greek, Modern (1453-)", "Modern Greek", "Greek (Modern)"]),
      ("grc", ["grc", "Greek, Ancient (to 1453)", "Ancient Greek", "Greek (Ancient)"]),
      ("nld", ["dut", "nl", "Flemish", "Dutch", "Nederlands"]),
      ("zho", ["chi", "zh", "zh-Hans", "Chinese (Simplified)", "中文"]),
      ("por", ["pt-BR", "Portuguese (Brazil)"]), ("nob", ["nb", "Norwegian Bokmål", "Bokmål"]),
      ("hrv", ["scr", "hr"]), ("srp", ["scc", "Serbian"]), ("ron", ["rum", "mol", "Moldavian"]),
      ("spa", ["Castilian", "español", "Spanish; Castilian"]), ("cmn", ["cmn", "/languages/cmn"]),
      ("fro", ["fro", "French, Old (842-ca. 1400)", "Old French"]), ("heb", ["iw", "HE"]),
      ("yue", ["yue", "YUE", "yue-HK"]), ("tlh", ["Klingon"]), ("oci", ["Occitan"]),
      (
        "eng",
        [
          "English (US)", "en-GB", "ENG", "english ", "eng.", "[eng]", "British English",
          "English - UK", "English, British", "English language", "Englisch", "anglais", "Inglés",
          "https://openlibrary.org/languages/eng", "http://id.loc.gov/vocabulary/iso639-2/eng",
          "languages/eng", "U.S. English", "Inglés (Estados Unidos)",
        ]
      ),
      ("nob", ["Norwegian (Bokmål)", "Norsk (bokmål)"]), ("nno", ["Norwegian (Nynorsk)"]),
      ("nld", ["Dutch; Flemish", "Dutch / Flemish", "Niederländisch"]),
      ("srp", ["Serbian (Latin)"]),
      ("por", ["Brazilian Portuguese", "Português brasileiro", "Portuguese, Brazilian"]),
      ("zho", ["Simplified Chinese", "Mandarin Chinese", "繁體中文"]), ("yue", ["Cantonese"]),
      ("spa", ["Latin American Spanish", "es-419", "Spanisch"]), ("prs", ["Dari"]),
      ("hbs", ["Serbo-Croatian", "sh"]), ("khm", ["Khmer", "Cambodian"]), ("sin", ["snh"]),
    ] as [(String, [String])])
  func forms(code: String, forms: [String]) {
    for form in forms {
      #expect(Language.code(form) == code, "\(form)")
    }
  }

  @Test(
    "that nobody knows have none",
    arguments: [
      "", "-", "Elvish of the west", "xx", "qqq", "zzzz", "/languages/", "Tonga", "(US)",
      "English, French", "English/French", "Latin, English", "Mandarin, English", "British",
      "/works/eng",
    ])
  func unknown(text: String) {
    #expect(Language.code(text) == nil)
  }

  @Test("have the codes that libraries and programs write")
  func writing() {
    #expect(Language.bibliographicCode(of: "deu") == "ger")
    #expect(Language.bibliographicCode(of: "eng") == "eng")
    #expect(Language.bibliographicCode(of: "hrv") == "hrv")
    #expect(Language.bibliographicCode(of: "yue") == nil)
    #expect(Language.shortCode(of: "deu") == "de")
    #expect(Language.shortCode(of: "heb") == "he")
    #expect(Language.shortCode(of: "grc") == nil)
    #expect(Language.englishName(of: "deu") == "German")
    for code in ["deu", "fra", "ell", "srp", "ron", "msa", "mya"] {
      for other in [Language.bibliographicCode(of: code), Language.shortCode(of: code)] {
        #expect(other.flatMap(Language.code) == code)
      }
    }
  }
}
