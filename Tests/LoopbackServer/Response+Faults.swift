extension Response {
  private static let page = "<html><body>temporarily offline</body></html>"
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  /// 429, as Open Library says it.
  public static func tooManyRequests(retryAfter: String? = nil) -> Response {
    .json(
      #"{"status": 429, "message": "Too Many Requests."}"#, status: 429,
      headers: retryAfter.map { [("Retry-After", $0)] } ?? [])
  }

  /// A status with a page in HTML.
  public static func page(status: Int, retryAfter: String? = nil) -> Response {
    .text(
      page, status: status, type: "text/html",
      headers: retryAfter.map { [("Retry-After", $0)] } ?? [])
  }

  public static let html = page(status: 200)
  /// HTML that claims to be JSON.
  public static let htmlAsJSON = json(page)
  public static let javaScript = json("var _OLBookInfo = {};")
  public static let emptyBatch = json("{}")
  /// The text of an exception with status 200.
  public static let exceptionText = json("KeyError('/authors/OL1A')")
  public static let deep = json(
    String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000))

  /// Records whose fields have the wrong types, for each key asked for.
  public static func wrongTypes(for request: Request) -> Response {
    let records = request.bibkeys.map {
      #"\#(quoted($0)): {"title": 7, "authors": "x", "publishers": null, "number_of_pages": "n"}"#
    }
    return .json("{" + records.joined(separator: ", ") + "}")
  }

  /// JSON that is cut in the middle, in an answer that is whole.
  public static let cutJSON = json(#"{"ISBN:9780765326355": {"title": "A title that"#)

  /// Promises 1,000 bytes and sends 9.
  public static let cutBody = wire { $0.send(head + "Content-Length: 1000\r\n\r\n{\"ISBN:97") }

  /// Ends in the middle of a chunk.
  public static let cutChunk = wire {
    $0.send(head + "Transfer-Encoding: chunked\r\n\r\n400\r\n{\"ISBN:97")
  }

  /// Closes the connection with a reset instead of an answer.
  public static let reset = wire { $0.reset() }

  /// An answer's body in small pieces, with a pause before each.
  public static func slowly(_ response: Response, pieces: Int = 20) -> Response {
    let body = response.body
    let size = max(1, (body.count + pieces - 1) / pieces)
    return Response { wire in
      var isThere = wire.send(head + "Content-Length: \(body.count)\r\n\r\n")
      for start in stride(from: 0, to: body.count, by: size) where isThere {
        let piece = Array(body[start..<min(start + size, body.count)])
        isThere = wire.pause(milliseconds: 5) && wire.send(piece)
      }
    }
  }

  /// An answer's body behind a length that is less.
  public static func withLength(_ response: Response, less count: Int) -> Response {
    let body = response.body
    return wire {
      $0.send(Array((head + "Content-Length: \(body.count - count)\r\n\r\n").utf8) + body)
    }
  }

  /// Never answers, until the client goes away.
  public static let hang = wire { $0.waitForClient() }

  /// Sends a head, then a byte every so many milliseconds, until the client goes away.
  public static func drip(everyMilliseconds pause: Int32) -> Response {
    wire { wire in
      var isThere = wire.send(head + "Content-Length: 100000\r\n\r\n")
      while isThere, wire.send(" ") { isThere = wire.pause(milliseconds: pause) }
    }
  }

  /// Sends spaces until all are sent or the client goes away.
  /// - Parameters:
  ///   - count: how many.
  ///   - announced: whether Content-Length says so, or the end of the connection.
  public static func big(_ count: Int = 1 << 30, announced: Bool = false) -> Response {
    wire { wire in
      guard wire.send(head + (announced ? "Content-Length: \(count)\r\n\r\n" : "\r\n")) else {
        return
      }
      wire.send(repeating: [UInt8](repeating: 0x20, count: 1 << 16), count: count)
    }
  }

  /// A head without an end.
  public static let endlessHead = wire { wire in
    guard wire.send(head) else { return }
    let line = Array("X-Filler: \(String(repeating: "x", count: 1000))\r\n".utf8)
    wire.send(repeating: line, count: 1 << 30)
  }

  /// A gzip stream of a few megabytes that unpacks to about a gigabyte of spaces.
  public static let gzipBomb = wire { wire in
    guard wire.send(head + "Content-Encoding: gzip\r\n\r\n") else { return }
    // RFC 1951: a block of fixed codes; one literal, then "258 bytes from distance 1" for ever.
    // That pair has 13 bits, so the stream repeats every 13 bytes.
    var bits: [UInt8] = [1, 1, 0] + [0, 1, 0, 1, 0, 0, 0, 0]
    while bits.count < 40 * 8 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
    let bytes = (0..<40).map { byte in
      (0..<8).reduce(UInt8(0)) { $0 | bits[byte * 8 + $1] << UInt8($1) }
    }
    let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    guard wire.send(gzipHead + bytes[..<13]) else { return }
    let period = Array(bytes[13..<26])
    let run = Array(repeatElement(period, count: 5000).joined())
    wire.send(repeating: run, count: 104 * run.count)
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
