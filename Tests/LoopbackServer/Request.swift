/// A request as it came over the wire.
public struct Request: Sendable {
  /// 1 for the first request of the server.
  public internal(set) var number: Int
  /// 1 for the first connection of the server.
  public let connection: Int
  public let method: String
  /// The path, percent-encoding undone.
  public let path: String
  /// The query's items in their order, percent-encoding undone.
  public let query: [(name: String, value: String)]
  /// By name in lower case.
  public let headers: [String: String]
  public let body: [UInt8]

  /// The value of the first query item with a name.
  public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The keys of `bibkeys` as they were sent.
  public var bibkeys: [String] {
    (query("bibkeys") ?? "").split(separator: ",").map(String.init)
  }

  /// The numbers that `bibkeys` asks for, without `ISBN:`.
  public var isbns: [String] {
    bibkeys.map { key in key.split(separator: ":").last.map(String.init) ?? key }
  }

  static func undoPercent(_ text: ArraySlice<UInt8>) -> String {
    if !text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return String(decoding: text, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var pending: [UInt8] = []
    for byte in text {
      if !pending.isEmpty {
        pending.append(byte)
        if pending.count == 3 {
          let digits = String(decoding: pending.dropFirst(), as: UTF8.self)
          if let value = UInt8(digits, radix: 16) {
            bytes.append(value)
          } else {
            bytes += pending
          }
          pending = []
        }
      } else if byte == UInt8(ascii: "%") {
        pending = [byte]
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes + pending, as: UTF8.self)
  }
}
