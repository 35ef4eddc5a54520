import Catalogue
import Determinism
import Testing

@Suite("JSON")
struct JSONTests {
  @Test("reads what it wrote, whatever it was")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let value = Self.value(depth: 0, &random)
      #expect(try JSONValue(json: value.json) == value)
    }
  }

  @Test("never crashes on any bytes, and reads no more than it was given")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      var bytes = Array(Self.value(depth: 0, &random).json.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard let index = bytes.indices.randomElement(using: &random) else { break }
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.removeSubrange(index...)
        }
      }
      _ = try? JSONValue(json: bytes.span)
      _ = try? BookDetails(json: bytes.span)
    }
  }

  @Test(
    "is refused with the place",
    arguments: [
      ("", JSONError(.endTooEarly, at: 0)), ("{", JSONError(.endTooEarly, at: 1)),
      ("[1,]", JSONError(.unexpectedByte, at: 3)), ("01", JSONError(.badNumber, at: 1)),
      ("1 2", JSONError(.afterTheEnd, at: 2)), ("\"\\q\"", JSONError(.badEscape, at: 2)),
      ("\"a\nb\"", JSONError(.controlCharacter, at: 2)), ("tru", JSONError(.endTooEarly, at: 3)),
      ("{\"a\" 1}", JSONError(.unexpectedByte, at: 5)), ("-", JSONError(.endTooEarly, at: 1)),
      ("1.", JSONError(.endTooEarly, at: 2)), ("\"abc", JSONError(.endTooEarly, at: 4)),
    ])
  func malformed(text: String, error: JSONError) {
    #expect(throws: error) { try JSONValue(json: text) }
  }

  @Test("has a limit of depth, so that hostile text cannot use up the stack")
  func depth() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError(.tooDeep, at: 128)) { try JSONValue(json: deep) }
    let fits = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try JSONValue(json: fits).json == fits)
  }

  @Test("keeps the rest of a text with half a surrogate pair")
  func loneSurrogate() throws {
    let value = try JSONValue(json: #"["a\ud800b","\ud83d\ude00","\udc00","\ud800\u0041"]"#)
    #expect(
      value
        == .array([.string("a\u{FFFD}b"), .string("😀"), .string("\u{FFFD}"), .string("\u{FFFD}A")]))
  }

  @Test("repairs bytes that are not UTF-8")
  func invalidUTF8() throws {
    let bytes: [UInt8] = [0x22, 0x61, 0xFF, 0x62, 0x22]
    #expect(try JSONValue(json: bytes.span) == .string("a\u{FFFD}b"))
  }

  @Test("takes the first of two equal keys, as SQLite does")
  func equalKeys() throws {
    #expect(try JSONValue(json: #"{"a":1,"a":2}"#) == .object(["a": .integer(1)]))
    #expect(try BookDetails(json: #"{"title":"a","title":"b"}"#).title == "a")
  }

  @Test("keeps whole numbers exact and writes numbers that JSON can read")
  func numbers() throws {
    #expect(try JSONValue(json: "9223372036854775807") == .integer(.max))
    #expect(try JSONValue(json: "1e2") == .number(100))
    #expect(try JSONValue(json: "18446744073709551616") == .number(18_446_744_073_709_551_616))
    #expect(try JSONValue(json: JSONValue.number(.infinity).json) == .number(.infinity))
    #expect(JSONValue.number(.nan).json == "null")
  }

  static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0...(depth > 3 ? 4 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min...(.max), using: &random))
    case 3:
      return .number(
        Double(bitPattern: random.next()).magnitude.nextUp.isFinite
          ? Double.random(in: -1e10...1e10, using: &random) : 0.5)
    case 4: return .string(text(&random))
    case 5:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        members[text(&random)] = value(depth: depth + 1, &random)
      }
      return .object(members)
    }
  }

  static func text(_ random: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
