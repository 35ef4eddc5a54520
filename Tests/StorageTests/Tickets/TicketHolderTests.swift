import Catalogue
import Glibc
import Testing

@testable import Storage

@Suite struct TicketHolderTests {
  @Test("a holder is alive until it ends, seen from within and without the process")
  func alive() throws {
    let library = try TicketLibrary(books: 0)
    let watcher = try library.holder()
    var holder: TicketHolder? = try library.holder()
    let number = try #require(holder?.number)
    #expect(watcher.isAlive(number))
    #expect(TicketHolder.isAlive(number, lockPath: library.lockPath))
    // Closing another descriptor of the file must not drop the lock.
    close(open(library.lockPath, O_RDWR))
    #expect(watcher.isAlive(number))
    withExtendedLifetime(holder) {}
    holder = nil
    #expect(!watcher.isAlive(number))
    #expect(!TicketHolder.isAlive(number, lockPath: library.lockPath))
    #expect(watcher.isAlive(watcher.number))
    #expect(!TicketHolder.isAlive(1, lockPath: library.directory.file("nothing")))
  }

  @Test("two holders never have the same number")
  func collision() throws {
    struct Fixed: RandomNumberGenerator {
      var words: [UInt64]
      mutating func next() -> UInt64 { words.removeFirst() }
    }
    let library = try TicketLibrary(books: 0)
    var generator = Fixed(words: [40, 40, 40, .max])
    let first = try TicketHolder(lockPath: library.lockPath, using: &generator)
    let second = try TicketHolder(lockPath: library.lockPath, using: &generator)
    #expect(first.number == 11)
    #expect(second.number == 1 << 62)
  }

  @Test("the tickets of a process that was killed are free at once")
  func killed() throws {
    let library = try TicketLibrary(books: 1)
    var holder: TicketHolder? = try library.holder()
    let old = try library.tickets(for: try #require(holder))
    // The child shares the open file that bears the lock, and is then alone with it.
    let child = try Self.sleeper(sharing: try #require(holder).file)
    withExtendedLifetime(holder) {}
    holder = nil
    let other = try library.holder()
    let waiting = try library.claim(library.request(), for: other)
    #expect(waiting.books.isEmpty)
    #expect(waiting.heldElsewhere.count == 1)
    kill(child, SIGKILL)
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child)
    #expect(try library.tickets(for: other).count == 1)
    #expect(try library.redeem(old[0]) == .superseded)
  }

  @Test("a lock file that is a link is refused")
  func link() throws {
    let directory = try TemporaryDirectory()
    File.write("precious", to: directory.file("target"))
    symlink(directory.file("target"), directory.file("x.lock"))
    #expect(throws: StorageError.self) {
      try TicketHolder(lockPath: directory.file("x.lock"))
    }
  }

  /// A process that waits until it is killed.
  private static func sleeper(sharing file: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, file, 9)
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let failed = posix_spawnp(&child, "sleep", &actions, nil, arguments, environ)
    try #require(failed == 0)
    return child
  }
}
