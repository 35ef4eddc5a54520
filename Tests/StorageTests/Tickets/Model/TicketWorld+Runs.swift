import Catalogue
import Glibc

@testable import Storage

/// What runs of a sync do.
extension TicketWorld {
  /// Does one thing.
  /// - Returns: what was done; nil when there was nothing to do.
  mutating func perform(_ operation: TicketOperation) throws -> String? {
    let index = operation.a % runs.count
    switch operation.kind {
    case .wake:
      guard runs[index].isStopped else { return nil }
      runs[index].isStopped = false
      return "run \(index) wakes"
    case .crash: return try crash(index, operation)
    case .pass:
      let time = Int64(operation.b) * (operation.c % 4 == 0 ? 500_000 : 200)
      pass(time)
      return "\(time) ms pass"
    case .jump:
      // Ten years, there and back.
      runs[index].skew = Int64(operation.b % 3 - 1) * 315_576_000_000
      return "run \(index) has its clock set \(runs[index].skew) ms off"
    case .claim, .answer, .settle, .giveBack, .renew, .supersede, .begin, .stop:
      guard !runs[index].isStopped else { return nil }
      return try perform(operation, by: index)
    case .add, .edit, .remove, .restore, .delete, .replace, .changeISBN, .use, .changeEndpoint:
      return try change(operation)
    }
  }

  private mutating func perform(_ operation: TicketOperation, by index: Int) throws -> String? {
    switch operation.kind {
    case .claim: return try claim(index, operation)
    case .answer: return try answer(index, operation)
    case .settle: return try settle(index, operation)
    case .giveBack: return try giveBack(index, operation)
    case .renew: return try renew(index)
    case .supersede:
      guard let number = book(operation.b) else { return nil }
      let holder = runs[index].holder
      try runs[index].database.writeAndWait {
        try Tickets.supersede(BookNumber(rawValue: number), of: holder, on: $0)
      }
      if let serial = model.books[number]?.ticket, model.issues[serial]?.holder == holder.number {
        model.books[number]?.ticket = nil
      }
      try compare(number)
      return "run \(index) ends its own ticket for book \(number)"
    case .begin:
      let account = Int64(operation.b % 2) + 1
      try begin(index, in: account)
      return "run \(index) begins anew in account \(account)"
    case .stop:
      runs[index].isStopped = true
      return "run \(index) is stopped"
    default: return nil
    }
  }

  private mutating func begin(_ index: Int, in account: Int64) throws {
    runs[index].account = AccountID(rawValue: account)
    runs[index].epoch = try epoch(account)
    runs[index].age = model.epochs[account, default: 0]
  }

  private mutating func claim(_ index: Int, _ operation: TicketOperation) throws -> String {
    let run = runs[index]
    let now = time(run)
    var request = ClaimRequest(
      account: run.account, epoch: run.epoch, now: now, limit: operation.b % 4 + 1,
      requestSize: operation.b % 3 + 1)
    request.retriesFailed = operation.c % 3 != 0
    if operation.c % 2 == 0 {
      request.answeredBefore = Instant(rawValue: now.rawValue - Int64(operation.c) * 100)
    }
    if operation.c % 5 < 2 {
      let named = Set((0..<3).compactMap { book(operation.b + $0 * 5) } + free.suffix(1))
      request.numbers = named.sorted().reversed().map { BookNumber(rawValue: $0) }
    }
    let alive = Set(runs.map(\.holder.number))
    let isOver = model.epochs[run.account.rawValue] != run.age
    let wanted = isOver ? [] : model.claimable(request) { alive.contains($0) }
    if !isOver, request.numbers == nil, wanted.count < TicketModel.most(request) {
      model.dropDead(run.account.rawValue) { alive.contains($0) }
    }
    let claim = try run.database.writeAndWait {
      try Tickets.claim(request, for: run.holder, on: $0)
    }
    try agree(claim.isEpochOver == isOver, "the epoch is over: \(claim.isEpochOver), not \(isOver)")
    if isOver {
      // The next sync begins.
      try begin(index, in: run.account.rawValue)
      return "run \(index) finds its epoch over and begins anew"
    }
    let numbers = claim.books.map(\.book.number.rawValue)
    try agree(numbers == wanted, "run \(index) claimed \(numbers) and not \(wanted)")
    for claimed in claim.books {
      let ticket = claimed.ticket
      try agree(model.lastSerial < ticket.serial, "the serial \(ticket.serial) is old")
      model.issue(
        ticket, to: run.holder.number, from: now,
        until: Instant(rawValue: now.rawValue + request.lease))
      try compare(ticket.book.rawValue)
    }
    runs[index].held += claim.books.map(\.ticket)
    return "run \(index) claims \(numbers) with \(claim.books.map(\.ticket.serial))"
  }

