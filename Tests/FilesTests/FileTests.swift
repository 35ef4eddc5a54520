import Glibc
import Testing

@testable import Files

@Suite struct FileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("a path is split by its bytes, also where a slash is one character with what follows")
  func split() {
    #expect(Folder.split("a") == ("./", "a"))
    #expect(Folder.split("/a") == ("/", "a"))
    #expect(Folder.split("../a/b") == ("../a/", "b"))
    #expect(Folder.split("a/\u{301}b") == ("a/", "\u{301}b"))
  }

  @Test("a link is followed to a file that is not there yet, and a circle of links ends")
  func links() {
    let path = directory.path
    symlink("two", path + "/one")
    symlink(path + "/three", path + "/two")
    symlink("circle", path + "/circle")
    #expect(FileLink.destination(of: path + "/one") == path + "/three")
    #expect(FileLink.destination(of: path + "/four") == path + "/four")
    #expect(FileLink.destination(of: path + "/circle") == path + "/circle")
  }

  @Test("a file is read as a whole, and refused when it is larger than the bound")
  func wholeFile() throws {
    let path = directory.path + "/a"
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    let draft = try DraftFile(Placement(path, replaces: false, mode: 0o600, sparing: .nothing))
    try draft.write(bytes)
    try draft.finish()
    #expect(try WholeFile.bytes(at: path, atMost: 10_000) == bytes)
    #expect(throws: SystemError(code: EFBIG)) { try WholeFile.bytes(at: path, atMost: 9_999) }
    #expect(throws: SystemError(code: ENOENT)) {
      try WholeFile.bytes(at: path + "b", atMost: 9)
    }
  }

  @Test("a lock is held by one at a time, and a byte of a file by one open file")
  func locks() throws {
    let path = directory.path + "/lock"
    let one = try FileLock(path: path)
    let two = try FileLock(path: path)
    #expect(try one.tryLock())
    #expect(try !two.tryLock())
    #expect(try two.lock(within: .milliseconds(1)) == nil)
    one.unlock()
    #expect(try two.lock(within: .zero) == .zero)
    let first = try LockFile.open(path)
    let second = try LockFile.open(path)
    defer { close(second) }
    #expect(try ByteLock.tryLock(7, of: first, .exclusive))
    #expect(try !ByteLock.tryLock(7, of: second, .shared))
    #expect(try ByteLock.isLocked(7, of: second))
    #expect(try !ByteLock.isLocked(8, of: second))
    close(first)
    // A process that another test starts has every open file until it becomes its program.
    while try ByteLock.isLocked(7, of: second) { sched_yield() }
    #expect(try ByteLock.tryLock(7, of: second, .exclusive))
  }

  @Test("a lock file is a regular file with one name")
  func lockFile() throws {
    let path = directory.path + "/lock"
    try #require(symlink("elsewhere", path) == 0)
    #expect(throws: PlacementError.notRegular) { try LockFile.open(path) }
    unlink(path)
    close(try LockFile.open(path))
    link(path, path + "2")
    #expect(throws: PlacementError.notRegular) { try LockFile.open(path) }
  }

  @Test("a temporary directory goes away with its files")
  func temporaryDirectory() throws {
    var path = ""
    do {
      let temporary = try TemporaryDirectory()
      path = temporary.path
      close(try LockFile.open(path + "/a"))
    }
    #expect(access(path, F_OK) != 0)
  }
}
