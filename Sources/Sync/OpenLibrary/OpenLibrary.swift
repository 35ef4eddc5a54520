import Catalogue

/// Open Library: its batch endpoint, `/api/books.json?bibkeys=…&jscmd=data`, and what fills the gaps
/// of the batch's records.
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
  /// What was found of the source itself.
  let findings = Locked(Findings())

  /// What a batch says of one number.
  enum Answer {
    case done(TitleOutcome)
    /// The batch's record alone does not do: the edition itself has to be asked for.
    indirect case open(OpenLibraryRecord)
  }

  /// Answers each request, in order.
  func outcomes(of requests: [TitleRequest]) async -> [TitleOutcome] {
    var places: [ISBN: Int] = [:]
    var isbns: [ISBN] = []
    places.reserveCapacity(requests.count)
    isbns.reserveCapacity(requests.count)
    for request in requests where places[request.isbn] == nil {
      places[request.isbn] = isbns.count
      isbns.append(request.isbn)
    }
    var outcomes: [TitleOutcome] = []
    outcomes.reserveCapacity(isbns.count)
    while outcomes.count < isbns.count {
      let some = isbns[outcomes.count...].prefix(Self.keysPerRequest)
      let answers = await ask(some)
      let open = answers.compactMap { if case .open(let record) = $0 { record } else { nil } }
      let completed = open.isEmpty ? [:] : await complete(open)
      for (isbn, answer) in zip(some, answers) {
        switch answer {
        case .done(let outcome): outcomes.append(outcome)
        case .open: outcomes.append(completed[isbn] ?? .failed(Courier.cancelled))
        }
      }
    }
    if isbns.count == requests.count { return outcomes }
    return requests.map { places[$0.isbn].map { outcomes[$0] } ?? .failed(Courier.cancelled) }
  }

  /// Asks for some numbers, and asks again by halves when the answer proves nothing.
  ///
  /// An exception on the server gives `{}` for the whole batch, just as a batch of unknown numbers
  /// does. So nothing of ours in an answer to two keys or more is asked again in halves, down to
  /// single keys: for n keys at most 2n - 1 requests.
  /// - Returns: an answer for each, in their order.
  private func ask(_ isbns: ArraySlice<ISBN>) async -> [Answer] {
    let answers: [Answer?]
    switch await answer(for: isbns) {
    case .success(let found): answers = found
    case .failure(let failure):
      return Array(repeating: .done(.failed(failure)), count: isbns.count)
    }
    if isbns.count > 1, answers.allSatisfy({ $0 == nil }) {
      let middle = isbns.startIndex + (isbns.count + 1) / 2
      let first = await ask(isbns[..<middle])
      return await first + ask(isbns[middle...])
    }
    return answers.map { $0 ?? .done(.notFound) }
  }

  /// Sends one request for some numbers.
  /// - Returns: for each of them an answer; nil where the server's has no member for it.
  private func answer(
    for isbns: ArraySlice<ISBN>
  ) async -> Result<[Answer?], TitleFailure> {
    var place = "/api/books.json?bibkeys="
    for isbn in isbns {
      if isbn != isbns.first { place += "," }
      place += "ISBN:"
      place += isbn.description
    }
    return await object(at: place + "&jscmd=data").flatMap { body in
      Self.answers(in: body, for: isbns)
    }
  }

  /// Asks for a place.
  /// - Parameter place: a path with its query, encoded.
  /// - Returns: the body of an answer that says that it is JSON.
  func object(at place: String) async -> Result<[UInt8], TitleFailure> {
    guard let request = HTTPRequest(url: url.appending(place), headers: headers) else {
      return .failure(.unconfigured("the contact or the token holds a control character"))
    }
    return await courier.answer(to: request).flatMap { response in
      response.isJSON
        ? .success(response.body)
        : .failure(.unreadable("the answer is \(response.mediaType ?? "of no type"), not JSON"))
    }
  }

  /// Reads an answer member by member, so that one bad record costs no other.
  /// - Parameters:
  ///   - body: the answer; nobody vouches for it.
  ///   - isbns: the numbers that were asked for; other members are passed over.
  /// - Returns: for each of them an answer; nil where there is no member for it.
  static func answers(
    in body: [UInt8], for isbns: ArraySlice<ISBN>
  ) -> Result<[Answer?], TitleFailure> {
    var answers = [Answer?](repeating: nil, count: isbns.count)
    var reader = JSONReader(body, in: 0..<body.count)
    do throws(JSONError) {
      try reader.expect(UInt8(ascii: "{"))
      var isFirst = true
      // Most answers come in the order of the questions.
      var next = isbns.startIndex
      var isKeyed = false
      var isStrange = false
      while let key = try reader.nextKeyBytes(isFirst: &isFirst) {
        // The answer's keys are the keys that were sent, letter by letter.
        let isKey = key.starts(with: "ISBN:".utf8)
        if isKey { isKeyed = true } else { isStrange = true }
        guard isKey, let isbn = ISBN(reading: key.dropFirst("ISBN:".utf8.count)),
          let place = isbns[next...].firstIndex(of: isbn) ?? isbns[..<next].firstIndex(of: isbn)
        else {
          try reader.skipValue()
          continue
        }
        answers[place - isbns.startIndex] = try answer(of: isbn, in: body, &reader)
        next = place + 1
      }
      try reader.expectEnd()
      // An error in words of its own, say: it tells of no book that it is not there.
      // mutant answer-of-other-kind:
      //   `if isStrange, !isKeyed {` -> `if isStrange, !isKeyed, body.isEmpty {` (OpenLibraryTests)
      if isStrange, !isKeyed {
        return .failure(.unreadable("the answer is an object of another kind"))
      }
    } catch {
      return .failure(.unreadable("the answer is not a JSON object: \(error.cause)"))
    }
    return .success(answers)
  }

  /// Reads one record, and goes behind it also when it cannot be read.
  private static func answer(
    of isbn: ISBN, in body: [UInt8], _ reader: inout JSONReader
  ) throws(JSONError) -> Answer {
    let start = reader
    do throws(FieldReader.Mismatch) {
      let record = try OpenLibraryRecord(&reader, of: isbn)
      if record.isDeleted { return .done(.notFound) }
      if record.isWhole { return .done(.found(record.title)) }
      if record.numbers.hasAny, !record.numbers.hasAsked { return .done(.notFound) }
      if record.key != nil { return .open(record) }
      return .done(record.numbers.hasAny ? .found(record.title) : .notFound)
    } catch {
      // mutant bad-record-alone: `      reader = start⏎      try` -> `      try` (OpenLibraryTests)
      reader = start
      try reader.skipValue()
      return .done(.failed(.malformed(error.reason)))
    }
  }
}
