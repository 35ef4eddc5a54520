import Catalogue

extension OpenLibrary {
  /// What was found of the source itself.
  struct Findings {
    /// Whether it has no `/api/get_many`.
    var lacksDocuments = false
    /// How many records were taken as the batch gave them, since there was nobody to ask further.
    var incomplete = 0
  }

  /// Keys in one request for documents: an address stays under 8 KB.
  static let documentsPerRequest = 100

  private enum Trouble: Error {
    /// This server has no such endpoint, and will not have it the next time.
    case noEndpoint
    case failure(TitleFailure)
  }

  /// What is wrong with the source and belongs to no book.
  var warnings: [String] {
    let findings = findings { $0 }
    guard findings.lacksDocuments, findings.incomplete > 0 else { return [] }
    let count = findings.incomplete
    return [
      "the server has no /api/get_many: "
        + (count == 1 ? "1 record was" : "\(count) records were")
        + " taken without what the edition itself may add, such as its authors"
    ]
  }

  /// Finishes the records of one batch that do not do alone: those without a number, a title or
  /// authors, and merged ones.
  ///
  /// The batch takes authors from an edition's work only. An edition without a work may name authors
  /// of its own, by key: the editions come by one request, the names of all by one more, and
  /// merged records by one for each step. An answer that does not come fails the books that need it,
  /// so that they are asked for again; one that says that there is no such endpoint does not.
  func complete(_ open: [OpenLibraryRecord]) async -> [ISBN: TitleOutcome] {
    var shelf = OpenLibraryShelf()
    var outcomes: [ISBN: TitleOutcome] = [:]
    do throws(Trouble) {
      try await fetch(open.compactMap(\.key), into: &shelf)
      var books: [OpenLibraryRecord] = []
      for record in open {
        switch Self.edition(of: record, on: shelf) {
        case .done(let outcome): outcomes[record.isbn] = outcome
        case .open(let record): books.append(record)
        }
      }
      let works = books.compactMap { $0.authorKeys.isEmpty ? $0.workKey : nil }
      let authors = books.flatMap(\.authorKeys)
      try await fetch(authors + works, into: &shelf)
      let ofWorks = works.flatMap { Self.authors(ofWork: $0, on: shelf) }
      try await fetch(ofWorks, into: &shelf)
      for record in books { outcomes[record.isbn] = Self.named(record, on: shelf) }
    } catch {
      for record in open where outcomes[record.isbn] == nil {
        switch error {
        // mutant gap-failure-keeps-due:
        //   `case .failure(let failure): outcomes[record.isbn] = .failed(failure)`
        //   -> `case .failure: outcomes[record.isbn] = .found(record.title)`
        //   (OpenLibraryEditionsTests)
        case .failure(let failure): outcomes[record.isbn] = .failed(failure)
        case .noEndpoint:
          // The record stands under the number that was asked for, and names no other.
          findings { $0.incomplete += 1 }
          outcomes[record.isbn] = record.isRedirect ? .notFound : .found(record.title)
        }
      }
    }
    return outcomes
  }

  /// A batch's record with what its edition says.
  private static func edition(
    of record: OpenLibraryRecord, on shelf: OpenLibraryShelf
  ) -> Answer {
    guard let key = record.key else { return .done(.notFound) }
    switch shelf.find(key) {
    case .deleted: return .done(.notFound)
    case .malformed(let reason): return .done(.failed(.malformed(reason)))
    case .missing:
      // A record that carries its number stands without its edition.
      return record.numbers.hasAsked && !record.isRedirect
        ? .done(.found(record.title)) : .done(.notFound)
    case .members(_, let document, let end):
      var reader = JSONReader(document, in: 0..<document.count)
      do throws(FieldReader.Mismatch) {
        let edition = try OpenLibraryRecord(&reader, of: record.isbn)
        // The one into which it was merged says everything anew.
        var whole = end == key && !record.isRedirect ? record : edition
        if end == key { whole.fillGaps(from: edition) }
        // mutant edition-carries-number:
        //   `return whole.numbers.hasAsked ? .open(whole) : .done(.notFound)`
        //   -> `return .open(whole)` (OpenLibraryEditionsTests)
        return whole.numbers.hasAsked ? .open(whole) : .done(.notFound)
      } catch {
        return .done(.failed(.malformed("\(end.text): \(error.reason)")))
      }
    }
  }

