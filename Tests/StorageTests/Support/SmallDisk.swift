import Glibc

/// A file system of its own in memory, to be filled or made read-only; only root can make one.
final class SmallDisk {
  let path: String
  private let directory: TemporaryDirectory

  /// - Returns: nil where it cannot be made; the reason is printed, and the test that wants it passes
  ///   by.
  init?(_ directory: TemporaryDirectory, kilobytes: Int) {
    self.directory = directory
    path = directory.file("disk")
    mkdir(path, 0o700)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=0700") == 0 else {
      print("skipped: a file system cannot be mounted (\(String(cString: strerror(errno))))")
      return nil
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Removes all files on it.
  func removeAll() {
    for name in TemporaryDirectory.names(in: path) { unlink(file(name)) }
  }

  func makeReadOnly() -> Bool {
    mount(nil, path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
  }

  func makeWritable() -> Bool { mount(nil, path, nil, UInt(MS_REMOUNT), nil) == 0 }

  /// Fills what is left.
  func fill() {
    let file = open(file("ballast"), O_WRONLY | O_CREAT, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    close(file)
  }

  /// Fills it but for so many bytes.
  func fill(leaving bytes: Int) {
    fill()
    truncate(file("ballast"), max(0, (File.size(file("ballast")) ?? 0) - bytes))
  }

  func empty() { unlink(file("ballast")) }
}
