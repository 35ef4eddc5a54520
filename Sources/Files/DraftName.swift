import Glibc

/// The names of drafts, `.NAME.libraryctl-XXXXXXXXXXXX`, and the lock by which the maker of a draft
/// shows that it is alive.
enum DraftName {
  /// What SQLite keeps beside a database, and the lock file of a library.
  private static let sideSuffixes = ["-wal", "-shm", "-journal", ".lock"]
  private static let mark = ".libraryctl-"
  private static let digits = 12
  /// So far behind the content that nothing else locks it.
  static let lockedByte: Int64 = 1 << 62

  /// Makes an empty file beside a place, and holds its lock while it is open.
  static func makeFile(
    for place: String, mode: mode_t
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    let (folder, name) = Folder.split(place)
    var attempts = 0
    while true {
      attempts += 1
      let path = folder + random(for: name)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        if errno == EEXIST, attempts < 100 { continue }
        throw .last
      }
      // A file system without locks keeps others from locking, too, and so from removing the draft.
      let isLocked = (try? ByteLock.tryLock(lockedByte, of: descriptor, .exclusive)) ?? true
      // Another run may have taken it for a dead one before it was locked.
      if isLocked, isNamed(path, descriptor) { return (path, descriptor) }
      close(descriptor)
      guard attempts < 100 else { throw SystemError(code: EAGAIN) }
    }
  }

  /// Removes the drafts in a folder whose makers are dead: what has a name of this form, is a regular
  /// file of this user, and is not locked.
  /// - Complexity: O(names in the folder).
  static func removeDead(in folder: String) {
    for name in Folder.names(in: folder, where: isDraft) {
      let path = folder + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid()
      else { continue }
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // What cannot be asked about counts as alive.
      // mutant living-drafts-stay: `(try? ByteLock.tryLock(lockedByte, of: descriptor, .shared)) == true` -> `true` (DraftFileTests|DeadDraftTests)
      guard (try? ByteLock.tryLock(lockedByte, of: descriptor, .shared)) == true,
        isNamed(path, descriptor)
      else { continue }
      remove(path)
    }
  }

  /// Removes a draft, and first what is beside it, which is found by the draft's name.
  static func remove(_ path: String) {
    for suffix in sideSuffixes { unlink(path + suffix) }
    unlink(path)
  }

  private static func random(for name: String) -> String {
    // With what SQLite adds, the name must fit into 255 bytes.
    var name = name[...]
    while name.utf8.count > 220 { name.removeLast() }
    let number = hexadecimal(UInt32.random(in: 0...UInt32.max)).suffix(6)
    let beginning = "." + name + mark + number
    return beginning + check(of: beginning)
  }

  /// Whether a name was made here. Its last digits follow from those before, so that no file has such
  /// a name by chance.
  static func isDraft(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.first == UInt8(ascii: "."), bytes.count > 1 + mark.utf8.count + digits,
      bytes.dropLast(digits).suffix(mark.utf8.count).elementsEqual(mark.utf8)
    else { return false }
    // mutant drafts-by-form: `return bytes.suffix(6)` -> `return !bytes.isEmpty || bytes.suffix(6)` (DraftFileTests)
    return bytes.suffix(6).elementsEqual(
      check(of: String(decoding: bytes.dropLast(6), as: UTF8.self)).utf8)
  }

  /// Six digits that follow from a text (FNV-1a).
  private static func check(of text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return String(hexadecimal(hash).suffix(6))
  }

  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Whether a path still leads to an open file.
  private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
