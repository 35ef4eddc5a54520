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
    case open(OpenLibraryRecord)
  }

  /// Answers each request, in order.
  func outcomes(of requests: [TitleRequest]) async -> [TitleOutcome] {
    var seen: Set<ISBN> = []
    let isbns = requests.map(\.isbn).filter { seen.insert($0).inserted }
    var outcomes: [ISBN: TitleOutcome] = [:]
    var start = 0
    while start < isbns.count {
      let end = min(start + Self.keysPerRequest, isbns.count)
      var answers: [ISBN: Answer] = [:]
      await ask(isbns[start..<end], into: &answers)
      var open: [(isbn: ISBN, record: OpenLibraryRecord)] = []
      for isbn in isbns[start..<end] {
        switch answers[isbn] {
        case .done(let outcome): outcomes[isbn] = outcome
        case .open(let record): open.append((isbn, record))
        case nil: break
        }
      }
      if !open.isEmpty { outcomes.merge(await complete(open)) { $1 } }
      start = end
    }
    return requests.map { outcomes[$0.isbn] ?? .failed(Courier.cancelled) }
  }

  /// Asks for some numbers, and asks again by halves when the answer proves nothing.
  ///
  /// An exception on the server gives `{}` for the whole batch, just as a batch of unknown numbers
  /// does. So nothing of ours in an answer to two keys or more is asked again in halves, down to
  /// single keys: for n keys at most 2n - 1 requests.
  private func ask(_ isbns: ArraySlice<ISBN>, into answers: inout [ISBN: Answer]) async {
    let some: [ISBN: Answer]
    switch await answer(for: isbns) {
    case .success(let answer): some = answer
    case .failure(let failure):
      for isbn in isbns { answers[isbn] = .done(.failed(failure)) }
      return
    }
    if some.isEmpty, isbns.count > 1 {
      let middle = isbns.startIndex + (isbns.count + 1) / 2
      await ask(isbns[..<middle], into: &answers)
      await ask(isbns[middle...], into: &answers)
      return
    }
    for isbn in isbns { answers[isbn] = some[isbn] ?? .done(.notFound) }
  }

  /// Sends one request for some numbers.
  /// - Returns: an answer for each number that the server's has a member for.
  private func answer(
    for isbns: ArraySlice<ISBN>
  ) async -> Result<[ISBN: Answer], TitleFailure> {
    let keys = isbns.map { "ISBN:\($0)" }.joined(separator: ",")
    return await object(at: "/api/books.json?bibkeys=\(keys)&jscmd=data").flatMap { body in
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
  static func answers(
    in body: [UInt8], for isbns: ArraySlice<ISBN>
  ) -> Result<[ISBN: Answer], TitleFailure> {
    let asked = Set(isbns)
    var answers: [ISBN: Answer] = [:]
    var reader = JSONReader(body, in: 0..<body.count)
    do throws(JSONError) {
      try reader.expect(UInt8(ascii: "{"))
      var isFirst = true
      while let key = try reader.nextName(isFirst: &isFirst) {
        // The answer's keys are the keys that were sent, letter by letter.
        guard key.hasPrefix("ISBN:"),
          let isbn = ISBN(reading: key.utf8.dropFirst("ISBN:".utf8.count)), asked.contains(isbn)
        else {
          try reader.skipValue()
          continue
        }
        answers[isbn] = try answer(of: isbn, in: body, &reader)
      }
      try reader.expectEnd()
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
    let members: [(name: String, value: JSONValue)]?
    do throws(JSONError) {
      members = try reader.members(OpenLibraryRecord.shape)
    } catch {
      reader = start
      try reader.skipValue()
      return .done(.failed(.malformed("the record is not JSON: \(error.cause)")))
    }
    guard let members else {
      try reader.skipValue()
      var value = JSONReader(body, in: start.position..<reader.position)
      let isJSON = (try? value.value()) != nil && (try? value.expectEnd()) != nil
      return .done(
        .failed(.malformed(isJSON ? "the record is not an object" : "the record is not JSON")))
    }
    do throws(FieldReader.Mismatch) {
      let record = try OpenLibraryRecord(FieldReader(members))
      if record.isDeleted { return .done(.notFound) }
      if record.isWhole(of: isbn) { return .done(.found(record.title(isbn))) }
      if !record.isbns.isEmpty, !record.isbns.contains(isbn) { return .done(.notFound) }
      if record.key != nil { return .open(record) }
      return .done(record.isbns.isEmpty ? .notFound : .found(record.title(isbn)))
    } catch {
      return .done(.failed(.malformed(error.reason)))
    }
  }
}
