import Glibc
import Testing

/// A server that speaks TLS, and HTTP/2 where it says so; a process of Python, with certificates of
/// an authority that nobody but this test knows.
final class TLSServer {
  /// What the certificate is like.
  enum Certificate: String {
    /// For localhost and 127.0.0.1, signed by the authority.
    case good
    case otherHost
    case expired
    /// Signed by nobody but itself.
    case ownIssuer
  }

  /// Whether the programs are there that it needs.
  static let isThere = run("command -v openssl >/dev/null && python3 -c 'import ssl' 2>/dev/null")

  let port: Int
  /// The authority's certificate.
  let authority: String
  private let folder: String
  private let process: pid_t
  /// The server goes on as long as nobody closes this.
  private let input: Int32

  /// - Parameters:
  ///   - protocols: what it offers, for ALPN (RFC 7301).
  ///   - place: where it redirects to; empty: it answers.
  init(_ certificate: Certificate, protocols: String = "http/1.1", place: String = "") throws {
    var template = Array("/tmp/sync-tests-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    authority = folder + "/authority.pem"
    try #require(Self.run(Self.certificates, folder, certificate.rawValue))
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    process = try #require(
      Self.start(
        ["python3", "-c", Self.server, folder + "/server.pem", protocols, place],
        input: ends[1], output: ends[1]))
    close(ends[1])
    input = ends[0]
    var digits: [UInt8] = []
    var byte: UInt8 = 0
    while read(input, &byte, 1) == 1, byte != 0x0A { digits.append(byte) }
    port = try #require(Int(String(decoding: digits, as: UTF8.self)))
  }

  deinit {
    close(input)
    // Its threads may still serve somebody.
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
    _ = Self.run("rm -rf \"$1\"", folder)
  }

  private static func run(_ script: String, _ arguments: String...) -> Bool {
    guard let process = start(["sh", "-ec", script, "sh"] + arguments, input: nil, output: nil)
    else { return false }
    var state: Int32 = 0
    return waitpid(process, &state, 0) == process && state == 0
  }

  private static func start(_ command: [String], input: Int32?, output: Int32?) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    let words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    return posix_spawnp(&process, command[0], &actions, nil, words, environ) == 0 ? process : nil
  }

  private static let certificates = """
    cd "$1"
    exec 2>/dev/null
    key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
    key authority.key
    openssl req -x509 -new -key authority.key -out authority.pem -days 2 -subj "/CN=Nobody's"
    key server.key
    names=DNS:localhost,IP:127.0.0.1
    days=2
    case $2 in
    otherHost) names=DNS:example.org ;;
    expired) days=-1 ;;
    esac
    if [ $2 = ownIssuer ]; then
      openssl req -x509 -new -key server.key -out one.pem -days 2 -subj /CN=localhost \\
        -addext subjectAltName=$names
    else
      openssl req -new -key server.key -out request -subj /CN=server
      echo subjectAltName=$names >names
      openssl x509 -req -in request -CA authority.pem -CAkey authority.key -CAcreateserial \\
        -days $days -extfile names -out one.pem
    fi
    cat one.pem server.key >server.pem
    """

  /// Answers HTTP/1.1, or as little of HTTP/2 (RFC 9113) as an answer needs: `\\x88\\x5f` is status 200
  /// and content-type in the static table of HPACK (RFC 7541).
  private static let server = #"""
    import os, socket, ssl, struct, sys, threading
    certificate, protocols, place = sys.argv[1:4]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.set_alpn_protocols(protocols.split(","))
    listener = socket.create_server(("127.0.0.1", 0))

    def exactly(stream, count):
        data = b""
        while len(data) < count:
            more = stream.recv(count - len(data))
            if not more: raise ConnectionError
            data += more
        return data

    def frame(kind, flags, name, payload):
        head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
        return head + struct.pack(">I", name) + payload

    def two(stream, number):
        exactly(stream, 24)
        stream.sendall(frame(4, 0, 0, b""))
        while True:
            head = exactly(stream, 9)
            payload = exactly(stream, int.from_bytes(head[:3], "big"))
            kind, flags, name = head[3], head[4], int.from_bytes(head[5:], "big")
            if kind == 4 and not flags & 1: stream.sendall(frame(4, 1, 0, b""))
            if kind == 6 and not flags & 1: stream.sendall(frame(6, 1, 0, payload))
            if kind == 1:
                stream.sendall(frame(1, 4, name, b"\x88\x5f\x10application/json"))
                stream.sendall(frame(0, 1, name, b"HTTP/2 over %d" % number))

    def one(stream, number):
        while True:
            head = b""
            while not head.endswith(b"\r\n\r\n"): head += exactly(stream, 1)
            body = b"HTTP/1.1 over %d" % number
            status = b"302 Found\r\nLocation: " + place.encode() if place else b"200 OK"
            length = b"\r\nContent-Length: %d\r\n\r\n" % len(body)
            stream.sendall(b"HTTP/1.1 " + status + length + body)

    def serve(plain, number):
        try:
            stream = context.wrap_socket(plain, server_side=True)
            (two if stream.selected_alpn_protocol() == "h2" else one)(stream, number)
        except OSError: pass
        finally: plain.close()

    def listen():
        for number in range(1, 1000000):
            plain = listener.accept()[0]
            threading.Thread(target=serve, args=(plain, number), daemon=True).start()

    threading.Thread(target=listen, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()
    os._exit(0)
    """#
}
