import Catalogue
import Determinism
import Testing

@Suite("The JSON reader")
struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue {
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes, in: 0..<bytes.count)
    let value = try reader.value()
    try reader.expectEnd()
    return value
  }

  @Test("reads every kind of value")
  func values() throws {
    let text = #"""
       {"a": [1, -2, 2.5, 1e3, true, false, null, []], "b\u00e9": "\ud83d\ude00\n\/\\\"", "": {}}
      """#
    let expected = JSONValue.object([
      "a": .array([
        .integer(1), .integer(-2), .number(2.5), .number(1000), .bool(true), .bool(false), .null,
        .array([]),
      ]),
      "bé": .string("😀\n/\\\""), "": .object([:]),
    ])
    #expect(try read(text) == expected)
    #expect(try read("9223372036854775808") == .number(9_223_372_036_854_775_808))
  }

  @Test(
    "refuses what is no JSON",
    arguments: [
      "", " ", "{", "[", "[1", "[1,", "[1,]", "[,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
      "{1:1}", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\"",
      "\"\\ud800\\u0041\"", "\"a\nb\"", "tru", "truee", "nul", "-", "+1", ".5", "1.2.3", "1.",
      "1.e5", "01x", "1e",
      "--1",
      "1e999", "Infinity", "NaN", "1 2", "{} x", "'a'", "[1 2]", "// c\n1",
    ])
  func faults(text: String) {
    #expect(throws: JSONError.self) { try read(text) }
  }

  @Test(
    "refuses or repairs what no text or number stands for, as its caller chooses",
    arguments: [
      (#""a\ud800b""#, JSONValue.string("a\u{FFFD}b")), ("-1e999", .number(-.infinity)),
      (#"{"\udc00":"\ud800\u0041"}"#, .object(["\u{FFFD}": .string("\u{FFFD}A")])),
    ])
  func repairs(text: String, repaired: JSONValue) throws {
    let bytes = Array(text.utf8)
    var strict = JSONReader(bytes, in: 0..<bytes.count)
    #expect(throws: JSONError.self) { try strict.value() }
    var mild = JSONReader(bytes, in: 0..<bytes.count, repairs: true)
    #expect(try mild.value() == repaired)
  }

  @Test("gives up on depth, without recursion where it only walks")
  func depth() throws {
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
    let deep = String(repeating: "[", count: 300_000) + String(repeating: "]", count: 300_000)
    let bytes = Array(deep.utf8)
    var reader = JSONReader(bytes, in: 0..<bytes.count)
    try reader.skipValue()
    try reader.expectEnd()
  }

  @Test("walks over exactly what it reads, whatever the bytes, and never out of bounds")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d800", "\"a\"", "1", "-", "e9", "true",
      "null", " ", "\n", "é", "\"ISBN:9780765326355\"", "title",
    ].map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var bytes: [UInt8] = Array("{\"a\":".utf8)
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      if Bool.random(using: &generator) { bytes.append(UInt8(ascii: "}")) }
      if Int.random(in: 0..<20, using: &generator) == 0 { bytes.append(0xFF) }
      var whole = JSONReader(bytes, in: 0..<bytes.count)
      var walker = whole
      guard let value = try? whole.value() else {
        // What cannot be read may still be walked over; that it ends is enough.
        try? walker.skipValue()
        continue
      }
      guard case .object(let members) = value else {
        Issue.record("no object; seed \(seed)")
        return
      }
      do {
        try walker.skipValue()
        #expect(walker.position == whole.position, "seed \(seed)")
        var reader = JSONReader(bytes, in: 0..<bytes.count)
        try reader.expect(UInt8(ascii: "{"))
        var isFirst = true
        var walked: [String: JSONValue] = [:]
        while let member = try reader.nextMember(isFirst: &isFirst) {
          var part = JSONReader(bytes, in: member.value)
          // Of two equal keys the first counts.
          if let key = reader.key(of: member), walked[key] == nil { walked[key] = try part.value() }
        }
        #expect(walked == members, "seed \(seed)")
      } catch {
        Issue.record("\(error) in \(String(decoding: bytes, as: UTF8.self)); seed \(seed)")
      }
    }
  }

  @Test("finds the end of a string whatever stands in it, and wherever it begins")
  func strings() throws {
    // A string of each length up to some words of the machine, with each kind of byte at each place.
    let kinds: [(piece: String, read: String)] = [
      ("x", "x"), ("\\\"", "\""), ("\\\\", "\\"), ("é", "é"), ("\u{7F}", "\u{7F}"), ("!", "!"),
      ("#", "#"),
    ]
    for length in 0..<20 {
      for place in 0...length {
        for kind in kinds {
          let head = String(repeating: "a", count: place)
          let tail = String(repeating: "b", count: length - place)
          let text = "[\"\(head)\(kind.piece)\(tail)\",1]"
          #expect(try read(text) == .array([.string(head + kind.read + tail), .integer(1)]))
        }
        let cut = "[\"" + String(repeating: "a", count: place) + "\u{1}\"]"
        #expect(throws: JSONError.self) { try read(cut) }
      }
    }
  }

  @Test("walks to the members that are looked for, the first of equal ones")
  func names() throws {
    let text = #"{"other": [{"a": 1}], "a": 1, "\u0062": 2, "a": 3, "\ud800": 4, "abc": 5, "": 6}"#
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes, in: 0..<bytes.count)
    try reader.expect(UInt8(ascii: "{"))
    var progress = JSONProgress()
    var found: [(Int, JSONValue)] = []
    while let index = try reader.nextMember(of: JSONNames(["a", "b", "abc", ""]), &progress) {
      found.append((index, try reader.value()))
    }
    try reader.expectEnd()
    #expect(found.map(\.0) == [0, 1, 2, 3])
    #expect(found.map(\.1) == [.integer(1), .integer(2), .integer(5), .integer(6)])
  }

  @Test(
    "reads a text on one line as the slow way does",
    arguments: [
      "A title", " A  title ", "a&amp;b", "AT&T", "é", "e\u{301}", "", "日本語の本, 題", "a\u{200B}b",
      "sixteen bytes ab", "fifteen bytes a", "a\u{7F}b", "Ünï",
    ])
  func lines(text: String) throws {
    let bytes = Array("\"\(text)\"".utf8)
    var reader = JSONReader(bytes, in: 0..<bytes.count)
    #expect(try reader.line() == TextForm.collapsed(HTMLEntities.decoded(text)))
    try reader.expectEnd()
  }
}
