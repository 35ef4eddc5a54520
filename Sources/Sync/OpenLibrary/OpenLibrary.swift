import Catalogue

/// Open Library's batch endpoint, `/api/books.json?bibkeys=…&jscmd=data`.
///
/// The `.json` path is the one that answers JSON; `/api/books` answers JavaScript, or 404.
struct OpenLibrary: Sendable {
  /// The place that its keepers publish.
  static let home = "https://openlibrary.org"
  /// Keys in one request: an address stays well under 8 KB.
  static let keysPerRequest = 25

  let url: HTTPURL
  let headers: [(name: String, value: String)]
  let courier: Courier

  /// Answers each request, in order.
  func outcomes(of requests: [TitleRequest]) async -> [TitleOutcome] {
    var seen: Set<ISBN> = []
    let isbns = requests.map(\.isbn).filter { seen.insert($0).inserted }
    var outcomes: [ISBN: TitleOutcome] = [:]
    var start = 0
    while start < isbns.count {
      let end = min(start + Self.keysPerRequest, isbns.count)
      await ask(isbns[start..<end], into: &outcomes)
      start = end
    }
    return requests.map { outcomes[$0.isbn] ?? .failed(Courier.cancelled) }
  }

  /// Asks for some numbers, and asks again by halves when the answer proves nothing.
  ///
  /// An exception on the server gives `{}` for the whole batch, just as a batch of unknown numbers
  /// does. So nothing of ours in an answer to two keys or more is asked again in halves, down to
  /// single keys: for n keys at most 2n - 1 requests.
  private func ask(_ isbns: ArraySlice<ISBN>, into outcomes: inout [ISBN: TitleOutcome]) async {
    let answers: [ISBN: TitleOutcome]
    switch await answer(for: isbns) {
    case .success(let some): answers = some
    case .failure(let failure):
      for isbn in isbns { outcomes[isbn] = .failed(failure) }
      return
    }
    if answers.isEmpty, isbns.count > 1 {
      let middle = isbns.startIndex + (isbns.count + 1) / 2
      await ask(isbns[..<middle], into: &outcomes)
      await ask(isbns[middle...], into: &outcomes)
      return
    }
    for isbn in isbns { outcomes[isbn] = answers[isbn] ?? .notFound }
  }

  /// Sends one request.
  /// - Returns: an outcome for each number that the answer has a member for.
  private func answer(
    for isbns: ArraySlice<ISBN>
  ) async -> Result<[ISBN: TitleOutcome], TitleFailure> {
    let keys = isbns.map { "ISBN:\($0)" }.joined(separator: ",")
    let place = url.appending("/api/books.json?bibkeys=\(keys)&jscmd=data")
    guard let request = HTTPRequest(url: place, headers: headers) else {
      return .failure(.unconfigured("the contact or the token holds a control character"))
    }
    switch await courier.get(request) {
    case .failure(let failure): return .failure(failure)
    case .success(let response):
      guard response.isJSON else {
        return .failure(
          .unreadable("the answer is \(response.mediaType ?? "of no type"), not JSON"))
      }
      return Self.outcomes(in: response.body, for: isbns)
    }
  }

  /// Reads an answer member by member, so that one bad record costs no other.
  /// - Parameters:
  ///   - body: the answer; nobody vouches for it.
  ///   - isbns: the numbers that were asked for; other members are passed over.
  static func outcomes(
    in body: [UInt8], for isbns: ArraySlice<ISBN>
  ) -> Result<[ISBN: TitleOutcome], TitleFailure> {
    let asked = Set(isbns)
    var outcomes: [ISBN: TitleOutcome] = [:]
    var reader = JSONReader(body, in: 0..<body.count)
    do throws(JSONError) {
      try reader.expect(UInt8(ascii: "{"))
      var isFirst = true
      while let member = try reader.nextMember(isFirst: &isFirst) {
        // The answer's keys are the keys that were sent, letter by letter.
        guard let key = reader.key(of: member), key.hasPrefix("ISBN:"),
          let isbn = ISBN(reading: key.utf8.dropFirst("ISBN:".utf8.count)), asked.contains(isbn)
        else { continue }
        outcomes[isbn] = outcome(of: isbn, in: body, at: member.value)
      }
      try reader.expectEnd()
    } catch {
      return .failure(.unreadable("the answer is not a JSON object: \(error.cause)"))
    }
    return .success(outcomes)
  }

  private static func outcome(of isbn: ISBN, in body: [UInt8], at range: Range<Int>) -> TitleOutcome
  {
    var reader = JSONReader(body, in: range)
    let value: JSONValue
    do throws(JSONError) {
      value = try reader.value()
      try reader.expectEnd()
    } catch {
      return .failed(.malformed("the record is not JSON: \(error.cause)"))
    }
    do throws(FieldReader.Mismatch) {
      return try OpenLibraryRecord.record(value, isbn: isbn).map(TitleOutcome.found) ?? .notFound
    } catch {
      return .failed(.malformed(error.reason))
    }
  }
}
