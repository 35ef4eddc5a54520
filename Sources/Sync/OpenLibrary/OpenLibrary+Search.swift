import Catalogue

extension OpenLibrary {
  /// The most candidates that one search asks for.
  static let longestSearch = 100
  /// The most numbers that one candidate keeps: a classic has thousands of editions.
  static let numbersPerCandidate = 200

  /// Searches for works by title and author.
  ///
  /// `fields` is always sent, since the default leaves out the numbers. The search works on works:
  /// its numbers and years mix all their editions, so no field of a book is ever taken from it.
  func candidates(for query: TitleQuery) async -> Result<[TitleCandidate], TitleFailure> {
    let words = Self.words(([query.title ?? ""] + query.authors).joined(separator: " "))
    guard !words.isEmpty else { return .success([]) }
    let limit = min(max(1, query.limit), Self.longestSearch)
    let place =
      "/search.json?q=\(words)"
      + "&fields=key,title,author_name,isbn,first_publish_year,edition_key&limit=\(limit)"
    switch await object(at: place) {
    case .failure(let failure): return .failure(failure)
    case .success(let body):
      do throws(JSONError) {
        return .success(Array(try Self.candidates(in: body).prefix(limit)))
      } catch {
        return .failure(.unreadable("the answer to a search is not one: \(error.cause)"))
      }
    }
  }

  /// The words of a text for a query, percent-encoded, with plus signs between them. Signs have a
  /// meaning in the query's language, so that they are left out.
  static func words(_ text: String) -> String {
    let words = TextForm.collapsed(text).split { !$0.isLetter && !$0.isNumber }
    return words.prefix(50).map { PercentEncoding.encode($0.prefix(50)) }.joined(separator: "+")
  }

  /// Reads `docs` one by one, so that one bad document costs no other.
  static func candidates(in body: [UInt8]) throws(JSONError) -> [TitleCandidate] {
    var reader = JSONReader(body, in: 0..<body.count)
    var candidates: [TitleCandidate]?
    try reader.expect(UInt8(ascii: "{"))
    var isFirst = true
    while let member = try reader.nextMember(isFirst: &isFirst) {
      guard candidates == nil, reader.key(of: member, is: "docs") else { continue }
      var found: [TitleCandidate] = []
      var documents = JSONReader(body, in: member.value)
      try documents.expect(UInt8(ascii: "["))
      var isFirstDocument = true
      while let range = try documents.nextElement(isFirst: &isFirstDocument) {
        var document = JSONReader(body, in: range)
        document.room = FieldReader.room * 2
        guard found.count < longestSearch, let members = try? document.members(of: names),
          let candidate = candidate(FieldReader(members))
        else { continue }
        found.append(candidate)
      }
      candidates = found
    }
    try reader.expectEnd()
    guard let candidates else { throw JSONError(.notAnObject, at: 0) }
    return candidates
  }

  private static let names = JSONNames([
    "title", "author_name", "first_publish_year", "key", "isbn",
  ])

  /// A document as a candidate; nil when it has no title or is not of the contract's types.
  private static func candidate(_ fields: FieldReader) -> TitleCandidate? {
    guard let title = (try? fields.text("title")) ?? nil else { return nil }
    var candidate = TitleCandidate(title: HTMLEntities.decoded(title))
    candidate.authors = ((try? fields.texts("author_name")) ?? nil) ?? []
    candidate.year = ((try? fields.count("first_publish_year")) ?? nil)
    candidate.sourceKey = (try? fields.text("key")) ?? nil
    var seen: Set<ISBN> = []
    for text in ((try? fields.texts("isbn")) ?? nil) ?? [] {
      guard candidate.isbns.count < numbersPerCandidate else { break }
      guard let isbn = ISBN(reading: text.utf8), seen.insert(isbn).inserted else { continue }
      candidate.isbns.append(isbn)
    }
    return candidate
  }
}
