/// The bytes of the record of MARCXML that is being read, for the case that it cannot be.
struct UnfinishedRecord {
  private var bytes: [UInt8] = []
  /// What was handed to the parser before: a tag may begin there.
  private var before: [UInt8] = []
  private var isOpen = false

  /// Takes what the parser was handed last.
  mutating func take(_ chunk: ArraySlice<UInt8>, of parser: MARCXMLParser) {
    defer { before = Array(chunk) }
    isOpen = parser.recordLine != nil
    guard isOpen else {
      bytes.removeAll(keepingCapacity: true)
      return
    }
    guard let start = parser.recordStart else { return append(chunk) }
    bytes.removeAll(keepingCapacity: true)
    if start < 0 { append(before.suffix(-start)) }
    append(chunk.dropFirst(max(0, start)))
  }

  /// Takes what is passed over behind the place where reading failed, a tag and what follows it: the
  /// record goes on up to its end tag.
  mutating func pass(_ chunk: ArraySlice<UInt8>) {
    guard isOpen else { return }
    guard let close = chunk.firstIndex(of: UInt8(ascii: ">")), Self.isEndTag(chunk[..<close]) else {
      return append(chunk)
    }
    append(chunk[...close])
    isOpen = false
  }

  /// The record without white space at its end, in UTF-8.
  var source: [UInt8] {
    let end = (bytes.lastIndex { $0 > 0x20 } ?? -1) + 1
    let source = bytes[..<end]
    let isUTF8 = source.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    return isUTF8 ? Array(source) : Array(Windows1252.decode(source).utf8)
  }

  private mutating func append(_ chunk: ArraySlice<UInt8>) {
    bytes += chunk.prefix(max(0, MARCXMLParser.longestRecord - bytes.count))
  }

  /// Whether it is `</record` or `</marc:record`.
  private static func isEndTag(_ tag: ArraySlice<UInt8>) -> Bool {
    guard tag.starts(with: "</".utf8) else { return false }
    let name = tag.dropFirst(2).prefix { $0 > 0x20 }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return local.elementsEqual("record".utf8)
  }
}