  /// An answer comes for a ticket that was issued, whatever became of it; sometimes a second one.
  private mutating func answer(_ index: Int, _ operation: TicketOperation) throws -> String? {
    guard !runs[index].held.isEmpty else { return nil }
    // Mostly the last one, which mostly stands; those before have often been claimed by others.
    let count = runs[index].held.count
    let place = operation.b % 3 == 0 ? operation.b % count : count - 1
    let ticket = runs[index].held[place]
    if operation.c % 4 != 0 { runs[index].held.remove(at: place) }
    let outcome = Self.outcome(for: ticket, operation)
    var stood = true
    if redemption == .checkedBefore {
      stood =
        try runs[index].database.readAndWait { connection in
          try connection.first("SELECT 1 FROM tickets WHERE serial = ?", ticket.serial) { _ in true
          }
        } ?? false
    }
    runs[index].answers.append(
      TicketRun.Answer(ticket: ticket, outcome: outcome, stood: stood))
    return "run \(index) has the answer for ticket \(ticket.serial), book \(ticket.book)"
  }

  private static func outcome(for ticket: Ticket, _ operation: TicketOperation) -> TitleOutcome {
    // The validators tell of which answer they are, so that they and their data are seen to be of one.
    let mark = "of \(ticket.serial) \(operation.b)"
    var details = BookDetails()
    var isbn = ticket.isbn
    switch operation.c % 12 {
    case 0...4: details.title = "Title \(mark)"
    case 5: details.publisher = "Publisher \(mark)"
    case 6: break
    case 7: isbn = Self.isbns[operation.b % Self.isbns.count]
    case 8: return .unchanged
    case 9: return .notFound
    case 10: return .failed(.timedOut)
    default: return .failed(.rateLimited(retryAfter: Double(operation.b)))
    }
    return .found(
      TitleRecord(
        isbn: isbn, details: details, sourceKey: "key \(mark)",
        validators: operation.c % 3 == 0 ? nil : "validators \(mark)"))
  }

  /// Answers are written, one or several in a transaction, which may also fail at its end.
  private mutating func settle(_ index: Int, _ operation: TicketOperation) throws -> String? {
    guard !runs[index].answers.isEmpty else { return nil }
    let now = time(runs[index])
    let count = runs[index].answers.count
    let place = operation.b % 3 == 0 ? operation.b % count : count - 1
    let end = redemption == .right && operation.c % 4 == 0 ? runs[index].answers.count : place + 1
    let answers = Array(runs[index].answers[place..<end])
    let isUndone = redemption == .right && operation.c % 16 == 1
    var refusals: [Refusal?] = []
    do {
      refusals = try runs[index].database.writeAndWait { connection in
        let refusals = try answers.map { try redeem($0, at: now, on: connection) }
        if isUndone { throw TicketDisagreement(description: "undone") }
        return refusals
      }
    } catch let error as TicketDisagreement where error.description == "undone" {
      for answer in answers { try compare(answer.ticket.book.rawValue) }
      return "run \(index) fails at the end of writing \(answers.map(\.ticket.serial))"
    }
    runs[index].answers.removeSubrange(place..<end)
    for (answer, refusal) in zip(answers, refusals) {
      let wanted = model.complete(answer.ticket.serial, answer.outcome, at: now)
      try agree(
        refusal == wanted,
        "run \(index), ticket \(answer.ticket.serial) of book \(answer.ticket.book): "
          + "\(Self.name(refusal)) and not \(Self.name(wanted))")
      verdicts[refusal, default: 0] += 1
    }
    for answer in answers { try compare(answer.ticket.book.rawValue) }
    return "run \(index) completes \(answers.map(\.ticket.serial)): \(refusals.map(Self.name))"
  }

