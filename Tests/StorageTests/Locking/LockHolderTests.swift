import Glibc
import Testing

@testable import Storage

@Suite struct LockHolderTests {
  @Test("a lock belongs to a file by its device and its inode")
  func device() {
    var file = stat()
    file.st_dev = 0xFE01
    file.st_ino = 1234
    let locks = """
      1: FLOCK  ADVISORY  WRITE 11 fe:02:1234 0 EOF
      2: FLOCK  ADVISORY  READ  12 fe:01:1234 0 EOF
      3: FLOCK  ADVISORY  WRITE 13 fe:01:12345 0 EOF
      3: -> FLOCK  ADVISORY  WRITE 14 fe:01:1234 0 EOF
      4: POSIX  ADVISORY  WRITE 15 fe:01:1234 120 120
      5: FLOCK  ADVISORY  WRITE 16 fe:01:1234 0 EOF
      """
    #expect(LockHolder.find(file, in: locks) { $0[1] == "FLOCK" } == 16)
    #expect(LockHolder.find(file, in: locks) { $0[1] == "POSIX" && $0[6] == "120" } == 15)
    file.st_dev = 0x0803
    #expect(LockHolder.find(file, in: locks) { $0[1] == "FLOCK" } == nil)
    #expect(
      LockHolder.find(file, in: "6: FLOCK  ADVISORY  WRITE 17 08:03:1234 0 EOF") { _ in true } == 17
    )
  }
}
