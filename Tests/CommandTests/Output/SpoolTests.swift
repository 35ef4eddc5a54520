import Glibc
import Testing

@testable import libraryctl

@Suite struct SpoolTests {
  @Test("what was written comes back in order, whatever its length, and little of it is in memory")
  func order() throws {
    for count in [0, 1, 1000, 40_000] {
      let spool = Spool()
      #expect(spool.isEmpty)
      var text = ""
      for number in 0..<count {
        text += "\(number),"
        try spool.write { $0 += Array("\(number),".utf8) }
        #expect(spool.bytesInMemory < Spool.capacity)
      }
      #expect(spool.isEmpty == (count == 0))
      // Also more than once.
      for _ in 0..<2 {
        var bytes: [UInt8] = []
        try spool.forEachPiece { bytes += $0 }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
      }
    }
  }
}
