import Glibc

/// What the system says about a call that failed (`errno`).
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: Int32

  public init(code: Int32) { self.code = code }

  /// The error of the last call. Read it before anything else is called.
  static var last: SystemError { SystemError(code: errno) }

  public var description: String { String(cString: strerror(code)) }
}
