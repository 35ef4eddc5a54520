import Catalogue
import Formats

/// Reads records of MARC 21 of the size and kind that libraries exchange, without the database.
enum MARCBenchmark {
  static func run(records: Int) throws {
    print("MARC 21, \(records) records")
    for (name, flag) in [("UTF-8", UInt8(ascii: "a")), ("MARC-8", 0x20)] {
      let bytes = (0..<records).flatMap { record($0, flag: flag) }
      var books = 0
      let time = try Measure.quietest(of: 5) {
        books = 0
        var offset = 0
        var reader = try ImportReader(format: .marc) {
          guard offset < bytes.count else { return nil }
          let end = min(offset + 262_144, bytes.count)
          defer { offset = end }
          return Array(bytes[offset..<end])
        }
        while let row = try reader.next() {
          if case .book = row { books += 1 }
        }
      }
      let rate = Double(books) / (time / .seconds(1))
      Measure.report(
        "\(name), \(bytes.count / records) bytes a record: records a second (aim 50000, least 30000)",
        "\(Int(rate))")
    }
  }

  /// A record with the fields of most: names with marks in every fourth.
  private static func record(_ number: Int, flag: UInt8) -> [UInt8] {
    let isUTF8 = flag == UInt8(ascii: "a")
    let umlaut: [UInt8] = number % 4 > 0 ? [0x75] : isUTF8 ? [0xC3, 0xBC] : [0xE8, 0x75]
    func text(_ text: String) -> [UInt8] {
      text.utf8.flatMap { byte -> [UInt8] in
        byte == UInt8(ascii: "|") ? umlaut : byte == UInt8(ascii: "$") ? [0x1F] : [byte]
      }
    }
    let digits = String(100_000_000 + number)
    let fields: [(String, [UInt8])] = [
      ("001", text(digits)), ("003", text("DLC")), ("005", text("20050901073116.0")),
      ("008", text("000107s2000    ilua     b    001 0beng  ")),
      ("010", text("  $a   \(digits) ")), ("020", text("  $a0252025822 (cloth : alk. paper)")),
      ("035", text("  $a(OCoLC)\(digits)")), ("040", text("  $aDLC$cDLC$dDLC")),
      ("043", text("  $an-us---$ae-ur---")), ("050", text("00$aML429.T43$bG6 2000")),
      ("082", text("00$a786.7/3$aB$221")), ("100", text("1 $aM|ller, Albert J|rgen,$d1944-")),
      (
        "245",
        text(
          "10$aTheremin \(number) :$bether music and espi|nage in the long twentieth cent|ry /"
            + "$cAlbert M|ller ; foreword by Robert Moog.")
      ),
      ("260", text("  $aUrbana :$bUniversity of Illinois Press,$cc2000.")),
      ("300", text("  $axvi, 403 p. :$bill. ;$c24 cm.")),
      ("440", text(" 0$aMusic in American life ;$vv. \(number % 90)")),
      ("504", text("  $aIncludes bibliographical references (p. 343-373) and index.")),
      ("600", text("10$aTheremin, Leon,$d1896-1993.")), ("650", text(" 0$aMusicians$vBiography.")),
      ("650", text(" 0$aElectronic music$xHistory and criticism.")),
      ("651", text(" 0$aUnited States$xForeign relations$zSoviet Union.")),
      ("700", text("1 $aMoog, Robert A.,$ewriter of foreword.")),
    ]
    func padded(_ number: Int, _ width: Int) -> [UInt8] {
      let digits = String(number)
      return Array((String(repeating: "0", count: width - digits.utf8.count) + digits).utf8)
    }
    var directory: [UInt8] = []
    var data: [UInt8] = []
    for (tag, bytes) in fields {
      directory += Array(tag.utf8) + padded(bytes.count + 1, 4) + padded(data.count, 5)
      data += bytes + [0x1E]
    }
    let base = 24 + directory.count + 1
    return padded(base + data.count + 1, 5) + Array("cam ".utf8) + [flag] + Array("22".utf8)
      + padded(base, 5) + Array(" a 4500".utf8) + directory + [0x1E] + data + [0x1D]
  }
}
