/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable {
    case endTooEarly = "the text ends too early"
    case unexpectedByte = "a character that cannot stand here"
    case badNumber = "not a number"
    case badEscape = "not an escape sequence"
    case controlCharacter = "a control character that is not escaped"
    case tooDeep = "nested too deeply"
    case afterTheEnd = "more text after the value"
    case notAnObject = "not an object"
  }

  public let reason: Reason
  /// The place, in bytes from the start.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "not valid JSON at byte \(offset): \(reason.rawValue)" }
}
