import Catalogue
import Determinism

/// Books as a catalogue may hold them, for round trips.
enum RandomBook {
  private static let words = [
    "Über", "The", "wind's", "C++", "and", "AT&T", "50%", "\"q\"", "書物", "é", "a;b", "x,y", "—",
    "--", "``", "''", "#1", "$5", "{b}", "\\n", "~", "a_b", "^", "<i>", "&amp;", "=1+1", "@x", "-",
    "Jr.", "O'Brien", "والمكتبة", "😀", "[a]", "(c)", ":", "/", "others", "1,5", "'=x", "…", "№",
  ]

  static func text(_ random: inout SeededGenerator, most: Int = 4) -> String {
    TextForm.collapsed(
      (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in
        words.randomElement(using: &random)
      }.joined(separator: " "))
  }

  private static func list(_ random: inout SeededGenerator) -> [String] {
    var list: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let text = text(&random, most: 2)
      if !list.contains(text) { list.append(text) }
    }
    return list
  }

  static func block(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in text(&random) }
      .joined(separator: Bool.random(using: &random) ? "\n" : "\n\n")
  }

  static func people(_ random: inout SeededGenerator) -> [Contributor] {
    let people = [
      Contributor(name: "Ursula K. Le Guin", sortName: "Le Guin, Ursula K."),
      Contributor(name: "Jan van der Berg, Jr.", sortName: "van der Berg, Jan, Jr."),
      Contributor(name: "United Nations", sortName: "United Nations"),
      Contributor(name: "Barnes and Noble"), Contributor(name: "Homer"),
      Contributor(name: "Robert Fagles", sortName: "Fagles, Robert", role: "translator"),
      Contributor(name: "Ann Editor", role: "editor"),
      Contributor(name: "Somebody Else", role: "author of introduction"),
      Contributor(name: "others"), Contributor(name: "L.E. Modesitt, Jr."),
      Contributor(name: "村上 春樹"), Contributor(name: text(&random)),
    ]
    return Array(people.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
  }

  static func book(_ number: Int64, _ random: inout SeededGenerator) -> ListedBook {
    var details = BookDetails()
    func maybe() -> Bool { Bool.random(using: &random) }
    details.title = text(&random)
    if maybe() { details.subtitle = text(&random) }
    if maybe() {
      let people = people(&random)
      let authors = people.filter { $0.role == nil }
      details.authors = (authors.isEmpty || maybe() ? people : authors).map(\.name)
      if people.contains(where: { $0.role != nil || $0.sortName != nil }) {
        details.contributors = people
      }
    }
    if maybe() { details.publisher = text(&random) }
    if maybe() {
      details.published = ["1999", "2001-03-15", "2006-11", "c1987", "[ca. 1950]", "1896-1907"]
        .randomElement(using: &random)
    }
    if maybe() { details.language = ["eng", "deu", "jpn"].randomElement(using: &random) }
    if maybe() { details.setSortTitle(text(&random)) }
    if maybe() { details.pages = Int.random(in: 1...2000, using: &random) }
    if maybe() {
      details.series = text(&random)
      if maybe() { details.seriesNumber = ["1", "2.5", "1-3", "IV"].randomElement(using: &random) }
    }
    if maybe() { details.subjects = list(&random) }
    if maybe() { details.tags = list(&random) }
    if maybe() { details.rating = Double(Int.random(in: 1...10, using: &random)) / 2 }
    if maybe() { details.shelf = text(&random, most: 1) }
    if maybe() { details.notes = block(&random) }
    if maybe() { details.review = block(&random) }
    if maybe() { details.startedAt = "2021-03-04" }
    if maybe() { details.readAt = ["2021-03-05", "2022-01-31"] }
    if maybe() { details.copies = Int.random(in: 0...3, using: &random) }
    if maybe() { details.location = text(&random) }
    if maybe() { details.binding = text(&random, most: 2) }
    if maybe() {
      details.identifiers = ["goodreads": "123", "doi": "10.1000/x_1(2)"]
      if maybe() { details.identifiers?["invalid_isbn"] = "9780765326356" }
      if maybe() { details.identifiers?["lccn"] = "00008024" }
      if maybe() { details.identifiers?["oclc"] = "647986" }
    }
    let year = details.published.flatMap { PublicationDate($0).year }
    return ListedBook(
      number: number, id: "0192f0c1-2e3d-7abc-8def-\(100_000_000_000 + number)", account: "home",
      isbn: maybe() ? ISBN(number: 9_780_765_326_355) : nil, details: details, year: year,
      addedAt: "2024-05-06T07:08:09.123Z", editedAt: maybe() ? "2024-06-06T07:08:09.123Z" : nil)
  }
}
