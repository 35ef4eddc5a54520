/// Sends requests; a value of a closure, so that a test answers in its place.
struct HTTPTransport: Sendable {
  /// Sends one request and gives the answer, or says why there is none. When the calling task is
  /// cancelled the transfer ends at once.
  let send: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>

  /// libcurl, loaded with the first request.
  static let live = HTTPTransport { request in
    switch CurlDriver.current() {
    case .success(let driver): await driver.send(request)
    case .failure(let failure): .failure(.noLibrary(failure.reason))
    }
  }
}
