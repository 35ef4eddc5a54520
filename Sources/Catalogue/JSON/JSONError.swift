/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable {
    case endTooEarly = "it ends too early"
    case unexpectedByte = "an unexpected character"
    case badNumber = "not a number, or out of range"
    case badText = "text that is no Unicode"
    case badEscape = "not an escape sequence"
    case controlCharacter = "a control character that is not escaped"
    case tooDeep = "nested too deeply"
    case tooLarge = "more than there is room for"
    case afterTheEnd = "an unexpected character after the value"
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
  public var description: String { "not valid JSON: \(cause)" }

  /// What is wrong and where, for a sentence that says already what is not JSON.
  package var cause: String { "\(reason.rawValue) at byte \(offset)" }
}