  private func redeem(
    _ answer: TicketRun.Answer, at now: Instant, on connection: Connection
  ) throws -> Refusal? {
    if redemption == .right {
      return try Tickets.redeem(
        answer.ticket, with: answer.outcome, at: now, keys: Self.keys(answer), on: connection)
    }
    if !answer.stood { return try Tickets.refusal(of: answer.ticket, on: connection) }
    try connection.run("DELETE FROM tickets WHERE serial = ?", answer.ticket.serial)
    try Tickets.write(answer.outcome, for: answer.ticket, at: now, on: connection)
    return nil
  }

  /// The keys that come with an answer are those of the book as the run knew it: they may be wrong.
  private static func keys(_ answer: TicketRun.Answer) -> BookKeys? {
    guard case .found(let record) = answer.outcome, answer.ticket.serial % 3 != 0 else {
      return nil
    }
    return BookKeys(shown: record.details, latestYear: 2100)
  }

  private static func name(_ refusal: Refusal?) -> String {
    refusal.map { "refused, \($0.rawValue)" } ?? "accepted"
  }

  private mutating func giveBack(_ index: Int, _ operation: TicketOperation) throws -> String? {
    guard !runs[index].held.isEmpty else { return nil }
    let ticket = runs[index].held.remove(at: operation.b % runs[index].held.count)
    let dead = try runs[index].database.writeAndWait { try Tickets.giveBack([ticket], on: $0) }
    let wanted = model.take(ticket.serial)
    try agree(dead[ticket] == wanted, "\(Self.name(dead[ticket])) and not \(Self.name(wanted))")
    try compare(ticket.book.rawValue)
    return "run \(index) gives ticket \(ticket.serial) back: \(Self.name(wanted))"
  }

  private mutating func renew(_ index: Int) throws -> String? {
    let (run, now) = (runs[index], time(runs[index]))
    guard !run.held.isEmpty else { return nil }
    let dead = try run.database.writeAndWait { try Tickets.renew(run.held, at: now, on: $0) }
    for ticket in run.held {
      let wanted = model.refusal(ticket.serial)
      try agree(dead[ticket] == wanted, "\(Self.name(dead[ticket])) and not \(Self.name(wanted))")
      guard wanted == nil else { continue }
      model.issues[ticket.serial]?.issued = now
      model.issues[ticket.serial]?.expires = Instant(rawValue: now.rawValue + 120_000)
    }
    return "run \(index) renews its \(run.held.count) tickets; \(dead.count) are dead"
  }

  /// A process ends; its tickets stay, its answers are lost, and another one starts.
  private mutating func crash(_ index: Int, _ operation: TicketOperation) throws -> String {
    runs[index].database.close()
    // The end of a process drops its locks. To close the file here may not: a child that another
    // test starts has it too, until it becomes its program.
    var region = flock()
    region.l_type = Int16(F_UNLCK)
    try agree(fcntl(runs[index].holder.file, 37, &region) == 0, "unlocking: \(errno)")
    runs[index] = try start(Int64(operation.b % 2) + 1)
    return "run \(index) crashes; another begins in account \(runs[index].account)"
  }
}
