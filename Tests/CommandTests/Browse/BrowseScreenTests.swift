import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync
import Testing

@testable import LibraryFeature
@testable import libraryctl

/// What is drawn: a function of state and size.
@Suite struct BrowseScreenTests {
  private static let account = Account(
    id: AccountID(rawValue: 1), name: "home", source: .file, epoch: Epoch(rawValue: 1),
    isCurrent: true)

  private static func book(_ number: Int64, _ title: String?, _ author: String? = nil) -> Book {
    var book = Book(
      number: BookNumber(rawValue: number), id: BookID(high: 0x7000, low: UInt64(number)),
      account: account.id, isbn: ISBN(number: 9_780_261_102_217), incarnation: Incarnation(value: 1)
    )
    book.typed.title = title
    book.typed.authors = author.map { [$0] }
    return book
  }

  private static let books: [Book] = {
    var hobbit = book(1, nil)
    hobbit.fetched.title = "The Hobbit"
    hobbit.fetched.authors = ["J. R. R. Tolkien"]
    hobbit.fetched.published = "1937"
    hobbit.imported.title = "hobbit, the"
    hobbit.typed.notes = "Read aloud, twice"
    hobbit.syncState = .fetched
    return [
      hobbit, book(2, "銀河鉄道の夜", "宮沢賢治"), book(3, "Cafe\u{301} Müller"),
      book(4, "الف ليلة وليلة"), book(5, nil),
      book(12, "a\u{1B}]0;x\u{7}\u{202E}\u{9B}2J\nb", "\u{1B}[31mRed"),
    ]
  }()

  private func state(
    _ books: [Book] = Self.books, access: BrowseFeature.Access = .writing,
    _ change: (inout BrowseFeature.State) -> Void = { _ in }
  ) -> BrowseFeature.State {
    let children = books.map { BookFeature.State(book: $0, account: Self.account) }
    let shared = Shared(value: IdentifiedCollection(children), domain: SharedDomain())
    var state = BrowseFeature.State(
      library: LibraryFeature.State(
        books: shared, account: access == .absent ? nil : Self.account), access: access)
    state.list.rows = books.map { BookListFeature.State.Row(id: $0.id, number: $0.number) }
    state.list.total = books.count
    change(&state)
    return state
  }

  private func text(_ state: BrowseFeature.State, _ columns: Int, _ rows: Int) -> String {
    BrowseScreen.frame(state, ScreenSize(columns: columns, rows: rows)).lines.map { line in
      var text = line.text
      while text.last == " " { text.removeLast() }
      return text
    }
    .joined(separator: "\n")
  }

