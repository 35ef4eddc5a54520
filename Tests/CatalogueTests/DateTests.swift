import Catalogue
import Determinism
import Testing

@Suite("Dates")
struct DateTests {
  @Test(
    "of publication give the year that is plausible",
    arguments: [
      ("1899", 1899), ("c1899.", 1899), ("[1899]", 1899), ("[1900?]", 1900), ("1899]", 1899),
      ("1900 [1899]", 1899), ("Heisei 11 [1999]", 1999), ("1900-", 1900), ("1896-1907.", 1896),
      ("1900-01.", 1900), ("5761 [2000 or 2001]", 2000), ("Min guo 88 [1999]", 1999),
      ("759 [1998 or 1999]", 1998), ("1900, c1899.", 1900), ("2000-<2013>", 2000),
      ("2002 [i.e. 2001]", 2001), ("[199-]", nil), ("[199-?]", nil), ("18--?]", nil),
      ("[not before 1727]", 1727), ("[between 2000 and 2002]", 2000), ("Tanʼgi 4292 [1959]", 1959),
      ("October 1, 1988", 1988), ("13 setembro 2022", 2022), ("1999-01", 1999),
      ("2019-03-05T01:00:00+01:00", 2019), ("0101-01-01T00:00:00+00:00", nil),
      ("0001-01-01T00:00:00.1970Z", nil), ("0000", nil),
      ("9999", nil), ("uuuu", nil), ("19uu", nil), ("199u", nil), ("8858", nil), ("20201", nil),
      ("", nil), ("18??", nil), ("n.d.", nil), ("s.a.", nil), ("MCMXCIX", nil),
      ("1900-01-01", nil), ("January 1, 1900", nil), ("1/1/1900", nil), ("1900", 1900),
      ("1 Jan 1900", nil), ("1900-01-01T00:00:00Z", nil), ("1900-01-02", 1900), ("20010315", 2001),
      ("2020-13-45", 2020), ("[", nil), ("[1999", 1999), ("1970s", nil), ("the 1920's", nil),
      ("1980 [c1979]", 1980), ("1980 [cop. 1979]", 1980), ("[c1979]", 1979),
      ("1362 i.e. 1983", 1983),
      ("1999, c1998, i.e. 1997", 1997), ("1420 H.", nil), ("1420 A.H. [1999]", 1999),
      ("A.H. 1420", nil), ("AH1420", nil), ("1450 B.C.", nil), ("400-380 B.C.E.", nil),
      ("昭和55年 [1980]", 1980), ("1980年3月", 1980), ("１９９９", 1999), ("١٩٩٩", 1999), ("©1999", 1999),
      ("1/5/1999", 1999), ("01.01.1900", nil), ("1st January 1900", nil), ("1900-1-1", nil),
      ("1899-12-30", nil), ("1899-12-31T22:00:00Z", nil), ("1970-01-01", 1970), ("199?", nil),
      ("196-?", nil), ("19th century", nil), ("[19--]", nil), ("ca. 1399", nil), ("1399", nil),
      ("1400", 1400), ("12345678", nil), ("19991301", nil), ("2001/05//", 2001), ("2001///", 2001),
      ("cop. 2004", 2004), ("[19]99", 1999), ("19[99]", 1999), ("[19]89 [1989]", 1989), ("[]", nil),
      ("<1999-   >", 1999), ("<c1998>-<2001>", 1998), ("1999 [2nd ed.]", 1999),
      ("2543 [2000]", 2000), ("v. 1, 1999; v. 2, 2001", 1999),
      // Years of the Hijra, told by their digits, a word or the year beside them.
      ("١٤٢٠", nil), ("۱۴۰۲", nil), ("١٤٢٠ / ١٩٩٩", 1999), ("1420/1999", 1999), ("1999/1420", 1999),
      ("1402 [2023]", 2023), ("1402, 2023", 2023), ("1433 hijri", nil), ("1420هـ", nil),
      ("1420 هـ / 1999 م", 1999), ("Hijri 1433", nil), ("1402 sh.", nil), ("1480", 1480),
      ("1480-1499", 1480), ("1480 [1481]", 1481), ("1450 v. Chr.", nil), ("1450 av. J.-C.", nil),
      // What a bracket says of a copy, or of the end of a range, corrects nothing.
      ("1985 [printed 1986]", 1985), ("1967 [i.e. 1985]", 1985), ("1999-[2001]", 1999),
      ("1999 [reprinted 2003]", 1999), ("1989 [1990]", 1990), ("[1999]-[2001]", 1999),
      // Days on which programs begin to count, however they are written.
      ("1/1/1900 12:00:00 AM", nil), ("01/01/1900 00:00", nil), ("Monday, January 1, 1900", nil),
      ("Mon Jan 01 1900", nil), ("1900-01-01Z", nil), ("1900-01-00", nil), ("1/0/1900", nil),
      ("1753-01-01", nil), ("1601-01-01T00:00:00", nil), ("1753", 1753), ("1900-02-00", 1900),
    ] as [(String, Int?)])
  func years(text: String, year: Int?) {
    let date = PublicationDate(text)
    #expect(date.year == year)
    #expect(date.text == text)
  }

