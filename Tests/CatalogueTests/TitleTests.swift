import Catalogue
import Testing

@Suite("Titles")
struct TitleTests {
  @Test(
    "lose the punctuation of library cards, and nothing of their own",
    arguments: [
      ("Emma /", "Emma"), ("Owls :", "Owls"), ("Ladders : a history", "Ladders : a history"),
      ("Etc. ;", "Etc."), ("Name =", "Name"), ("What's what?", "What's what?"), ("!", "!"),
      ("...", "..."), (":", ":"), ("", ""), ("Boats,", "Boats"), ("Oh! /", "Oh!"),
      ("A :\u{A0}", "A"),
      ("C++ /", "C++"), ("é́ :", "é́"), ("Who? :", "Who?"), (" / ", " / "),
    ])
  func card(text: String, meant: String) {
    #expect(TitleText.withoutCardPunctuation(text) == meant)
  }

  @Test(
    "get an article back that was kept apart",
    arguments: [
      ("The ", "history of glass", "The history of glass"), ("Az ", "ember", "Az ember"),
      ("L'", "automne", "L'automne"), ("L’ ", "automne", "L’automne"), ("", "Emma", "Emma"),
      (" ", "Emma", "Emma"), ("al-", "Kitāb", "al-Kitāb"), ("Die", "Welle", "Die Welle"),
      ("L‘", "automne", "L‘automne"), ("L`", "automne", "L`automne"), ("¿", "Qué?", "¿Qué?"),
      ("\"", "Emma\"", "\"Emma\""), ("[The]", "Emma", "[The] Emma"),
    ])
  func prefix(prefix: String, title: String, whole: String) {
    #expect(TitleText.joined(prefix: prefix, title: title) == whole)
  }

  private func key(
    _ title: String, _ language: String?, _ change: (inout BookDetails) -> Void
  ) -> String? {
    var details = BookDetails()
    details.title = title
    details.language = language
    change(&details)
    return SortKey.title(details)
  }

  @Test("sort by the count of characters that a library gives, against the rule")
  func nonFiling() {
    #expect(key("A is for apple", "eng") { $0.setNonFilingCharacters(0) } == "a is for apple")
    #expect(key("The road", "eng") { $0.setNonFilingCharacters(4) } == "road")
    #expect(key("Het boek", nil) { $0.setNonFilingCharacters(4) } == "boek")
    #expect(key("al-Kitāb", "ara") { $0.setNonFilingCharacters(3) } == "kitab")
    #expect(key("L'été", "fra") { $0.setNonFilingCharacters(2) } == "ete")
    // What says no more than the rule is not kept.
    var details = BookDetails()
    details.title = "The road"
    details.language = "eng"
    details.setNonFilingCharacters(4)
    #expect(details.sortTitle == nil)
  }

  @Test("pass over a count that cannot be right", arguments: [1, 3, 5, 8, 9, 400, -1])
  func wrongCount(count: Int) {
    #expect(key("The road", "eng") { $0.setNonFilingCharacters(count) } == "road")
  }

  @Test("sort by the form that a program gives")
  func sortTitle() {
    #expect(
      key("The Way of Kings", "fra") { $0.setSortTitle("Way of Kings, The") } == "way of kings")
    #expect(key("L'été", nil) { $0.setSortTitle("été, L'") } == "ete")
    #expect(key("1984", nil) { $0.setSortTitle("Nineteen Eighty-Four") } == "nineteen eighty-four")
    #expect(key("Paris, Texas", nil) { $0.setSortTitle("Paris, Texas") } == "paris, texas")
    #expect(key("The Road", nil) { $0.setSortTitle(" ") } == "road")
    #expect(key("The Road", nil) { $0.sortTitle = "..." } == "road")
  }

  @Test("keep the form for sorting through JSON")
  func json() throws {
    var details = BookDetails()
    details.title = "1984"
    details.setSortTitle("Nineteen Eighty-Four")
    details.contributors = [Contributor(name: "A", dates: "1903-1950")]
    #expect(try BookDetails(json: details.json) == details)
  }

  @Test(
    "sort without the articles of many languages",
    arguments: [
      ("Der Berg", "deu", "berg"), ("Eine Reise", "deu", "reise"), ("Les îles", "fra", "iles"),
      ("L'île", "fra", "ile"), ("Une vie", "fra", "vie"), ("Los ríos", "spa", "rios"),
      ("Una vida", "spa", "vida"), ("Gli anni", "ita", "anni"), ("L'isola", "ita", "isola"),
      ("Un'altra", "ita", "altra"), ("Os dias", "por", "dias"), ("Uma casa", "por", "casa"),
      ("Het huis", "nld", "huis"), ("'t Huis", "nld", "huis"), ("De toren", "nld", "toren"),
      ("Ett hem", "swe", "hem"), ("Den röda", "swe", "roda"), ("Et hus", "dan", "hus"),
      ("Det store", "dan", "store"), ("En dag", "nob", "dag"), ("Ei jente", "nor", "jente"),
      ("Ein dag", "nno", "dag"), ("Το βιβλίο", "ell", "βιβλιο"), ("al-Kitāb", "ara", "kitab"),
      ("ha-Sefer", "heb", "sefer"), ("El camí", "cat", "cami"), ("O camiño", "glg", "camino"),
      ("Die Hard", "eng", "die hard"), ("Den", "dan", "den"), ("Les", "fra", "les"),
      ("Land", "deu", "land"), ("Derby", "deu", "derby"), ("La La Land", "eng", "la la land"),
      ("An t-Eilean", "gla", "eilean"), ("Ar mor", "bre", "mor"), ("Te ao", "mri", "ao"),
      ("Një jetë", "sqi", "jete"), ("The Bairn", "sco", "bairn"), ("Ka lā", "haw", "la"),
    ])
  func articles(title: String, language: String, key: String) {
    #expect(SortKey.title(title, language: language) == key)
  }
}
