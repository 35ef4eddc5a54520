import Glibc

/// A file descriptor that is closed when nobody needs it any more.
final class Descriptor: Sendable {
  let number: Int32

  init(number: Int32) { self.number = number }

  deinit { close(number) }
}
