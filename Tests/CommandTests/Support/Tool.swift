import Glibc

/// Programs that some tests use where they are installed.
enum Tool {
  static func isThere(_ name: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].contains { access($0 + name, X_OK) == 0 }
  }

  /// Whether strace is installed and may trace.
  static let canTrace: Bool = {
    guard isThere("strace") else { return false }
    return (try? Sandbox().run(tool: "strace", "-qq", "-o", "/dev/null", "true").status) == 0
  }()

  /// The library with which faketime sets a process's clock; nil: it is not installed.
  static let fakeTime: String? = {
    let folders = ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""]
    return folders.map { "/usr/lib/\($0)faketime/libfaketimeMT.so.1" }
      .first { access($0, R_OK) == 0 }
  }()
}
