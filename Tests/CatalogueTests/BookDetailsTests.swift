import Catalogue
import Testing

@Suite("What one origin says")
struct BookDetailsTests {
  static var full: BookDetails {
    var details = BookDetails()
    details.title = "L'\"Été\"\\ \u{1}\n"
    details.subtitle = ""
    details.authors = ["A", "B"]
    details.contributors = [
      Contributor(name: "A", sortName: "A, The", role: "author"), Contributor(name: "B"),
    ]
    details.publisher = "P"
    details.published = "c1999."
    details.language = "fra"
    details.pages = 12
    details.series = "S"
    details.seriesNumber = "1-3"
    details.subjects = []
    details.tags = ["x"]
    details.rating = 4.5
    details.shelf = "read"
    details.notes = "n"
    details.review = "r"
    details.startedAt = "2021-01-01"
    details.readAt = ["2021-03-04"]
    details.copies = 2
    details.location = "attic"
    details.binding = "Paperback"
    details.identifiers = ["goodreads": "1", "asin": "B0851JCZYV"]
    details.raw = ["pages": .string("n")]
    details.other = ["Average Rating": .string("4.66"), "deep": .array([.null, .bool(true)])]
    return details
  }

  @Test("is written and read back whole")
  func roundTrip() throws {
    #expect(try BookDetails(json: Self.full.json) == Self.full)
    #expect(BookDetails().json == "{}")
    #expect(try BookDetails(json: " {} ") == BookDetails())
  }

  @Test("is written in one order, with only what is said")
  func order() {
    var details = BookDetails()
    details.other = ["b": .integer(1), "a": .null]
    details.identifiers = ["z": "1", "a": "2"]
    details.rating = 4
    details.title = "T"
    #expect(
      details.json
        == #"{"title":"T","rating":4,"identifiers":{"a":"2","z":"1"},"a":null,"b":1}"#)
  }

  @Test("keeps a value of the wrong type apart, and the other fields")
  func wrongTypes() throws {
    let details = try BookDetails(
      json: #"{"title":5,"pages":"n","authors":["A",1],"rating":"x","publisher":"P","copies":1.5}"#)
    #expect(details.title == nil)
    #expect(details.publisher == "P")
    #expect(
      details.raw == [
        "title": .integer(5), "pages": .string("n"), "rating": .string("x"),
        "authors": .array([.string("A"), .integer(1)]), "copies": .number(1.5),
      ])
    #expect(try BookDetails(json: details.json) == details)
  }

  @Test("takes null as nothing said, and an empty text as said to be empty")
  func nullAndEmpty() throws {
    let details = try BookDetails(json: #"{"title":null,"subtitle":"","tags":[]}"#)
    #expect(details.title == nil)
    #expect(details.subtitle == "")
    #expect(details.tags == [])
    #expect(details.json == #"{"subtitle":"","tags":[]}"#)
  }

  @Test("is not read from what is no object")
  func notAnObject() {
    #expect(throws: JSONError(.notAnObject, at: 0)) { try BookDetails(json: "[]") }
    #expect(throws: JSONError(.endTooEarly, at: 0)) { try BookDetails(json: "") }
    #expect(throws: JSONError(.afterTheEnd, at: 3)) { try BookDetails(json: "{} {}") }
  }

  @Test("never lets a field of a file take the place of one of ours")
  func clashingNames() throws {
    var details = BookDetails()
    details.other = ["title": .string("from a column"), "x": .integer(1)]
    let read = try BookDetails(json: details.json)
    #expect(read.title == nil)
    #expect(read.raw == ["title": .string("from a column")])
    #expect(read.other == ["x": .integer(1)])
  }
}
