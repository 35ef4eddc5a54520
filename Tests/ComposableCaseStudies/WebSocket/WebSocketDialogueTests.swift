import Determinism
import Testing

@Suite("What a WebSocket server says, bit by bit")
struct WebSocketDialogueTests {
  typealias Outcome = WebSocketDialogue.Outcome

  let handshake: WebSocketHandshake

  init() throws {
    handshake = WebSocketHandshake(
      to: try WebSocketAddress("ws://localhost/prices"), nonce: Array("the sample nonce".utf8))
  }

  static let answer = Array(
    """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: WebSocket\r
    connection: keep-alive, upgrade\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    \r

    """.utf8)

  /// What comes of bytes once the connection is open.
  func outcomes(_ bytes: [UInt8]) -> [Outcome] {
    var dialogue = WebSocketDialogue(handshake)
    return Array(dialogue.receive(Self.answer + bytes).dropFirst())
  }

  static func frame(_ kind: WebSocketFrame.Kind, _ text: String, isLast: Bool = true) -> [UInt8] {
    WebSocketFrame(kind: kind, isLast: isLast, payload: Array(text.utf8)).bytes(mask: nil)
  }

  @Test("the request and the key that answers it are those of the RFC")
  func request() {
    #expect(handshake.key == "dGhlIHNhbXBsZSBub25jZQ==")
    #expect(WebSocketHandshake.accept(for: handshake.key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(
      String(decoding: handshake.request, as: UTF8.self) == """
        GET /prices HTTP/1.1\r
        Host: localhost\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        \r

        """)
  }

  @Test("the hash is the standard's")
  func hash() {
    func hex(_ text: String) -> String {
      SHA1.hash(Array(text.utf8)).map {
        let digits = String($0, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
  }

  @Test(
    "addresses",
    arguments: [
      ("ws://a.example", "a.example", 80, "/"),
      ("WS://a.example:8080/x/y?z=%20", "a.example", 8080, "/x/y?z=%20"),
      ("ws://127.0.0.1:1?q", "127.0.0.1", 1, "/?q"),
    ])
  func addresses(text: String, host: String, port: UInt16, resource: String) throws {
    let address = try WebSocketAddress(text)
    #expect((address.host, address.port, address.resource) == (host, port, resource))
  }

  @Test(
    "what is no address",
    arguments: [
      "", "wss://a.example", "http://a.example", "ws://", "ws:a", "ws://a.example/#part",
      "ws://a.example:70000", "ws://a:b@c.example", "ws://a.example/\r\nX: y", "ws://a.example/é",
    ])
  func noAddress(text: String) {
    #expect(throws: WebSocketError.url(text)) { try WebSocketAddress(text) }
  }

  @Test("frames are written as in the RFC")
  func frames() {
    let hello = WebSocketFrame(kind: .text, payload: Array("Hello".utf8))
    #expect(hello.bytes(mask: nil) == [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f])
    #expect(
      hello.bytes(mask: [0x37, 0xfa, 0x21, 0x3d])
        == [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58])
    func head(_ count: Int) -> [UInt8] {
      let frame = WebSocketFrame(kind: .binary, payload: [UInt8](repeating: 0, count: count))
      return Array(frame.bytes(mask: nil).dropLast(count))
    }
    #expect(head(125) == [0x82, 125])
    #expect(head(126) == [0x82, 0x7E, 0, 126])
    #expect(head(256) == [0x82, 0x7E, 0x01, 0x00])
    #expect(head(65_536) == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(
      WebSocketFrame.close(code: 1000, reason: String(repeating: "é", count: 100)).payload.count
        == 124)
  }

  @Test("wherever a conversation is cut into pieces, it is the same")
  func pieces() {
    let words =
      Self.answer + Self.frame(.text, "one") + Self.frame(.text, "tw", isLast: false)
      + Self.frame(.ping, "p") + Self.frame(.continuation, "", isLast: false)
      + Self.frame(.pong, "q") + Self.frame(.continuation, "o ✓")
      + WebSocketFrame(kind: .binary, payload: [UInt8](repeating: 7, count: 300)).bytes(mask: nil)
      + WebSocketFrame.close(code: 4001, reason: "bye").bytes(mask: nil)
    let expected: [Outcome] = [
      .opened, .message(.string("one")),
      .reply(WebSocketFrame(kind: .pong, payload: Array("p".utf8))), .pong(Array("q".utf8)),
      .message(.string("two ✓")), .message(.data([UInt8](repeating: 7, count: 300))),
      .reply(.close(code: 4001)), .closed(code: 4001, reason: "bye"),
    ]
    for cut in 0...words.count {
      var dialogue = WebSocketDialogue(handshake)
      let outcomes = dialogue.receive(words[..<cut]) + dialogue.receive(words[cut...])
      #expect(outcomes == expected, "cut at \(cut)")
      #expect(dialogue.receiveEnd() == nil)
      #expect(dialogue.receive(Self.frame(.text, "late")) == [])
    }
    var dialogue = WebSocketDialogue(handshake)
    #expect(words.flatMap { dialogue.receive([$0]) } == expected)
  }

  @Test("a cut is known as one, before and after the opening")
  func cut() {
    var dialogue = WebSocketDialogue(handshake)
    #expect(dialogue.receive(Self.answer.dropLast()) == [])
    #expect(dialogue.receiveEnd() == .failed(.handshake("it ended the connection")))
    dialogue = WebSocketDialogue(handshake)
    _ = dialogue.receive(Self.answer + [0x81, 5, 65])
    #expect(dialogue.receiveEnd() == .closed(code: nil, reason: "The connection was cut."))
  }

  @Test(
    "an answer that is none",
    arguments: [
      ("HTTP/1.1 200 OK\r\n\r\n", #"it answers "HTTP/1.1 200 OK""#),
      ("SSH-2.0-OpenSSH\r\n\r\n", #"it answers "SSH-2.0-OpenSSH""#),
      ("\r\n\r\n", #"it answers """#),
      ("HTTP/1.1 1010\r\n\r\n", #"it answers "HTTP/1.1 1010""#),
      ("HTTP/1.1 101 X\r\nUpgrade websocket\r\n\r\n", "a line of its headers has no colon"),
      (
        "HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "it does not upgrade the connection"
      ),
      (
        "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n",
        "it does not upgrade the connection"
      ),
      (
        "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "its Sec-WebSocket-Accept does not answer this request"
      ),
      (
        "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAAMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
        "its Sec-WebSocket-Accept does not answer this request"
      ),
      (
        "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
        "it chose a sec-websocket-extensions that was not asked for"
      ),
      (String(repeating: "x", count: 20_000), "its answer has no end within 16384 bytes"),
    ])
  func handshakes(answer: String, reason: String) {
    var dialogue = WebSocketDialogue(handshake)
    #expect(dialogue.receive(Array(answer.utf8)) == [.failed(.handshake(reason))])
    #expect(dialogue.receive(Self.answer) == [])
  }

  @Test(
    "a breach of the protocol ends the connection, and the server is told which",
    arguments: [
      ([0xC1, 0], 1002, "a frame has bits of no extension"),
      ([0x83, 0], 1002, "a frame is of no known kind"),
      ([0x8B, 0], 1002, "a frame is of no known kind"),
      ([0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1002, "a frame is masked"),
      ([0x09, 0], 1002, "a control frame is in parts, or has more than 125 bytes"),
      ([0x89, 126, 0, 126], 1002, "a control frame is in parts, or has more than 125 bytes"),
      ([0x82, 126, 0, 125], 1002, "a length is not written as it must be"),
      ([0x82, 127, 0, 0, 0, 0, 0, 0, 255, 255], 1002, "a length is not written as it must be"),
      (
        [0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255], 1002,
        "a length is not written as it must be"
      ),
      (
        [0x82, 127, 127, 255, 255, 255, 255, 255, 255, 255], 1009,
        "a message has more than 1048576 bytes"
      ),
      ([0x82, 127, 0, 0, 0, 0, 0, 16, 0, 1], 1009, "a message has more than 1048576 bytes"),
      ([0x80, 0], 1002, "a message goes on that has not begun"),
      ([0x01, 1, 65, 0x81, 1, 66], 1002, "a message begins within another"),
      ([0x81, 2, 0xC3, 0x28], 1007, "a text is not UTF-8"),
      ([0x81, 3, 0xED, 0xA0, 0x80], 1007, "a text is not UTF-8"),
      ([0x01, 1, 0xC3, 0x80, 1, 0x28], 1007, "a text is not UTF-8"),
      ([0x88, 1, 3], 1002, "a closing frame has half a code"),
      ([0x88, 2, 3, 237], 1002, "a closing frame has the code 1005"),
      ([0x88, 2, 3, 231], 1002, "a closing frame has the code 999"),
      ([0x88, 2, 255, 255], 1002, "a closing frame has the code 65535"),
      ([0x88, 3, 3, 232, 0xFF], 1007, "the reason of a closing frame is not UTF-8"),
    ] as [([UInt8], UInt16, String)])
  func breaches(bytes: [UInt8], code: UInt16, reason: String) {
    #expect(
      outcomes(bytes) == [
        .reply(.close(code: code, reason: reason)),
        .failed(.violation(code: code, reason)),
      ])
  }

  @Test(
    "parts that are too long together are refused, and a message of the most there may be is not")
  func limit() {
    let half = WebSocketFrame(
      kind: .binary, isLast: false, payload: [UInt8](repeating: 1, count: 1 << 19)
    ).bytes(mask: nil)
    var rest = WebSocketFrame(
      kind: .continuation, payload: [UInt8](repeating: 1, count: 1 << 19))
    #expect(
      outcomes(half + rest.bytes(mask: nil))
        == [.message(.data([UInt8](repeating: 1, count: 1 << 20)))])
    rest.payload.append(1)
    #expect(
      outcomes(half + rest.bytes(mask: nil)).last
        == .failed(.violation(code: 1009, "a message has more than 1048576 bytes")))
  }

  @Test("a closing frame without a code")
  func closeWithoutCode() {
    #expect(
      outcomes([0x88, 0]) == [
        .reply(WebSocketFrame(kind: .close, payload: [])), .closed(code: nil, reason: ""),
      ])
  }

  @Test("whatever bytes come, each is taken or ends the connection")
  func random() {
    let seed = TestSeed.pick(for: "WebSocketDialogue")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      var dialogue = WebSocketDialogue(handshake)
      _ = dialogue.receive(Self.answer)
      for _ in 0..<20 {
        // Mostly frames with a mistake, else each would end at its first bits.
        var bytes = WebSocketFrame(
          kind: [.text, .binary, .continuation, .ping, .pong].randomElement(using: &random)
            ?? .text,
          isLast: Bool.random(using: &random),
          payload: (0..<Int.random(in: 0...300, using: &random)).map { _ in
            UInt8.random(in: 0...127, using: &random)
          }
        ).bytes(mask: nil)
        if Int.random(in: 0..<4, using: &random) == 0 {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        }
        let outcomes = dialogue.receive(bytes)
        let ends = outcomes.filter {
          switch $0 {
          case .failed, .closed: true
          default: false
          }
        }
        #expect(ends.count <= 1 && (ends.isEmpty || outcomes.last == ends[0]), "seed \(seed)")
        if !ends.isEmpty { #expect(dialogue.receive(bytes) == [], "seed \(seed)") }
      }
    }
  }
}