  @Test("the list at 80×24, with wide, combining and right-to-left titles, and one that is hostile")
  func list() {
    #expect(
      text(state(), 80, 10) == """
         home · 6 books · by number ↑
          NO  TITLE                              AUTHORS                 YEAR  SYNC
        >  1  The Hobbit                         J. R. R. Tolkien        1937  fetched
           2  銀河鉄道の夜                       宮沢賢治                      never
           3  Cafe\u{301} Müller                                                      never
           4  الف ليلة وليلة                                                   never
           5  ISBN 9780261102217                                               never
          12  a^[]0;x^G<U+202E><U+009B>2J^Jb     ^[[31mRed                     never

        / search  Enter open  ? keys  q end
        """)
  }

  @Test("a narrow one shows the titles, a small one what fits")
  func small() {
    #expect(
      text(state(), 40, 10) == """
         home · 6 books · by number ↑
          NO  TITLE
        >  1  The Hobbit
           2  銀河鉄道の夜
           3  Cafe\u{301} Müller
           4  الف ليلة وليلة
           5  ISBN 9780261102217
          12  a^[]0;x^G<U+202E><U+009B>2J^Jb

        / search  Enter open  ? keys  q end
        """)
    #expect(
      text(state(), 20, 5) == """
         home · 6 books ·…
          NO  TITLE
        >  1  The Hobbit
           2  銀河鉄道の夜
        / search  Enter ope…
        """)
  }

  @Test("the opened book says who said each field, and what that hides")
  func detail() {
    let state = state { $0.detail = BookDetailFeature.State(id: Self.books[0].id) }
    #expect(
      text(state, 80, 9) == """
         Book 1 · ISBN 9780261102217 · fetched
        The Hobbit
        > title         fetched   The Hobbit
                        imported  hobbit, the
          subtitle
          authors       fetched   J. R. R. Tolkien
          publisher
          published     fetched   1937
        Enter edit  x as others say  d remove  u undo  Esc back  ? keys
        """)
  }

  @Test(
    "a field that is edited has the cursor where it is typed, and the reason why it was refused")
  func edit() {
    let state = state {
      $0.detail = BookDetailFeature.State(id: Self.books[0].id)
      $0.detail?.edit = BookDetailFeature.State.Edit(
        column: .pages, line: LineEditor("日本"), problem: "is not a whole number from 1")
    }
    let frame = BrowseScreen.frame(state, ScreenSize(columns: 60, rows: 8))
    #expect(frame.cursor == ScreenFrame.Place(row: 7, column: 11))
    #expect(frame.lines[7].text.hasPrefix("pages: 日本"))
    #expect(frame.lines[6].text == "that is not a whole number from 1")
  }

  @Test("an empty library and one that is not there say how to add books")
  func empty() {
    #expect(text(state([]), 60, 8).contains("add 9780261102217"))
    let absent = text(state([], access: .absent), 60, 8)
    #expect(absent.contains("There is no library yet") && absent.contains("libraryctl add"))
    let searching = state([]) { $0.list.search = LineEditor("dune") }
    #expect(text(searching, 60, 8).contains("Nothing is found"))
  }

  private var everyState: [BrowseFeature.State] {
    let id = Self.books[5].id
    return [
      state(), state([]), state([], access: .absent), state { $0.showsKeys = true },
      state {
        $0.list.isTyping = true
        $0.list.search = LineEditor(String(repeating: "長い", count: 300))
      },
      state {
        $0.detail = BookDetailFeature.State(id: id)
        $0.detail?.field = BookField.sayable.count - 1
        $0.notice = BrowseFeature.Notice(text: "a\u{1B}[2Jb\nc", isProblem: true)
      },
      state {
        $0.detail = BookDetailFeature.State(id: id)
        $0.detail?.edit = BookDetailFeature.State.Edit(
          column: .title, line: LineEditor("\u{1B}[2J\u{202E}"), problem: nil)
      },
      state { $0.accounts = AccountChoiceFeature.State([Self.account], current: nil) },
      state { $0.list.selected = 5 },
    ]
  }

  @Test(
    "at any size no line is wider than the screen, and nothing in it is obeyed by a terminal",
    arguments: [(80, 24), (40, 10), (20, 5), (200, 50), (1, 1), (2, 2), (3, 200), (500, 1)])
  func safe(columns: Int, rows: Int) {
    let size = ScreenSize(columns: columns, rows: rows)
    for state in everyState {
      let frame = BrowseScreen.frame(state, size)
      #expect(frame.lines.count == rows)
      for line in frame.lines {
        #expect(DisplayWidth.columns(of: line.text) <= columns, "\(line.text)")
        #expect(!line.text.unicodeScalars.contains(where: TerminalText.isHarmful), "\(line.text)")
      }
      if let cursor = frame.cursor {
        #expect(cursor.row < rows && cursor.column < columns)
      }
    }
  }

  @Test("what is painted one after the other is what each frame says, whichever was before")
  func painter() {
    var model = TerminalModel(columns: 60, rows: 12)
    model.take(TerminalRestoration.entering.utf8)
    var painter = ScreenPainter(usesColor: true)
    let size = ScreenSize(columns: 60, rows: 12)
    for state in everyState + everyState.reversed() {
      let frame = BrowseScreen.frame(state, size)
      model.take(painter.bytes(for: frame))
      for (shown, line) in zip(model.lines, frame.lines) {
        var text = line.text
        while text.last == " " { text.removeLast() }
        #expect(shown == text)
      }
      #expect(model.isCursorShown == (frame.cursor != nil))
      #expect(painter.bytes(for: frame) == [], "nothing is written twice")
    }
    #expect(model.unknown == [])
  }

  @Test("only the lines that differ are written")
  func difference() {
    var painter = ScreenPainter(usesColor: false)
    let size = ScreenSize(columns: 200, rows: 50)
    let whole = painter.bytes(for: BrowseScreen.frame(state(), size)).count
    let moved = state { $0.list.selected = 1 }
    let bytes = painter.bytes(for: BrowseScreen.frame(moved, size))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\u{1B}[3;1H") && text.contains("\u{1B}[4;1H"))
    #expect(text.count { $0 == "\u{1B}" } < 20 && bytes.count < whole)
  }

  @Test("a text of a megabyte in every place is drawn as fast as any other: it is not looked at")
  func longText() {
    let long = String(repeating: "e\u{301}", count: 200_000)
    let state = state([Self.book(1, long, long)]) { $0.notice = nil }
    let frame = BrowseScreen.frame(state, ScreenSize(columns: 80, rows: 24))
    #expect(frame.lines.allSatisfy { $0.text.utf8.count < 8000 })
  }
}
