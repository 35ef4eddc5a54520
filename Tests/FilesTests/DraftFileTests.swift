import Glibc
import Testing

@testable import Files

@Suite struct DraftFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/books.csv"
  }

  private func place(replaces: Bool, mode: mode_t = 0o600, keepsMode: Bool = true) -> Placement {
    Placement(path, replaces: replaces, mode: mode, keepsMode: keepsMode, sparing: .nothing)
  }

  private func begin(_ place: Placement, _ text: String = "ours") throws -> DraftFile {
    let draft = try DraftFile(place)
    try draft.write(Array(text.utf8))
    return draft
  }

  private func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
    let descriptor = open(directory.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    try #require(fchmod(descriptor, mode) == 0)
  }

  private func text() throws -> String {
    String(decoding: try WholeFile.bytes(at: path, atMost: 1000), as: UTF8.self)
  }

  private var names: [String] { Folder.names(in: directory.path) { _ in true }.sorted() }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("a file that comes while a draft is written is replaced only when asked")
  func comesMeanwhile() throws {
    do {
      let draft = try begin(place(replaces: false))
      try write("theirs", to: "books.csv")
      #expect(throws: PlacementError.exists) { try draft.finish() }
      #expect(throws: PlacementError.exists) { try draft.finish() }
    }
    #expect(try text() == "theirs")
    try begin(place(replaces: true)).finish()
    #expect(try text() == "ours")
    #expect(names == ["books.csv"])
  }

  @Test("a file that comes at the last moment is not replaced unasked")
  func comesAtLast() throws {
    let draft = try begin(place(replaces: false))
    try write("theirs", to: "books.csv")
    let place = place(replaces: false)
    #expect(throws: PlacementError.exists) { try place.put(draft.path) }
    // What is done on file systems that lack the first step.
    #expect(throws: PlacementError.exists) { try place.putByLink(draft.path) }
    #expect(throws: PlacementError.exists) { try place.putOverPlaceholder(draft.path) }
    #expect(try text() == "theirs")
    try write("", to: "books.csv")
    #expect(throws: PlacementError.exists) { try place.putOverPlaceholder(draft.path) }
    #expect(try text() == "", "an empty file is somebody's, too")
    draft.discard()
    #expect(names == ["books.csv"])
  }

  @Test("a new file has the mode that was asked for, less the umask; one that replaces keeps it")
  func mode() throws {
    try begin(place(replaces: true, mode: 0o644)).finish()
    let mask = umask(0)
    umask(mask)
    #expect(mode(path) == 0o644 & ~mask)
    for kept: mode_t in [0o600, 0o640, 0o666, 0o444] {
      try write("theirs", to: "books.csv", mode: kept)
      let draft = try begin(place(replaces: true, mode: 0o666))
      #expect(mode(draft.path) & 0o077 == 0, "a draft of a private file is private")
      try draft.finish()
      #expect(mode(path) == kept)
    }
    try begin(place(replaces: true, mode: 0o600, keepsMode: false)).finish()
    #expect(mode(path) == 0o600)
  }

  @Test(
    "only a regular file is replaced, and a place that is protected is refused again at the end")
  func refused() throws {
    try #require(symlink("elsewhere", path) == 0)
    #expect(throws: PlacementError.notRegular) { try DraftFile(place(replaces: true)) }
    #expect(throws: PlacementError.exists) { try DraftFile(place(replaces: false)) }
    unlink(path)
    let mark = directory.path + "/mark"
    let protected = ProtectedFiles { _ in access(mark, F_OK) == 0 ? mark : nil }
    let spared = Placement(path, replaces: true, mode: 0o600, sparing: protected)
    let draft = try begin(spared)
    try write("", to: "mark")
    #expect(throws: PlacementError.protected(mark)) { try draft.finish() }
    #expect(throws: PlacementError.protected(mark)) { try DraftFile(spared) }
    #expect(throws: PlacementError.protected(mark)) { try spared.check() }
    draft.discard()
    #expect(names == ["mark"])
  }

  @Test("looking whether a file can be written leaves the folder as it is")
  func check() throws {
    try write("theirs", to: "books.csv")
    var before = stat()
    var after = stat()
    lstat(directory.path, &before)
    try place(replaces: true).check()
    #expect(throws: PlacementError.exists) { try place(replaces: false).check() }
    let nowhere = Placement(
      directory.path + "/none/a", replaces: true, mode: 0o600, sparing: .nothing)
    #expect(throws: PlacementError.system(SystemError(code: ENOENT))) { try nowhere.check() }
    #expect(throws: PlacementError.system(SystemError(code: ENOENT))) { try DraftFile(nowhere) }
    lstat(directory.path, &after)
    #expect(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
    #expect(before.st_mtim.tv_sec == after.st_mtim.tv_sec)
  }

  /// Gives a draft's lock up, as the end of a process does. A process that another test starts has
  /// every open file until it becomes its program.
  private func die(_ draft: String, _ descriptor: Int32) throws {
    close(descriptor)
    let other = open(draft, O_RDONLY)
    defer { close(other) }
    while try ByteLock.isLocked(DraftName.lockedByte, of: other) { sched_yield() }
  }

  @Test("a draft whose maker is dead is removed by the next one, with what is beside it")
  func deadDraft() throws {
    let (dead, descriptor) = try DraftName.makeFile(for: path, mode: 0o600)
    let (living, other) = try DraftName.makeFile(for: directory.path + "/b.db", mode: 0o600)
    try die(dead, descriptor)
    for suffix in ["-wal", "-shm", "-journal", ".lock"] {
      try write("", to: Folder.split(dead).name + suffix)
    }
    try begin(place(replaces: true)).finish()
    #expect(names == [Folder.split(living).name, "books.csv"].sorted())
    try die(living, other)
    try begin(place(replaces: true)).finish()
    #expect(names == ["books.csv"])
  }

  @Test("a file of the user's with a similar name stays")
  func similarNames() throws {
    let (made, descriptor) = try DraftName.makeFile(for: path, mode: 0o600)
    defer { close(descriptor) }
    let name = Folder.split(made).name
    let digit = name.hasSuffix("0") ? "1" : "0"
    let similar = [
      ".books.csv.libraryctl-abcdef", ".books.csv.libraryctl-0123456789ab",
      ".libraryctl-0123456789ab", "books.csv.libraryctl-", String(name.dropFirst()),
      String(name.dropLast()) + digit, name + "0", ".a" + name.dropFirst(),
    ]
    for name in similar {
      #expect(!DraftName.isDraft(name), "\(name)")
      try write("mine", to: name)
    }
    DraftName.removeDead(in: directory.path + "/")
    #expect(names == (similar + [name]).sorted())
  }

  @Test("the name of a draft fits where the name of its file does", arguments: [1, 200, 255])
  func longNames(_ length: Int) throws {
    for letter in ["x", "é", "日"] {
      let count = length / letter.utf8.count
      let path = directory.path + "/" + String(repeating: letter, count: max(1, count))
      let place = Placement(path, replaces: false, mode: 0o600, sparing: .nothing)
      let draft = try DraftFile(place)
      #expect(DraftName.isDraft(Folder.split(draft.path).name))
      try draft.finish()
      #expect(access(path, F_OK) == 0)
    }
  }
}
