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
      ("Ma, Yo-Yo", "Yo-Yo Ma"), ("Li, Ma", "Ma Li"), ("McBain, Ed", "Ed McBain"),
      ("Patchett, Ann", "Ann Patchett"), ("Garfunkel, Art, 1941-", "Art Garfunkel"),
      ("van der Berg, Jr., Jan", "Jan van der Berg, Jr."), ("Acme, Inc.", "Acme, Inc."),
      (
        "Department of Health, Education, and Welfare",
        "Department of Health, Education, and Welfare"
      ),
      ("Dickens, Charles, 1812-1870", "Charles Dickens"), ("Plato", "Plato"),
      ("Smith, Ann, b. 1950", "Ann Smith"), ("Homer, active 8th century B.C.", "Homer"),
      ("Doe, Jane, 1950 January 5-", "Jane Doe"),
      ("Roe, J. (John), approximately 1400-1460?", "J. Roe"),
      ("Doyle, Arthur Conan, Sir, 1859-1930", "Sir Arthur Conan Doyle"),
      ("Tennyson, Alfred Tennyson, Baron, 1809-1892", "Alfred Tennyson, Baron Tennyson"),
      ("Lytton, Edward, Baron Lytton", "Edward Lytton, Baron Lytton"),
      ("Elizabeth II, Queen of Great Britain, 1926-2022", "Elizabeth II, Queen of Great Britain"),
      ("William, of Malmesbury, approximately 1090-1143", "William, of Malmesbury"),
      ("Ellington, Duke", "Duke Ellington"), ("Jackson, Major", "Major Jackson"),
      ("Smith, John, Esq.", "John Smith, Esq."), ("Davis, Sammy, III", "Sammy Davis, III"),
      ("Terry Pratchett, Neil Gaiman, Jill Doe", "Terry Pratchett, Neil Gaiman, Jill Doe"),
      ("Knuth, Donald E., editor", "Donald E. Knuth"),
      ("García Márquez, Gabriel", "Gabriel García Márquez"),
    ])
  func direct(heading: String, name: String) {
    #expect(PersonName.direct(heading) == name)
  }

  @Test("keep beside them what a heading says of a person")
  func parts() {
    let person = Contributor(heading: "Casgrain, H. R. (Henri Raymond), 1831-1904, ed.")
    #expect(
      person
        == Contributor(
          name: "H. R. Casgrain", sortName: "Casgrain, H. R. (Henri Raymond)", role: "editor",
          dates: "1831-1904"))
    #expect(Contributor(heading: "Homer") == Contributor(name: "Homer"))
    #expect(
      Contributor(heading: "Jim Dale (Narrator)") == Contributor(name: "Jim Dale", role: "narrator")
    )
    #expect(Contributor(heading: "Québec (Province)") == Contributor(name: "Québec (Province)"))
    #expect(Contributor(heading: "Plato, 427-347 B.C.").dates == "427-347 B.C.")
  }

  @Test(
    "are separated as their format does",
    arguments: [
      ("Knuth, Donald; Graham, Ron;", .semicolon, ["Donald Knuth", "Ron Graham"]),
      ("Terry Pratchett & Neil Gaiman", .ampersand, ["Terry Pratchett", "Neil Gaiman"]),
      ("L. E. Modesitt| Jr.", .ampersand, ["L. E. Modesitt, Jr."]),
      ("AT&T && Co & Ann Doe", .ampersand, ["AT&T & Co", "Ann Doe"]),
      ("Ursula K. Le Guin, Todd Barton", .comma, ["Ursula K. Le Guin", "Todd Barton"]),
      ("L.E. Modesitt, Jr., Ann Doe, PhD, RN", .comma, ["L.E. Modesitt, Jr.", "Ann Doe, PhD, RN"]),
      ("A B,C D,E F", .comma, ["A B", "C D", "E F"]),
      ("Ann Doe (Translator), Bo Roe", .comma, ["Ann Doe", "Bo Roe"]),
      (
        "Knuth, Donald E. and {Simon and Schuster} and others", .and,
        ["Donald E. Knuth", "{Simon and Schuster}"]
      ),
      ("Doe, Ann AND\n Roe, Bo", .and, ["Ann Doe", "Bo Roe"]),
      ("Flamant, Françoise|Someone, Else", .bar, ["Françoise Flamant", "Else Someone"]),
      ("Ann Doe, Bo Roe, et al.", .comma, ["Ann Doe", "Bo Roe"]),
      ("Doe, Ann [et al.]", .semicolon, ["Ann Doe"]), ("Doe, Ann; et al.", .semicolon, ["Ann Doe"]),
      ("Doe, Ann et al", .semicolon, ["Ann Doe"]), ("", .comma, []), (" ; ,", .semicolon, [","]),
      (";;", .semicolon, []), ("and and and", .and, []), ("& & &", .ampersand, []),
      ("Amal  El-Mohtar, Amal\u{A0}El-Mohtar", .comma, ["Amal El-Mohtar", "Amal El-Mohtar"]),
    ] as [(String, Contributor.Separator, [String])])
  func separators(text: String, separator: Contributor.Separator, names: [String]) {
    #expect(Contributor.split(text, by: separator).map(\.name) == names)
  }

  @Test(
    "have roles in one form",
    arguments: [
      ("trl", "translator"), ("Translator", "translator"), ("ed.", "editor"),
      ("ill.", "illustrator"),
      ("aut", "author"), ("Introduction", "author of introduction"), ("Puppeteer.", "puppeteer"),
      ("Hrsg.", "editor"),
    ])
  func roles(text: String, name: String) {
    #expect(ContributorRole(text)?.name == name)
  }

  @Test("have the codes of roles that MARC has")
  func roleCodes() {
    #expect(ContributorRole("Translator")?.marcCode == "trl")
    #expect(ContributorRole("puppeteer")?.marcCode == nil)
    #expect(ContributorRole(" .") == nil)
  }

  @Test(
    "of bodies are not turned round",
    arguments: [
      "United Nations", "Library of Congress", "Deutsche Gesellschaft für Ornithologie",
      "The Beatles", "University of Illinois Press", "Geoffrey of Monmouth", "Simon & Schuster",
    ])
  func bodies(name: String) {
    #expect(PersonName.inverted(name) == name)
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
