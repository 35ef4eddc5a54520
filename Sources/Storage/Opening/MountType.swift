import CSQLite
import Glibc

/// The type of the mount that a directory is on, as /proc/self/mountinfo has it: `ext4`,
/// `fuse.sshfs` (proc_pid_mountinfo(5)).
enum MountType {
  /// - Returns: nil when the system does not tell it.
  static func of(_ directory: String) -> String? {
    var status = stat()
    guard stat(directory, &status) == 0, let file = fopen("/proc/self/mountinfo", "re") else {
      return nil
    }
    defer { fclose(file) }
    let device = "\(csqlite_device_major(status.st_dev)):\(csqlite_device_minor(status.st_dev))"
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0 {
      guard let line else { return nil }
      if let type = read(String(cString: line), device: device) { return type }
    }
    return nil
  }

  /// Reads a line: `36 35 98:0 / /mnt rw,noatime master:1 - ext4 /dev/root rw`.
  /// - Returns: nil when it is of another device.
  static func read(_ line: String, device: String) -> String? {
    let words = line.split(separator: " ")
    // The words before the hyphen vary in number, and none of them is a hyphen alone.
    guard words.count > 2, words[2] == device, let hyphen = words.firstIndex(of: "-"),
      hyphen + 1 < words.count
    else { return nil }
    return String(words[hyphen + 1])
  }
}
