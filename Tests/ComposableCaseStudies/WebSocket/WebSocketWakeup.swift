import Glibc

/// Wakes a thread that waits in `poll`.
final class WebSocketWakeup: Sendable {
  /// What the thread waits for.
  let descriptor: CInt
  private let other: CInt

  /// - Returns: nil, and `errno` is set, when the system has no more descriptors.
  init?() {
    var pair: [CInt] = [-1, -1]
    let kind =
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    (descriptor, other) = (pair[0], pair[1])
  }

  deinit {
    close(descriptor)
    close(other)
  }

  /// Wakes it; when it has been woken so often that no byte fits, it is awake.
  func signal() {
    var byte: UInt8 = 1
    _ = write(other, &byte, 1)
  }

  /// Takes what has woken it.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
