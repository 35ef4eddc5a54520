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
      ("Doner, Kim, 1955- ill.", "Kim Doner"), ("McCarthy, Timothy 1951-", "Timothy McCarthy"),
      ("Palais des arts (Lyon, France)", "Palais des arts (Lyon, France)"),
      ("Clark, Earl W.", "Earl W. Clark"), ("Chen, Bo (Professor of art)", "Bo Chen"),
      (
        "Vatican City. Direzione dei monumenti, musei",
        "Vatican City. Direzione dei monumenti, musei"
      ),
      ("Drama studio, associazione culturale", "Drama studio, associazione culturale"),
      ("Moses, Grandma, 1860-1961", "Grandma Moses"), ("St. Aubyn, Edward", "Edward St. Aubyn"),
      ("Ellington, Duke", "Duke Ellington"), ("Jackson, Major", "Major Jackson"),
      ("Smith, John, Esq.", "John Smith, Esq."), ("Davis, Sammy, III", "Sammy Davis, III"),
      ("Terry Pratchett, Neil Gaiman, Jill Doe", "Terry Pratchett, Neil Gaiman, Jill Doe"),
      ("Knuth, Donald E., editor", "Donald E. Knuth"),
      ("García Márquez, Gabriel", "Gabriel García Márquez"),
      // What stands behind a whole name is no given name.
      ("John Doe, Ph. D.", "John Doe, Ph. D."), ("Jane Roe, BSN", "Jane Roe, BSN"),
      ("Jane Roe, M.S.", "Jane Roe, M.S."), ("Jane Roe, Esq.", "Jane Roe, Esq."),
      ("Jane Roe, VI", "Jane Roe, VI"),
      ("Nowak, M. A", "M. A Nowak"), ("Nowak, M.S.", "M.S. Nowak"), ("Nowak, M. S.", "M. S. Nowak"),
      ("Nowak, Ph.D.", "Nowak, Ph.D."), ("Roe, V", "V Roe"), ("Roe, Jane, V", "Jane Roe, V"),
      // Epithets of people of one name.
      ("Pliny, the Elder", "Pliny, the Elder"), ("Chrétien, de Troyes", "Chrétien, de Troyes"),
      ("hooks, bell", "bell hooks"), ("cummings, e. e.", "e. e. cummings"),
      ("Alembert, Jean Le Rond d', 1717-1783", "Jean Le Rond d'Alembert"),
      // The full stop of a card, and that of an abbreviation.
      ("Roe, Margaret.", "Margaret Roe"), ("Roe, Chas.", "Chas. Roe"), ("Roe, J.", "J. Roe"),
      ("Twain, Mark, 1835-1910, pseud.", "Mark Twain"),
      ("Doe, Jane, 1950-2000, Dame", "Dame Jane Doe"), ("Smith, John,1950-", "John Smith"),
      ("Smith, J., Doe, K.", "Smith, J., Doe, K."), ("[Doe, Jane]", "Jane Doe"),
      ("Confucius, 551-479 v. Chr.", "Confucius"), ("John Smith (1950-2010)", "John Smith"),
      ("Meeting on birds (2010)", "Meeting on birds (2010)"),
      // Names that are spoken as they sort.
      ("村上, 春樹", "村上春樹"), ("김, 영하", "김영하"), ("キング, スティーヴン", "スティーヴン キング"),
      ("Hugo, Victor (1802-1885). Auteur du texte", "Victor Hugo"),
      ("Verne, Jules - ed.", "Jules Verne"),
      ("Doe, J. (Jane).", "J. Doe"), ("Doe, Jane, 1950 Jan. 5-", "Jane Doe"),
      ("Doe, Jane, n. 1950", "Jane Doe"),
      ("by Jane Doe", "Jane Doe"), ("edited by Jane Doe", "Jane Doe"),
      ("Byron, Lord", "Lord Byron"),
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
    let artist = Contributor(heading: "Doner, Kim, 1955- ill.")
    #expect((artist.dates, artist.role, artist.sortName) == ("1955-", "illustrator", "Doner, Kim"))
    #expect(Contributor(heading: "McCarthy, Timothy 1951-").dates == "1951-")
    #expect(Contributor(heading: "Homer") == Contributor(name: "Homer"))
    #expect(
      Contributor(heading: "Jim Dale (Narrator)") == Contributor(name: "Jim Dale", role: "narrator")
    )
    #expect(Contributor(heading: "Québec (Province)") == Contributor(name: "Québec (Province)"))
    #expect(Contributor(heading: "Plato, 427-347 B.C.").dates == "427-347 B.C.")
    #expect(Contributor(heading: "Doe, Jo, 17th cent.").dates == "17th cent.")
    #expect(Contributor(heading: "Doe, Jo (1950- ).").dates == "1950-")
    #expect(
      Contributor(heading: "Doe, Jo (b. 1950)")
        == Contributor(name: "Jo Doe", sortName: "Doe, Jo", dates: "b. 1950"))
  }

  @Test(
    "have the first of the roles that are said of them",
    arguments: [
      ("Doe, Jo, author, illustrator.", "author"), ("Doe, Jo, ed. and tr.", "editor"),
      ("Jo Doe (Editor/Translator)", "editor"), ("Jo Doe [trans. & ed.]", "translator"),
      ("translated by Jo Doe", "translator"), ("Jo Doe (editor, physician)", nil),
      ("Doe, Jo, and Roe, Bo", nil), ("Verne, Jules - editor", "editor"),
      ("Verne, Jules: translator", "translator"), ("Jo Doe (Goodreads Author)", "author"),
      ("Hugo, Victor (1802-1885). Auteur du texte", "author"), ("Doe, Jo: a life", nil),
    ] as [(String, String?)])
  func firstRole(heading: String, role: String?) {
    #expect(Contributor(heading: heading).role == role)
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
      // Two people or a double family name: nobody knows.
      ("Terry Pratchett, Neil Gaiman", .semicolon, ["Terry Pratchett, Neil Gaiman"]),
      ("García Márquez, Gabriel", .semicolon, ["Gabriel García Márquez"]),
      ("Le Guin, Ursula Kroeber", .semicolon, ["Ursula Kroeber Le Guin"]),
      ("Doyle, Sir Arthur Conan", .semicolon, ["Sir Arthur Conan Doyle"]),
      ("Jo Doe (Author), Bo Roe (Narrator)", .semicolon, ["Jo Doe (Author), Bo Roe (Narrator)"]),
      ("Doe A, Roe B", .semicolon, ["Doe A, Roe B"]), ("Doe A", .semicolon, ["Doe A"]),
      ("Acme, Inc., Ann Doe", .comma, ["Acme, Inc.", "Ann Doe"]), ("Ltd.", .comma, ["Ltd."]),
      ("Smith, John, et al.", .semicolon, ["John Smith"]),
      ("Ann Doe [and three others]; Bo Roe", .semicolon, ["Ann Doe", "Bo Roe"]),
      ("Doe, Ann ... [et al.]", .semicolon, ["Ann Doe"]), ("Ann Doe u.a.", .semicolon, ["Ann Doe"]),
      ("Thomas More; Bo Al", .semicolon, ["Thomas More", "Bo Al"]),
      ("Ann Doe, and others", .comma, ["Ann Doe"]),
      ("Ann Doe, Bo Roe, and Cy Moe", .comma, ["Ann Doe", "Bo Roe", "Cy Moe"]),
      ("Jane Roe, Ph. D., Bo Doe, MS, RD", .comma, ["Jane Roe, Ph. D.", "Bo Doe, MS, RD"]),
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
      "Grove Press", "Mālik ibn Anas",
      "The Beatles", "Great Britain. Parliament", "University of Illinois Press",
      "Geoffrey of Monmouth", "Simon & Schuster",
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
      ("Vol. (#1)", "Vol. (#1)", []), ("Tide, Vol. 1 (Tide, #1)", "Tide, Vol. 1", [["Tide", "1"]]),
      ("Tide (Ebb, #0.5)", "Tide", [["Ebb", "0.5"]]), ("Tide (Ebb #.5)", "Tide", [["Ebb", ".5"]]),
      ("Tide (Ebb, #5, Part 1 of 2)", "Tide", [["Ebb", "5, Part 1 of 2"]]),
      ("Tide (Ebb, #1½)", "Tide", [["Ebb", "1½"]]),
      ("Tide (Ebb, Part 2)", "Tide (Ebb, Part 2)", []),
      ("Tide (Ebb, #1 or so)", "Tide (Ebb, #1 or so)", []),
      ("C# (Guide #beginner)", "C# (Guide #beginner)", []),
      ("Tide (Ebb, #III)", "Tide", [["Ebb", "III"]]), ("Tide (Ebb, #1A)", "Tide", [["Ebb", "1A"]]),
      ("Tide (Ebb, #1/2)", "Tide", [["Ebb", "1/2"]]),
      ("Tide (Ebb, #1 of 3)", "Tide", [["Ebb", "1 of 3"]]),
      ("Tide (Ebb #1, Flow #2)", "Tide", [["Ebb", "1"], ["Flow", "2"]]),
      ("Tide (Ebb, #1, Flow, #2)", "Tide", [["Ebb", "1"], ["Flow", "2"]]),
      ("Tide (Ebb, #1, #2)", "Tide", [["Ebb", "1, 2"]]),
      ("Tide (Ebb, #1-2, 4)", "Tide", [["Ebb", "1-2, 4"]]),
      ("Tide (C# in Depth, #2)", "Tide", [["C# in Depth", "2"]]),
      ("Tide (We're #1!)", "Tide (We're #1!)", []), ("Tide (Ebb, #X1)", "Tide (Ebb, #X1)", []),
    ])
  func series(given: String, title: String, places: [[String]]) {
    let suffix = SeriesSuffix(splitting: given)
    #expect(suffix.title == title)
    #expect(suffix.places.map { [$0.series, $0.number] } == places)
  }

  @Test(
    "give a series and the place in it, as libraries and readers state it",
    arguments: [
      ("Discworld ; 5", "Discworld", "5"), ("Discworld ; v. 5", "Discworld", "5"),
      ("Discworld ;", "Discworld", nil), ("Discworld", "Discworld", nil),
      ("The Stormlight Archive, Book 1", "The Stormlight Archive", "1"),
      ("The Stormlight Archive #0.5", "The Stormlight Archive", "0.5"),
      ("Mistborn, #1-3", "Mistborn", "1-3"), ("Mistborn, #1–3", "Mistborn", "1-3"),
      ("Foundation, Book 2 of 7", "Foundation", "2"), ("Foundation Vol. 3", "Foundation", "3"),
      ("Foundation, 2", "Foundation", "2"), ("Foundation (2)", "Foundation", "2"),
      ("Foundation [vol. 2]", "Foundation", "2"), ("Reihe Hanser ; Bd. 12", "Reihe Hanser", "12"),
      ("Area 51", "Area 51", nil), ("Lectures, 1984", "Lectures, 1984", nil),
      ("Book 2", "Book 2", nil), ("#2", "#2", nil),
      (
        "Penguin classics (London)",
        "Penguin classics (London)", nil
      ), ("C# guides", "C# guides", nil), ("", "", nil),
      ("Series; subseries ; no. 4", "Series; subseries", "4"), ("Dune, tome 2", "Dune", "2"),
      ("Norton critical editions, Fiction", "Norton critical editions, Fiction", nil),
      // Roman digits, where a sign or word says that they are some.
      ("Discworld, Vol. III", "Discworld", "III"), ("Discworld ; vol. xlii", "Discworld", "xlii"),
      ("The Dark Tower, VII", "The Dark Tower", "VII"), ("Rocky IV", "Rocky IV", nil),
      ("Star Wars. Episode IV", "Star Wars", "IV"), ("Series, C", "Series, C", nil),
      // Whatever stands behind the semicolon is the numbering.
      ("Penguin classics ; L12", "Penguin classics", "L12"), ("Loeb ; 1, 2", "Loeb", "1, 2"),
      ("Studies ; [125]", "Studies", "125"), ("Studies ; <6- >", "Studies", "6"),
      ("Bulletin ; A-240.", "Bulletin", "A-240"), ("Report ; 4/1999", "Report", "4/1999"),
      ("Lata ; 3 = 5", "Lata", "3 = 5"), ("Abhandlungen ; n.F., 35", "Abhandlungen", "n.F., 35"),
      ("Library ; no. 123A", "Library", "123A"), ("Maths ; v. 3, pt. 2", "Maths", "v. 3, pt. 2"),
      ("Reihe ; 3. Bd.", "Reihe", "3"), ("岩波文庫 ; 赤123", "岩波文庫", "赤123"),
      ("Библиотека ; вып. 12", "Библиотека", "12"),
      ("Series; studies of 1984", "Series; studies of 1984", nil),
      ("Discworld. Book 5", "Discworld", "5"), ("Discworld -- Book 5", "Discworld", "5"),
      ("Publ. Inst. Bd. 5", "Publ. Inst.", "5"),
    ] as [(String, String, String?)])
  func statements(given: String, series: String, number: String?) {
    let place = SeriesPlace(statement: given)
    #expect(place.series == series)
    #expect(place.number == number)
  }

  @Test(
    "have a place in a series in digits, where it has some",
    arguments: [
      ("1", "1"), ("1.0", "1"), ("2.50", "2.5"), ("8.0", "8"), ("#0.5", "0.5"), (".5", "0.5"),
      ("Vol. 3", "3"), ("Book 2 of 7", "2"), ("1–3", "1-3"), ("1-3", "1-3"), ("III", "III"),
      ("v. 12", "12"), ("A1", "A1"), ("Vol. III", "III"), ("1 - 3", "1-3"), ("3. Bd.", "3"),
      (" ", nil), ("no. 4", "4"), ("n° 4", "4"), ("1, 3", "1, 3"),
      ("10.10.10", "10.10.10"), ("-1", "-1"),
    ] as [(String, String?)])
  func numbers(text: String, number: String?) {
    #expect(SeriesPlace.number(text) == number)
  }
}
