import Glibc

/// What the system says of a call that failed (errno).
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}
