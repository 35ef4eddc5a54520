import Catalogue
import Formats
import Testing

@Suite("Numbers, ratings and days as people write them")
struct ValueTests {
  private func book(_ name: String, _ cell: String) throws -> BookDetails {
    let quoted = "\"" + cell.replacing("\"", with: "\"\"") + "\""
    return try #require(try read("title,\(name)\nT,\(quoted)\n").books.first).details
  }

  @Test(
    "a count may have signs between thousands, a fraction of nothing, or a word behind it",
    arguments: [
      ("320", 320), ("1,008", 1008), ("1.008", 1008), ("1 008", 1008), ("1\u{A0}008", 1008),
      ("1'008", 1008), ("320.0", 320), ("320,00", 320), ("320 pages", 320), ("320pp.", 320),
      ("480 S.", 480), ("1.008 Seiten", 1008), ("480 с.", 480), ("230 páginas", 230),
    ])
  func counts(text: String, count: Int) throws {
    let details = try book("pages", text)
    #expect(details.pages == count)
    #expect(details.raw == nil)
  }

  @Test(
    "what may be something else is no count",
    arguments: [
      "-3", "320.5", "320.25", "12.34", "320.000", "1,00,8", "2 vol.", "320 x 200", "1.0.0", "3 3",
      "p", "xii, 320 p.", "99999999999999999999", "1,", ".5",
    ])
  func noCounts(text: String) throws {
    let details = try book("pages", text)
    #expect(details.pages == nil)
    #expect(details.raw == ["pages": .string(text)])
  }

  @Test(
    "a rating may be of halves, of stars, or of another number than five",
    arguments: [
      ("4½", 4.5), ("½", 0.5), ("4,5", 4.5), ("★★★★", 4), ("★★★☆☆", 3), ("★★★½", 3.5), ("****", 4),
      ("⭐️⭐️", 2), ("4/5", 4), ("8/10", 4), ("9 out of 10", 4.5), ("3.5 stars", 3.5), ("1 star", 1),
      ("4 von 5 Sternen", nil), ("4 von 5", 4), ("80/100", 4),
    ] as [(String, Double?)])
  func ratings(text: String, rating: Double?) throws {
    #expect(try book("rating", text).rating == rating)
  }

  @Test(
    "what is no rating is kept aside",
    arguments: ["8", "6/5", "1/2", "★★★★★★", "good", "-1", "-nan", "4 5", "inf/5", "4/"])
  func noRatings(text: String) throws {
    let details = try book("rating", text)
    #expect(details.rating == nil)
    #expect(details.raw == ["rating": .string(text)])
  }

  @Test(
    "a day may be written as its country does, when it can be only one",
    arguments: [
      ("2019-03-14", "2019-03-14"), ("14.03.2019", "2019-03-14"), ("03.04.2019", "2019-04-03"),
      ("14/03/2019", "2019-03-14"), ("3/14/2019", "2019-03-14"), ("March 14, 2019", "2019-03-14"),
      ("14 Mar 2019", "2019-03-14"), ("14.03.2019 00:00:00", "2019-03-14"),
      ("3/14/2019 9:30", "2019-03-14"), ("2019-03-14 23:30:00", "2019-03-14"),
      ("3/14/2019 9:30:00 PM", "2019-03-14"), ("Thu Mar 14 2019", "2019-03-14"),
      ("2019年3月14日", "2019-03-14"), ("1900-01-02", "1900-01-02"),
    ])
  func days(text: String, day: String) throws {
    let details = try book("read_at", text)
    #expect(details.readAt == [day])
    #expect(details.raw == nil)
    #expect(try book("started_at", text).startedAt == day)
  }

  @Test(
    "a day that may be another, or none, is kept aside",
    arguments: [
      "3/4/2019", "2019", "2019-03", "March 2019", "31.02.2019", "ca. 14.03.2019", "3/14/19",
      "1900-01-01", "0001-01-01", "1899-12-30", "1/1/1900 12:00:00 AM", "0000-00-00",
    ])
  func noDays(text: String) throws {
    let details = try book("read_at", text)
    #expect(details.readAt == nil)
    #expect(details.raw == ["read_at": .string(text)])
  }

  @Test("of several days one that is none costs nothing but itself, and is still there")
  func someDays() throws {
    let details = try book("read_at", "3/14/2019; 4/5/2020; 25.12.2020")
    #expect(details.readAt == ["2019-03-14", "2020-12-25"])
    #expect(details.raw == ["read_at": .string("3/14/2019; 4/5/2020; 25.12.2020")])
  }

  @Test("of several values that are kept aside for one field none hides another")
  func severalAside() throws {
    let row = Goodreads.file([["Book Id": "1", "Title": "T", "ISBN13": "9.78E+12", "ISBN": "x"]])
    #expect(try read(row).books.first?.details.raw == ["isbn": .string("9.78E+12")])
    let text =
      "Title,Authors,ISBN/UID,Read Status,Last Date Read,Dates Read\nT,A,,read,2021,\"2020, 2021\"\n"
    #expect(
      try read(text).books.first?.details.raw
        == ["read_at": .array([.string("2020"), .string("2021")])])
  }
}
