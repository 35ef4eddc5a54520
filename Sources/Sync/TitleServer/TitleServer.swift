import Catalogue

/// A title server of one's own, which speaks the protocol of docs/title-source.md: one POST with
/// ISBNs and their validators, one answer with an outcome for each.
struct TitleServer: Sendable {
  /// The version of the protocol that is spoken here.
  static let version: Int64 = 1

  let url: HTTPURL
  let headers: [(name: String, value: String)]
  let courier: Courier
  /// Requests a second that the account's owner chose; what the server announces does not change it.
  let chosenRate: Double?
  /// What the server bears, as it last said.
  let limits = Locked(TitleServerLimits.first)

  /// What the source can bear now.
  var sourceLimits: TitleSource.Limits {
    let limits = limits { $0 }
    return TitleSource.Limits(
      idsPerRequest: limits.titlesPerRequest, requestsAtOnce: limits.requestsAtOnce,
      requestsPerSecond: chosenRate ?? limits.requestsPerSecond)
  }

  /// Answers each request, in order.
  func outcomes(of requests: [TitleRequest]) async -> [TitleOutcome] {
    var outcomes: [ISBN: TitleOutcome] = [:]
    var seen: Set<ISBN> = []
    var left = requests.filter { seen.insert($0.isbn).inserted }[...]
    while !left.isEmpty {
      // Asked for each time: an answer may say that the next request is to be smaller.
      let some = left.prefix(limits { $0.titlesPerRequest })
      left = left.dropFirst(some.count)
      await ask(some, into: &outcomes)
    }
    return requests.map { outcomes[$0.isbn] ?? .failed(Courier.cancelled) }
  }

  /// Asks for some titles; when question or answer is too large, by halves: for n titles at most
  /// 2n - 1 requests.
  private func ask(
    _ requests: ArraySlice<TitleRequest>, into outcomes: inout [ISBN: TitleOutcome]
  ) async {
    switch await answer(to: requests) {
    case .success(let some): outcomes.merge(some) { $1 }
    case .failure(.tooLarge) where requests.count > 1,
      .failure(.server(status: 413)) where requests.count > 1:
      let middle = requests.startIndex + (requests.count + 1) / 2
      await ask(requests[..<middle], into: &outcomes)
      await ask(requests[middle...], into: &outcomes)
    case .failure(let failure):
      for request in requests { outcomes[request.isbn] = .failed(failure) }
    }
  }

  private func answer(
    to requests: ArraySlice<TitleRequest>
  ) async -> Result<[ISBN: TitleOutcome], TitleFailure> {
    guard let request = HTTPRequest(url: url, headers: headers, body: Self.question(requests))
    else {
      return .failure(.unconfigured("the contact or the token holds a control character"))
    }
    switch await courier.answer(to: request) {
    case .failure(let failure): return .failure(failure)
    case .success(let response):
      guard response.isJSON else {
        return .failure(
          .unreadable("the answer is \(response.mediaType ?? "of no type"), not JSON"))
      }
      return TitleServerAnswer.read(response.body, to: requests).map { answer in
        if let announced = answer.limits { obey(announced) }
        return answer.outcomes
      }
    }
  }

  private func obey(_ announced: TitleServerLimits) {
    let hasNewPace = limits { limits in
      defer { limits = announced }
      return limits.requestsPerSecond != announced.requestsPerSecond
    }
    if chosenRate == nil, hasNewPace { courier.pacer.pace(perSecond: announced.requestsPerSecond) }
  }

  /// The body of a request.
  static func question(_ requests: ArraySlice<TitleRequest>) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("version")
    writer.integer(version)
    writer.key("titles")
    writer.beginArray()
    for request in requests {
      writer.beginObject()
      writer.key("isbn")
      writer.string(request.isbn.description)
      if let etag = request.validators {
        writer.key("etag")
        writer.string(etag)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}