  /// A book with the names of its authors.
  private static func named(
    _ record: OpenLibraryRecord, on shelf: OpenLibraryShelf
  ) -> TitleOutcome {
    guard record.title.details.authors == nil else { return .found(record.title) }
    var keys = record.authorKeys
    if keys.isEmpty, let work = record.workKey { keys = authors(ofWork: work, on: shelf) }
    var names: [String] = []
    for key in keys {
      switch shelf.find(key) {
      case .deleted, .missing: continue
      case .malformed(let reason): return .failed(.malformed(reason))
      case .members(let members, _, let end):
        do throws(FieldReader.Mismatch) {
          if let name = try name(ofAuthor: members) { names.append(name) }
        } catch {
          return .failed(.malformed("\(end.text): \(error.reason)"))
        }
      }
    }
    var record = record
    record.setAuthors(names)
    return .found(record.title)
  }

  private static func name(
    ofAuthor fields: FieldReader
  ) throws(FieldReader.Mismatch) -> String? {
    if let name = try fields.text("name") { return HTMLEntities.decoded(name) }
    return try fields.text("personal_name").map(HTMLEntities.decoded)
  }

  private static func authors(
    ofWork key: OpenLibraryKey, on shelf: OpenLibraryShelf
  ) -> [OpenLibraryKey] {
    guard case .members(let members, _, _) = shelf.find(key) else { return [] }
    return OpenLibraryDocument.keys(in: members["authors"], of: .author, 100)
  }

  /// Asks for documents until every key leads somewhere: a request for each hundred keys, and for
  /// each step of merged records.
  private func fetch(
    _ keys: [OpenLibraryKey], into shelf: inout OpenLibraryShelf
  ) async throws(Trouble) {
    // Each turn follows all chains by a step, and no chain is longer.
    for _ in 0...OpenLibraryShelf.longestChain + 1 {
      var missing = shelf.missing(keys)[...]
      if missing.isEmpty { return }
      while !missing.isEmpty {
        let some = missing.prefix(Self.documentsPerRequest)
        missing = missing.dropFirst(Self.documentsPerRequest)
        shelf.add(try await documents(some), for: some)
      }
    }
  }

  /// Sends one request for documents.
  private func documents(
    _ keys: ArraySlice<OpenLibraryKey>
  ) async throws(Trouble) -> [OpenLibraryKey: OpenLibraryDocument] {
    if findings({ $0.lacksDocuments }) { throw .noEndpoint }
    let list = "[" + keys.map { "\"\($0.text)\"" }.joined(separator: ",") + "]"
    let answer = await object(at: "/api/get_many?keys=\(PercentEncoding.encode(list))")
    let found: [OpenLibraryKey: OpenLibraryDocument]?
    switch answer {
    case .success(let body):
      do throws(JSONError) {
        found = try Self.documents(in: body, for: keys)
      } catch {
        throw .failure(.unreadable("the answer is not a JSON object: \(error.cause)"))
      }
    case .failure(.server(status: let status)) where 400..<500 ~= status: found = nil
    case .failure(let failure): throw .failure(failure)
    }
    guard let found else {
      findings { $0.lacksDocuments = true }
      throw .noEndpoint
    }
    return found
  }

  /// Reads `result` document by document, so that one bad document costs no other.
  /// - Returns: nil when there is no `result`.
  private static func documents(
    in body: [UInt8], for keys: ArraySlice<OpenLibraryKey>
  ) throws(JSONError) -> [OpenLibraryKey: OpenLibraryDocument]? {
    let asked = Set(keys)
    var found: [OpenLibraryKey: OpenLibraryDocument]?
    var reader = JSONReader(body, in: 0..<body.count)
    try reader.expect(UInt8(ascii: "{"))
    var isFirst = true
    while let member = try reader.nextMember(isFirst: &isFirst) {
      guard found == nil, reader.key(of: member, is: "result") else { continue }
      var documents: [OpenLibraryKey: OpenLibraryDocument] = [:]
      var result = JSONReader(body, in: member.value)
      try result.expect(UInt8(ascii: "{"))
      var isFirstDocument = true
      while let document = try result.nextMember(isFirst: &isFirstDocument) {
        guard let key = result.key(of: document).flatMap(OpenLibraryKey.init), asked.contains(key)
        else { continue }
        do throws(JSONError) {
          documents[key] = try OpenLibraryDocument(body, in: document.value, key.kind)
        } catch {
          documents[key] = .malformed("\(key.text) is not JSON: \(error.cause)")
        }
      }
      found = documents
    }
    try reader.expectEnd()
    return found
  }
}
