import Catalogue
import Testing

@testable import Storage

@Suite struct LibraryStatisticsTests {
  @Test("years and months come in order and whole, the others by frequency up to the limit")
  func counts() throws {
    let library = try Library()
    for (year, language) in [("2001", "eng"), ("1999", "eng"), ("1999", "deu"), ("", "fra")] {
      try library.add {
        $0.title = "T"
        if !year.isEmpty { $0.published = year }
        $0.language = language
      }
    }
    try library.add { $0.title = "gone" }
    try library.write {
      try BookRemoving.remove(
        [BookNumber(rawValue: 5)], from: Library.home, at: Library.now, on: $0)
    }
    let statistics = try library.read {
      try LibraryStatistics(of: Library.home, limit: 1, on: $0)
    }
    #expect(statistics.books == 4)
    let year = statistics.groups[0]
    #expect(year.counts.map(\.value) == ["1999", "2001", nil])
    #expect(year.counts.map(\.books) == [2, 1, 1] && year.others == 0)
    let language = statistics.groups[1]
    #expect(language.counts.map(\.value) == ["eng"] && language.counts[0].books == 2)
    #expect(language.others == 2)
  }
}
