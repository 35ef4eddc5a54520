import CCurl
import Catalogue
import Glibc

/// One request on its way: libcurl's handle with what has come so far.
///
/// All of it belongs to the driver's thread.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  let continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
  let request: HTTPRequest

  private let library: CurlLibrary
  private let deadline: ContinuousClock.Instant
  private var url: HTTPURL
  private var headerList: UnsafeMutableRawPointer?
  private var redirects = 0
  /// Bytes of the header lines of the response that comes now.
  private var headerBytes = 0
  /// Responses that have begun since the request was sent, those before the answer itself included.
  private var responses = 0
  /// Whether the next header line begins a response.
  private var isBetweenResponses = true
  private var headers = HTTPHeaders()
  private var body: [UInt8] = []
  private var excess: HTTPFailure?
  /// Where libcurl writes what went wrong, in more words than the code has.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: errorTextSize)
  /// CURL_ERROR_SIZE
  private static let errorTextSize = 256

  /// - Returns: nil when there is no memory.
  init?(
    _ request: HTTPRequest, library: CurlLibrary,
    continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
  ) {
    guard let easy = ccurl_easy_new(library.table) else { return nil }
    self.easy = easy
    self.request = request
    self.library = library
    self.continuation = continuation
    url = request.url
    deadline = .now + request.limits.total
    errorText.initialize(repeating: 0, count: Self.errorTextSize)
  }

  deinit {
    ccurl_easy_free(library.table, easy)
    ccurl_list_free(library.table, headerList)
    errorText.deallocate()
  }

  /// Sets everything for the URL that is next.
  /// - Returns: why it cannot be sent.
  func prepare() -> HTTPFailure? {
    let left = ContinuousClock.now.duration(to: deadline)
    if left <= .zero { return .timedOut }
    if headerList == nil {
      for (name, value) in request.headers {
        guard let list = ccurl_list_append(library.table, headerList, "\(name): \(value)") else {
          return .brokenOff(reason: "no memory")
        }
        headerList = list
      }
      // Not every server knows the question whether a body may come, which curl asks before a long one.
      if request.body != nil {
        guard let list = ccurl_list_append(library.table, headerList, "Expect:") else {
          return .brokenOff(reason: "no memory")
        }
        headerList = list
      }
    }
    var code: Int32 = 0
    func set(_ option: Int, _ value: Int) {
      if code == 0 { code = ccurl_set_long(library.table, easy, Int32(option), value) }
    }
    func set(_ option: Int, _ value: String) {
      // libcurl copies texts.
      if code == 0 { code = ccurl_set_pointer(library.table, easy, Int32(option), value) }
    }
    func set(_ option: Int, _ value: UnsafeMutableRawPointer?) {
      if code == 0 { code = ccurl_set_pointer(library.table, easy, Int32(option), value) }
    }
    set(Int(CCURLOPT_URL), url.text)
    if let body = request.body {
      // The size first: libcurl copies that many bytes.
      set(Int(CCURLOPT_POSTFIELDSIZE), body.count)
      if code == 0 {
        // An empty array has no address, and no address would mean that libcurl reads the body itself.
        code = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
          ccurl_set_pointer(
            library.table, easy, Int32(CCURLOPT_COPYPOSTFIELDS), bytes.baseAddress)
        }
      }
    } else {
      set(Int(CCURLOPT_HTTPGET), 1)
    }
    set(Int(CCURLOPT_HTTPHEADER), headerList)
    set(Int(CCURLOPT_HEADEROPT), Int(CCURLHEADER_SEPARATE))
    set(Int(CCURLOPT_PROTOCOLS), Int(CCURLPROTO_HTTP | CCURLPROTO_HTTPS))
    set(Int(CCURLOPT_HTTP09_ALLOWED), 0)
    set(Int(CCURLOPT_DISALLOW_USERNAME_IN_URL), 1)
    // Redirects are followed here, where the origin is checked.
    set(Int(CCURLOPT_FOLLOWLOCATION), 0)
    // mutant tls-peer: `CCURLOPT_SSL_VERIFYPEER), 1)` -> `CCURLOPT_SSL_VERIFYPEER), 0)` (TLSTests)
    set(Int(CCURLOPT_SSL_VERIFYPEER), 1)
    // mutant tls-host: `CCURLOPT_SSL_VERIFYHOST), 2)` -> `CCURLOPT_SSL_VERIFYHOST), 0)` (TLSTests)
    set(Int(CCURLOPT_SSL_VERIFYHOST), 2)
    if let file = request.authorities { set(Int(CCURLOPT_CAINFO), file) }
    set(Int(CCURLOPT_NOSIGNAL), 1)
    set(Int(CCURLOPT_CONNECTTIMEOUT_MS), milliseconds(min(request.limits.connect, left)))
    set(Int(CCURLOPT_TIMEOUT_MS), milliseconds(left))
    // The floor on speed is for answers; how long one may take to begin is the deadline's matter.
    set(Int(CCURLOPT_LOW_SPEED_TIME), 0)
    set(Int(CCURLOPT_ACCEPT_ENCODING), "gzip")
    // For a body that says beforehand that it is too large.
    if code == 0 {
      code = ccurl_set_offset(
        library.table, easy, Int32(CCURLOPT_MAXFILESIZE_LARGE), Int64(request.limits.bodyBytes))
    }
    // A proxy serves this machine's own servers to nobody.
    if url.origin.isLoopback { set(Int(CCURLOPT_NOPROXY), "*") }
    // What a proxy says before the server is reached is no part of the answer.
    set(Int(CCURLOPT_SUPPRESS_CONNECT_HEADERS), 1)
    // HTTP/2 where TLS offers it; older builds may not have it, and do without.
    _ = ccurl_set_long(
      library.table, easy, Int32(CCURLOPT_HTTP_VERSION), Int(CCURL_HTTP_VERSION_2TLS))
    // Requests at once wait until it is known whether one connection can carry them all.
    // mutant h2-one-connection:
    //   `CCURLOPT_PIPEWAIT), url.origin.scheme == "https" ? 1 : 0)`
    //   -> `CCURLOPT_PIPEWAIT), 0)` (TLSTests)
    set(Int(CCURLOPT_PIPEWAIT), url.origin.scheme == "https" ? 1 : 0)
    // Nobody waits for a name to be resolved when the transfer has ended.
    _ = ccurl_set_long(library.table, easy, Int32(CCURLOPT_QUICK_EXIT), 1)
    set(Int(CCURLOPT_ERRORBUFFER), UnsafeMutableRawPointer(errorText))
    let this = Unmanaged.passUnretained(self).toOpaque()
    set(Int(CCURLOPT_WRITEDATA), this)
    set(Int(CCURLOPT_HEADERDATA), this)
    if code == 0 {
      code = ccurl_set_callback(library.table, easy, Int32(CCURLOPT_WRITEFUNCTION)) {
        bytes, size, count, context in
        guard let context else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }
    }
    if code == 0 {
      code = ccurl_set_callback(library.table, easy, Int32(CCURLOPT_HEADERFUNCTION)) {
        bytes, size, count, context in
        guard let context else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }
    }
    guard code == 0 else { return .noLibrary("libcurl refused a setting: \(words(for: code))") }
    body = []
    headers = HTTPHeaders()
    headerBytes = 0
    responses = 0
    isBetweenResponses = true
    return nil
  }

  /// Bytes of a body for which there is room from the beginning.
  private static let usualBody = 64 << 10

  // An answer other than the number of bytes ends the transfer with CURLE_WRITE_ERROR.
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    // mutant body-cap:
    //   `guard body.count + bytes.count <= request.limits.bodyBytes else {`
    //   -> `guard body.count >= 0 else {` (HTTPTransportTests)
    guard body.count + bytes.count <= request.limits.bodyBytes else {
      excess = .bodyTooLarge
      return -1
    }
    if body.isEmpty, let length = headers["content-length"].flatMap({ Int($0) }), length > 0 {
      // Nobody vouches for it, so that it saves the usual answer its growing, and no more.
      body.reserveCapacity(min(length, Self.usualBody))
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isBetweenResponses, body.isEmpty, bytes.starts(with: "HTTP/".utf8) {
      responses += 1
      headerBytes = 0
      headers = HTTPHeaders()
      // mutant number-of-responses: `guard responses <= request.limits.responses` -> `guard true` (HTTPTransportTests)
      // mutant speed-floor: `, holdToSpeed() else {` -> ` else {` (HTTPTransportTests)
      guard responses <= request.limits.responses, holdToSpeed() else {
        excess = excess ?? .headersTooLarge
        return -1
      }
    } else {
      headers.add(line: bytes)
    }
    isBetweenResponses = bytes.allSatisfy { $0 <= 0x20 }
    headerBytes += bytes.count
    // mutant head-cap:
    //   `guard headerBytes <= request.limits.headerBytes else {`
    //   -> `guard headerBytes >= 0 else {` (HTTPTransportTests)
    guard headerBytes <= request.limits.headerBytes else {
      excess = .headersTooLarge
      return -1
    }
    return bytes.count
  }

  /// From here on the answer must come at a certain speed.
  /// - Returns: whether libcurl sees to that.
  private func holdToSpeed() -> Bool {
    let seconds = max(1, Int(request.limits.stall.components.seconds))
    let codes = [
      ccurl_set_long(
        library.table, easy, Int32(CCURLOPT_LOW_SPEED_LIMIT), request.limits.bytesPerSecond),
      ccurl_set_long(library.table, easy, Int32(CCURLOPT_LOW_SPEED_TIME), seconds),
    ]
    guard let code = codes.first(where: { $0 != 0 }) else { return true }
    excess = .brokenOff(reason: words(for: code))
    return false
  }

  /// What becomes of the transfer now that libcurl has ended it.
  enum Ending {
    case done(Result<HTTPResponse, HTTPFailure>)
    /// `prepare` has to be called again, for the place that a redirect names.
    case again
  }

  func ended(with code: Int32) -> Ending {
    if let excess { return .done(.failure(excess)) }
    guard code == 0 else { return .done(.failure(failure(for: code))) }
    var status = 0
    var info = ccurl_get_long(library.table, easy, Int32(CCURLINFO_RESPONSE_CODE), &status)
    var place: UnsafePointer<CChar>?
    // Only 307 and 308 say that a body is to be sent once more (RFC 9110, section 15.4).
    // mutant redirect-of-body:
    //   `request.body == nil ? 300..<400 ~= status && status != 304 : [307, 308].contains(status)`
    //   -> `300..<400 ~= status && status != 304` (HTTPPostTests)
    if request.body == nil ? 300..<400 ~= status && status != 304 : [307, 308].contains(status) {
      if info == 0 {
        info = ccurl_get_string(library.table, easy, Int32(CCURLINFO_REDIRECT_URL), &place)
      }
    }
    guard info == 0 else { return .done(.failure(.unreadable(reason: words(for: info)))) }
    guard let place else {
      return .done(.success(HTTPResponse(status: status, headers: headers, body: body)))
    }
    redirects += 1
    guard redirects <= request.limits.redirects else { return .done(.failure(.tooManyRedirects)) }
    let next: HTTPURL
    do throws(HTTPURL.Fault) {
      next = try HTTPURL(String(cString: place))
    } catch {
      return .done(.failure(.redirectedAway(to: "a place where no request goes: \(error.reason)")))
    }
    // mutant redirect-origin:
    //   `guard next.origin == request.url.origin else {`
    //   -> `guard next.origin.port > 0 else {` (HTTPTransportTests)
    guard next.origin == request.url.origin else {
      return .done(.failure(.redirectedAway(to: next.origin.description)))
    }
    url = next
    return .again
  }

  private func failure(for code: Int32) -> HTTPFailure {
    var proxyStatus = 0
    ccurl_get_long(library.table, easy, Int32(CCURLINFO_HTTP_CONNECTCODE), &proxyStatus)
    if headerBytes == 0, proxyStatus >= 300 { return .proxyRefused(status: proxyStatus) }
    switch UInt32(bitPattern: code) {
    case UInt32(CCURLE_COULDNT_RESOLVE_HOST): return .cannotResolve(host: url.origin.host)
    case UInt32(CCURLE_COULDNT_RESOLVE_PROXY): return .cannotResolve(host: "of the proxy")
    case UInt32(CCURLE_COULDNT_CONNECT):
      var number = 0
      ccurl_get_long(library.table, easy, Int32(CCURLINFO_OS_ERRNO), &number)
      let reason = number == 0 ? nil : strerror(Int32(number)).map { String(cString: $0) }
      return .cannotConnect(url.origin, reason: reason ?? words(for: code))
    case UInt32(CCURLE_SSL_CONNECT_ERROR), UInt32(CCURLE_PEER_FAILED_VERIFICATION),
      UInt32(CCURLE_SSL_CACERT_BADFILE):
      let text = String(cString: errorText)
      return .notTrusted(url.origin, reason: TLSFault.plain(text.isEmpty ? words(for: code) : text))
    case UInt32(CCURLE_OPERATION_TIMEDOUT): return .timedOut
    case UInt32(CCURLE_FILESIZE_EXCEEDED): return .bodyTooLarge
    case UInt32(CCURLE_UNSUPPORTED_PROTOCOL), UInt32(CCURLE_WEIRD_SERVER_REPLY):
      return .unreadable(reason: "the server does not speak HTTP")
    default:
      let reason = words(for: code)
      return headerBytes > 0 ? .unreadable(reason: reason) : .brokenOff(reason: reason)
    }
  }

  private func words(for code: Int32) -> String { library.words(for: code) }

  private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
