import Catalogue
import Testing

@Suite("Names and titles")
struct NameTests {
  @Test(
    "are put in the order in which they are spoken",
    arguments: [
      ("L.E. Modesitt, Jr.", "L.E. Modesitt, Jr."),
      ("Janet Bond Brill, PhD, RD, LDN", "Janet Bond Brill, PhD, RD, LDN"),
      ("John Doe, Ph.D.", "John Doe, Ph.D."),
      ("King, Martin Luther, Jr.", "Martin Luther King, Jr."),
      ("Boulgakov, Mikhaïl", "Mikhaïl Boulgakov"), ("Homer", "Homer"), ("", ""), (",", ","),
      (
        "Gianluigi Zavattaro,Mario Bravetti,Leila Kloul",
        "Gianluigi Zavattaro,Mario Bravetti,Leila Kloul"
      ),
      ("Ma, Yo-Yo", "Yo-Yo Ma"), ("Li, Ma", "Ma Li"),
    ])
  func direct(heading: String, name: String) {
    #expect(PersonName.direct(heading) == name)
  }

  @Test("lose the dates and roles of library headings")
  func headings() {
    #expect(
      PersonName.list(
        "Lévis, François Gaston, duc de, 1720-1787; Lecestre, Léon, 1861-; "
          + "Casgrain, H. R. (Henri Raymond), 1831-1904, ed; Québec (Province)")
        == [
          "François Gaston, duc de Lévis", "Léon Lecestre", "H. R. Casgrain", "Québec (Province)",
        ])
  }

  @Test(
    "give up the series that Goodreads puts behind the title",
    arguments: [
      (
        "The Way of Kings (The Stormlight Archive, #1)", "The Way of Kings",
        [["The Stormlight Archive", "1"]]
      ),
      ("Gideon the Ninth (The Locked Tomb #1)", "Gideon the Ninth", [["The Locked Tomb", "1"]]),
      ("Book Title (Series: Subseries, #2.5)", "Book Title", [["Series: Subseries", "2.5"]]),
      ("Omnibus (Some Series, #1-3)", "Omnibus", [["Some Series", "1-3"]]),
      (
        "Do Androids Dream? (Blade Runner, #1) (SF Masterworks, #4)", "Do Androids Dream?",
        [["Blade Runner", "1"], ["SF Masterworks", "4"]]
      ),
      ("1984 (Signet Classics)", "1984 (Signet Classics)", []),
      ("(500) Days (A Diary)", "(500) Days (A Diary)", []),
      (
        "The Colour of Magic (Discworld, #1; Rincewind, #1)", "The Colour of Magic",
        [["Discworld", "1"], ["Rincewind", "1"]]
      ),
      ("T (S (UK), #1)", "T", [["S (UK)", "1"]]), ("(S, #1)", "(S, #1)", []), (")", ")", []),
      ("Vol. (#1)", "Vol. (#1)", []), ("C# (Guide #beginner)", "C# (Guide #beginner)", []),
    ])
  func series(given: String, title: String, places: [[String]]) {
    let suffix = SeriesSuffix(splitting: given)
    #expect(suffix.title == title)
    #expect(suffix.places.map { [$0.series, $0.number] } == places)
  }
}
