import Testing

@testable import libraryctl

@Suite struct JSONTextTests {
  private func text(_ value: OutputValue, terminal: Bool = false) -> String {
    var bytes: [UInt8] = []
    JSONText(isForTerminal: terminal).append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("values keep their types and their order")
  func types() {
    let record: Record = [
      ("z", .integer(1)), ("a", .number(4)), ("b", .number(4.5)), ("c", .null),
      ("d", .list([.text("x"), .bool(true)])), ("e", .json(#"{"k":[1]}"#)),
    ]
    #expect(
      text(.object(record))
        == #"{"z":1,"a":4,"b":4.5,"c":null,"d":["x",true],"e":{"k":[1]}}"#)
  }

  @Test("text is UTF-8 in a pipe; a terminal gets escapes for what it would obey")
  func escapes() {
    #expect(text(.text("a\"\\\n\t\u{1}é")) == #""a\"\\\n\t\u0001é""#)
    #expect(text(.text("\u{202E}")) == "\"\u{202E}\"")
    #expect(text(.text("\u{202E}é\u{9B}"), terminal: true) == #""\u202eé\u009b""#)
    #expect(text(.json("\"\u{202E}\""), terminal: true) == #""\u202e""#)
  }
}
