import Catalogue
import Testing

@Suite("What is shown")
struct ShownTests {
  func book(_ typed: String = "{}", _ fetched: String = "{}", _ imported: String = "{}") throws
    -> BookDetails
  {
    Book(
      number: BookNumber(rawValue: 1), id: BookID(high: 0, low: 0),
      account: AccountID(rawValue: 1), isbn: nil, incarnation: Incarnation(value: 0),
      typed: try BookDetails(json: typed), fetched: try BookDetails(json: fetched),
      imported: try BookDetails(json: imported)
    ).shown
  }

  @Test("is typed before fetched before imported, field by field")
  func precedence() throws {
    let shown = try book(
      #"{"title":"t"}"#, #"{"title":"f","pages":2}"#, #"{"title":"i","pages":3,"shelf":"s"}"#)
    #expect(shown.title == "t")
    #expect(shown.pages == 2)
    #expect(shown.shelf == "s")
  }

  @Test("is nothing where the user said that it is empty")
  func saidEmpty() throws {
    let shown = try book(
      #"{"title":"","tags":[],"authors":[]}"#,
      #"{"title":"f","tags":["x"],"authors":["A"],"contributors":[{"name":"A"}]}"#)
    #expect(shown == BookDetails())
  }

  @Test("is no number where the user said that there is none")
  func emptyNumbers() throws {
    let fetched = #"{"pages":1,"copies":2,"rating":4.5}"#
    #expect(try book(#"{"pages":"","copies":"","rating":""}"#, fetched) == BookDetails())
    // Only the user can say so: elsewhere an empty text is a value that is no number.
    #expect(try book("{}", #"{"pages":""}"#, fetched).pages == 1)
    #expect(try book(#"{"pages":7}"#, fetched).pages == 7)
  }

  @Test("takes series and number from one origin")
  func series() throws {
    let shown = try book(#"{"series":"S"}"#, #"{"series":"F","series_number":"2"}"#)
    #expect(shown.series == "S")
    #expect(shown.seriesNumber == nil)
    #expect(try book("{}", #"{"series":"F","series_number":"2"}"#).seriesNumber == "2")
  }

  @Test("takes roles from the origin that gives the authors")
  func contributors() throws {
    let shown = try book(
      #"{"authors":["T"]}"#, #"{"authors":["F"],"contributors":[{"name":"F","role":"editor"}]}"#)
    #expect(shown.authors == ["T"])
    #expect(shown.contributors == nil)
  }

  @Test("takes the form for sorting from the origin that gives the title")
  func sortTitle() throws {
    let imported = #"{"title":"1984","sort_title":"Nineteen Eighty-Four"}"#
    #expect(try book("{}", "{}", imported).sortTitle == "Nineteen Eighty-Four")
    #expect(try book(#"{"title":"1985"}"#, "{}", imported).sortTitle == nil)
  }

  @Test("merges identifiers by kind")
  func identifiers() throws {
    let shown = try book(
      #"{"identifiers":{"asin":"","b":"t"}}"#, #"{"identifiers":{"b":"f","openlibrary":"OL1M"}}"#,
      #"{"identifiers":{"asin":"B1","goodreads":"1"}}"#)
    #expect(shown.identifiers == ["b": "t", "openlibrary": "OL1M", "goodreads": "1"])
  }
}
