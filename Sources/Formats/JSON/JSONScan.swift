/// Finds where a JSON value ends, without reading what is in it.
///
/// It looks at brackets, strings and what stands between values, so that it notices soon when
/// something is missing: a value behind a value, a bracket of the wrong kind, a string that does not
/// end on its line.
struct JSONScan {
  let bytes: UnsafeBufferPointer<UInt8>
  /// True when no bytes come after these.
  let isAtEnd: Bool

  enum Result {
    case more
    case end(Int)
    /// The value cannot be read; `at` is where that shows.
    case broken(at: Int, reason: String)
  }

  static let greatestDepth = 60

  /// Finds the end of the value that begins at `start`.
  func value(from start: Int) -> Result {
    var index = start
    // A bit an open bracket: 1 for a brace.
    var kinds: UInt64 = 0
    var depth = 0
    var isBehindValue = false
    // Before a key, in an object.
    var wantsKey = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard depth > 0, isBehindValue else {
          return .broken(at: index, reason: "a value is missing")
        }
        isBehindValue = false
        wantsKey = byte == UInt8(ascii: ",") && kinds & 1 == 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0, kinds & 1 == (byte == UInt8(ascii: "}") ? 1 : 0) else {
          return .broken(at: index, reason: "a bracket closes that was not opened")
        }
        kinds >>= 1
        depth -= 1
        index += 1
        isBehindValue = true
        wantsKey = false
      default:
        if isBehindValue || wantsKey && byte != UInt8(ascii: "\"") {
          return .broken(at: index, reason: "a comma is missing, or a quote or a bracket")
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          guard depth < Self.greatestDepth else {
            return .broken(at: index, reason: "it is nested too deeply")
          }
          wantsKey = byte == UInt8(ascii: "{")
          kinds = kinds << 1 | (wantsKey ? 1 : 0)
          depth += 1
          index += 1
        case UInt8(ascii: "\""):
          switch string(from: index) {
          case .end(let end): index = end
          case let other: return other
          }
          wantsKey = false
          isBehindValue = true
        default:
          let end = scalar(from: index)
          if end == bytes.count, !isAtEnd { return .more }
          index = end
          isBehindValue = true
        }
      }
      if depth == 0, isBehindValue { return .end(index) }
    }
    return isAtEnd ? .broken(at: index, reason: "the file ends in the middle of it") : .more
  }

  /// Finds the end of the string that begins at `start` with its quote.
  func string(from start: Int) -> Result {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return .end(index + 1)
      case UInt8(ascii: "\\"): index += 2
      case 0x0A, 0x0D:
        return .broken(at: index, reason: "a text does not end on its line; is a quote missing?")
      default: index += 1
      }
    }
    return isAtEnd
      ? .broken(at: bytes.count, reason: "the file ends in the middle of a text") : .more
  }

  private func scalar(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"),
        UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
        // At least one byte is passed, whatever it is.
        return max(index, start + 1)
      default: index += 1
      }
    }
    return bytes.count
  }
}
