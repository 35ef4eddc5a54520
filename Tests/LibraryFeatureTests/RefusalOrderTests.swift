import Catalogue
import Storage
import Testing

@testable import LibraryFeature

/// Both guards, the reducer and the database, give the same reason when several are true.
@Suite("The reason of a refusal")
struct RefusalOrderTests {
  /// What has happened to a book since a ticket was issued for it.
  struct Case: CustomStringConvertible {
    enum Row: CaseIterable { case same, inTrash, restored, deleted }

    let row: Row
    let isSwitched: Bool
    let isISBNChanged: Bool
    let isClaimedAnew: Bool

    static let all = Row.allCases.flatMap { row in
      [false, true].flatMap { isSwitched in
        [false, true].flatMap { isISBNChanged in
          [false, true].compactMap { isClaimedAnew in
            // Nobody can claim a book that is not there.
            isClaimedAnew && (row == .inTrash || row == .deleted)
              ? nil
              : Case(
                row: row, isSwitched: isSwitched, isISBNChanged: isISBNChanged,
                isClaimedAnew: isClaimedAnew)
          }
        }
      }
    }

    /// In the order that is promised.
    var expected: Refusal {
      if row != .same { return .removed }
      if isSwitched { return .accountSwitched }
      if isISBNChanged { return .isbnChanged }
      return isClaimedAnew ? .superseded : .expired
    }

    var description: String {
      "\(row)\(isSwitched ? ", switched" : "")\(isISBNChanged ? ", another ISBN" : "")"
        + (isClaimedAnew ? ", claimed anew" : "")
    }
  }

  private func claim(
    _ number: BookNumber, _ holder: TicketHolder, on connection: Connection
  ) throws -> ClaimedBook {
    let account = try Accounts.named("home", on: connection)
    let claim = try Tickets.claimBook(
      number, of: account, at: Fixture.now, for: holder, on: connection)
    guard case .claimed(let book) = claim else { preconditionFailure("\(claim)") }
    return book
  }

  @Test(
    "is the same in the database and in the reducer, whatever has happened", arguments: Case.all)
  func order(_ happened: Case) throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    let number = try library.add([Fixture.isbns[0]])[0]
    let holder = library.holder
    let (ticket, row, account, newer, dead) = try library.database.writeAndWait { connection in
      let ticket = try claim(number, holder, on: connection).ticket
      let home = try Accounts.named("home", on: connection)
      if happened.isISBNChanged {
        var edit = BookEdit()
        edit.isbn = .set(Fixture.isbns[1])
        try BookEditing.edit([number], edit, in: home.id, at: Fixture.now, on: connection)
      }
      if happened.isSwitched {
        _ = try Accounts.use("two", on: connection)
        _ = try Accounts.use("home", on: connection)
      }
      if happened.row != .same {
        _ = try BookRemoving.remove([number], from: home.id, at: Fixture.now, on: connection)
      }
      if happened.row == .restored {
        _ = try BookRemoving.restore([number], to: home.id, at: Fixture.now, on: connection)
      }
      if happened.row == .deleted {
        try connection.run("DELETE FROM books WHERE number = ?", number)
      }
      let newer = happened.isClaimedAnew ? try claim(number, holder, on: connection).ticket : nil
      if happened.expected == .expired { _ = try Tickets.giveBack([ticket], on: connection) }
      let row = try BookRows.read(numbers: [number], in: home.id, on: connection).first
      let dead = try Tickets.giveBack([ticket], on: connection)
      return (ticket, row, try Accounts.named("home", on: connection), newer, dead)
    }
    #expect(dead == [ticket: happened.expected])
    guard let row else {
      #expect([.inTrash, .deleted].contains(happened.row))
      return
    }
    let child = BookFeature.State(book: row, account: account, ticket: newer)
    #expect(child.refusal(of: ticket) == happened.expected)
  }

  @Test("a ticket that stands is not refused, and its serial decides beside another one")
  func standing() throws {
    let book = Fixture.book(1)
    let ticket = Fixture.ticket(5, for: book)
    let child = BookFeature.State(book: book, account: Fixture.account(), ticket: ticket)
    #expect(child.refusal(of: ticket) == nil)
    #expect(child.refusal(of: Fixture.ticket(4, for: book)) == .superseded)
    #expect(child.refusal(of: Fixture.ticket(6, for: book)) == .expired)
  }

  @Test("a claim of one book blames what is true, in the same order")
  func claims() throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    let numbers = try library.add(Array(Fixture.isbns.prefix(2)))
    let holder = library.holder
    let other = try TicketHolder(lockPath: library.database.lockPath)
    try library.database.writeAndWait { connection in
      let home = try Accounts.named("home", on: connection)
      func claim(_ number: BookNumber) throws -> BookClaim {
        try Tickets.claimBook(number, of: home, at: Fixture.now, for: holder, on: connection)
      }
      _ = try Tickets.claimBook(
        numbers[0], of: home, at: Fixture.now, for: other, on: connection)
      #expect(try claim(numbers[0]) == .heldElsewhere)
      var edit = BookEdit()
      edit.isbn = .clear
      try BookEditing.edit([numbers[1]], edit, in: home.id, at: Fixture.now, on: connection)
      #expect(try claim(numbers[1]) == .withoutISBN)
      _ = try Accounts.use("two", on: connection)
      #expect(try claim(numbers[0]) == .refused(.accountSwitched))
      #expect(try claim(numbers[1]) == .refused(.accountSwitched))
      _ = try BookRemoving.remove([numbers[0]], from: home.id, at: Fixture.now, on: connection)
      #expect(try claim(numbers[0]) == .refused(.removed))
      #expect(try claim(BookNumber(rawValue: 99)) == .refused(.removed))
    }
  }
}