  @Test("of publication tell how precise they are")
  func precision() {
    #expect(PublicationDate("October 1, 1988").iso == "1988-10-01")
    #expect(PublicationDate("Sep 12, 1978").iso == "1978-09-12")
    #expect(PublicationDate("Sept. 12, 1978").iso == "1978-09-12")
    #expect(PublicationDate("12 September 1978").iso == "1978-09-12")
    #expect(PublicationDate("November 2006").iso == "2006-11")
    #expect(PublicationDate("1999-01").iso == "1999-01")
    #expect(PublicationDate("2019-03-05T01:00:00+01:00").iso == "2019-03-05")
    #expect(PublicationDate("c1999").iso == "1999")
    #expect(PublicationDate("13 setembro 2022").precision == .year)
    #expect(PublicationDate("[199-]").precision == .decade)
    #expect(PublicationDate("[199-?]").precision == .decade)
    #expect(PublicationDate("199u").precision == .decade)
    #expect(PublicationDate("18--?]").precision == .century)
    #expect(PublicationDate("19uu").precision == .century)
    #expect(PublicationDate("s.a.").precision == .none)
    #expect(PublicationDate("31 February 2001").iso == "2001")
    #expect(PublicationDate("1970s").precision == .decade)
    #expect(PublicationDate("19th century").precision == .century)
    #expect(PublicationDate("18.7.1999").iso == "1999-07-18")
    #expect(PublicationDate("7/18/1999").iso == "1999-07-18")
    #expect(PublicationDate("18/7/1999").iso == "1999-07-18")
    #expect(PublicationDate("5/7/1999").iso == "1999")
    #expect(PublicationDate("7/1999").iso == "1999-07")
    #expect(PublicationDate("bd. 7 1999").iso == "1999")
    #expect(PublicationDate("7 1999").iso == "1999")
    #expect(PublicationDate("2001/05//").iso == "2001-05")
    #expect(PublicationDate("2001/05").iso == "2001")
    #expect(PublicationDate("2001 May 3rd").iso == "2001-05-03")
    #expect(PublicationDate("1980年3月5日").iso == "1980-03-05")
    #expect(PublicationDate("1980年").iso == "1980")
    #expect(PublicationDate("Friday, December 25, 1999").iso == "1999-12-25")
    #expect(PublicationDate("12/25/1999 11:59:00 PM").iso == "1999-12-25")
    #expect(PublicationDate("1900-01-01").precision == .none)
    #expect(PublicationDate("2027", latestYear: 2026).year == nil)
  }

  @Test(
    "of publication tell what is said of them",
    arguments: [
      ("1899", [], nil), ("ca. 1950", .about, nil), ("[circa 1950]", .about, nil),
      ("c. 1950", .about, nil), ("c1950", [], nil), ("[1900?]", .uncertain, nil),
      ("approximately 1950", .about, nil), ("[ca. 1950?]", [.about, .uncertain], nil),
      ("1896-1907.", .range, 1907), ("1896–1907", .range, 1907), ("1900-", .range, nil),
      ("1900-01.", .range, 1901), ("1998/99", .range, 1999), ("2000-<2013>", .range, 2013),
      ("[between 2000 and 2002]", .uncertain, 2002), ("5761 [2000 or 2001]", .uncertain, 2001),
      ("[not before 1727]", .uncertain, nil), ("1999-01", [], nil), ("2019-03-05", [], nil),
      ("50 B.C.", .beforeCommonEra, nil), ("s.a.", [], nil), ("18??", .uncertain, nil),
      ("1900, c1899.", [], nil), ("1907-1896", .range, nil), ("Dec. 1999", [], nil),
      ("1999-[2001]", .range, 2001),
    ] as [(String, PublicationDate.Quality, Int?)])
  func quality(text: String, quality: PublicationDate.Quality, lastYear: Int?) {
    let date = PublicationDate(text)
    #expect(date.quality == quality)
    #expect(date.lastYear == lastYear)
  }

  @Test("of publication are read from any text without harm")
  func anyDate() {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("0011223456789999--//..[]?? cCaAhHsSuU年月日é٣-i.e.bcJanuary")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...14, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        })
      let date = PublicationDate(text, latestYear: 2027)
      #expect(date.year.map { (1400...2027).contains($0) } ?? true)
      #expect((date.year == nil) == (date.iso == nil))
    }
  }

  @Test("of the calendar are read and written as given")
  func calendar() {
    #expect(CivilDate("2021/03/04")?.description == "2021-03-04")
    #expect(CivilDate("2021-3-4")?.description == "2021-03-04")
    #expect(CivilDate("2000-02-29") != nil)
    for text in ["1900-02-29", "2021/03-04", "2021-13-01", "21-03-04", "", "2021-03", "0000-01-01"]
    {
      #expect(CivilDate(text) == nil)
    }
  }

  @Test("and moments are written as RFC 3339 has them, and read back")
  func instants() throws {
    let instant = try #require(Instant("2026-11-30T07:00:00.123Z"))
    #expect(instant.description == "2026-11-30T07:00:00.123Z")
    #expect(instant.rawValue == 1_796_022_000_123)
    #expect(Instant(rawValue: 0).description == "1970-01-01T00:00:00.000Z")
    #expect(Instant(rawValue: -1).description == "1969-12-31T23:59:59.999Z")
    #expect(Instant("2026-11-30T08:30:00+01:30") == Instant("2026-11-30 07:00:00"))
    #expect(Instant("2026-11-30T07:00:00.1239999Z") == instant)
    for text in [
      "", "2026-11-30", "2026-11-30T25:00:00Z", "2026-02-30T00:00:00Z", "2026-11-30T07:00:00.Z",
      "2026-11-30T07:00:00Zx", "2026-11-30T07:00:00+1", "2026-11-30T07:0a:00Z",
    ] {
      #expect(Instant(text) == nil)
    }
  }

  @Test("and moments come back from their text, over four thousand years")
  func instantRoundTrip() {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let instant = Instant(
        rawValue: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))
      #expect(Instant(instant.description) == instant)
    }
    #expect(!Instant(rawValue: .max).description.isEmpty)
    #expect(!Instant(rawValue: .min).description.isEmpty)
  }
}
