public import Catalogue
import Composable
public import Storage

extension BookListFeature {
  /// The list of an account's books: a window of rows around the one that is selected, of however
  /// many there are.
  public struct State: Equatable, Sendable {
    /// A book of the list; what is shown of it is in the library's window.
    public struct Row: Hashable, Sendable {
      public let id: BookID
      public let number: BookNumber
    }

    /// Why the list is not what was asked for.
    public enum Problem: Hashable, Sendable {
      case query(BookQueryError)
      case failed(String)
    }

    /// Whose books; nil: nobody's, and the list is empty.
    public internal(set) var account: Account?
    public internal(set) var sort: BookSort
    /// What is looked for, as it is typed.
    public internal(set) var search = LineEditor()
    /// Whether keys go to the search.
    public internal(set) var isTyping = false
    /// The rows of the window, in order.
    public internal(set) var rows: [Row] = []
    /// Whether the list goes on before the window, and behind it.
    public internal(set) var hasBefore = false
    public internal(set) var hasAfter = false
    /// Where in the window the selected row is; 0 in an empty one.
    public internal(set) var selected = 0
    /// Where in the window the first row is that is seen.
    public internal(set) var top = 0
    /// How many rows are seen at once.
    public internal(set) var height: Int
    /// The question that has no answer yet.
    public internal(set) var loading: PageRequest?
    /// The question whose answer is shown.
    var answered: PageRequest?
    /// Which books are shown; nil: all.
    var query: BookQuery?
    /// Whether others have changed something since the last question.
    var isStale = false
    /// How many questions there were.
    var serial = 0
    /// How many books the account has; nil: it is not known yet.
    public internal(set) var total: Int?
    public internal(set) var problem: Problem?
    /// Books whose rows cannot be read, and which are left out.
    public internal(set) var unreadable: [BookNumber] = []

    /// - Parameters:
    ///   - account: whose books.
    ///   - sort: the order.
    ///   - search: what is looked for to begin with.
    ///   - height: how many rows are seen at once.
    public init(
      account: Account?, sort: BookSort = BookSort(.number), search: String = "", height: Int = 20
    ) {
      self.account = account
      self.sort = sort
      self.search = LineEditor(search)
      self.height = max(1, height)
    }

    /// The selected row; nil in an empty list.
    public var selectedRow: Row? { rows.indices.contains(selected) ? rows[selected] : nil }

    /// Whether the list is being looked for anew, and what is shown is the one before.
    public var isSearching: Bool {
      guard let loading, !loading.isRefresh else { return false }
      return loading.query != answered?.query || loading.account != answered?.account
    }

    /// How many rows a page has: more than are seen, so that keys find them there.
    var pageSize: Int { max(200, 3 * height) }
  }
}

// MARK: Moving

extension BookListFeature.State {
  /// Brings the selected row into sight.
  mutating func scroll() {
    selected = min(max(selected, 0), max(0, rows.count - 1))
    top = min(top, selected)
    top = max(top, selected - height + 1)
    top = min(max(top, 0), max(0, rows.count - height))
  }

  mutating func move(by distance: Int) {
    selected = min(max(selected + distance, 0), max(0, rows.count - 1))
    scroll()
  }

  /// The page that is needed next, so that the list goes on where one is going; nil: none.
  var neededPlace: PageRequest.Place? {
    guard loading?.isRefresh ?? true, let first = rows.first, let last = rows.last else {
      return nil
    }
    let margin = max(50, 2 * height)
    if hasAfter, rows.count - selected <= margin { return .after(last.number) }
    if hasBefore, selected < margin { return .before(first.number) }
    return nil
  }

  /// Makes a question of what is asked for now; an answer to an earlier one is too late from here on.
  mutating func ask(for place: PageRequest.Place, isRefresh: Bool = false) -> PageRequest? {
    guard let account else { return nil }
    if loading?.isRefresh == true { isStale = true }
    if isRefresh { isStale = false }
    serial += 1
    let request = PageRequest(
      serial: serial, account: account, query: query, sort: sort, place: place, limit: pageSize,
      isRefresh: isRefresh)
    loading = request
    return request
  }

  /// Where one is, as a place of the list.
  var here: PageRequest.Place { selectedRow.map { .around($0.number) } ?? .start }
}

// MARK: Taking pages

extension BookListFeature.State {
  /// Takes an answer in.
  mutating func take(_ page: LoadedPage, for request: PageRequest) {
    loading = nil
    answered = request
    problem = nil
    let found = page.books.books.map { Row(id: $0.id, number: $0.number) }
    switch request.place {
    case .start, .end, .around:
      unreadable = page.unreadable
      replaceRows(with: found, page, for: request)
    case .after:
      unreadable += page.unreadable
      let known = Set(rows.map(\.id))
      rows += found.filter { !known.contains($0.id) }
      hasAfter = page.hasAfter
      let excess = min(rows.count - 3 * pageSize, top)
      if excess > 0 {
        rows.removeFirst(excess)
        selected -= excess
        top -= excess
        hasBefore = true
      }
    case .before:
      unreadable += page.unreadable
      let known = Set(rows.map(\.id))
      let new = found.filter { !known.contains($0.id) }
      rows = new + rows
      selected += new.count
      top += new.count
      hasBefore = page.hasBefore
      let excess = min(rows.count - 3 * pageSize, rows.count - (top + height))
      if excess > 0 {
        rows.removeLast(excess)
        hasAfter = true
      }
    }
    scroll()
  }

  private mutating func replaceRows(
    with found: [Row], _ page: LoadedPage, for request: PageRequest
  ) {
    let distance = selected - top
    let current = selectedRow?.id
    rows = found
    hasBefore = page.hasBefore
    hasAfter = page.hasAfter
    selected = page.position
    switch request.place {
    case .around:
      // One may have gone on since it was asked.
      // mutant browse-moved-meanwhile:
      //   `if let place = found.firstIndex(where: { $0.id == current }) { selected = place }`
      //   -> `_ = current` (BrowseListTests)
      if let place = found.firstIndex(where: { $0.id == current }) { selected = place }
      top = selected - distance
    default: top = 0
    }
  }

  /// Leaves out rows whose books are gone.
  mutating func keepRows(where isThere: (Row) -> Bool) {
    let before = rows.prefix(selected).count { !isThere($0) }
    let above = rows.prefix(top).count { !isThere($0) }
    let count = rows.count
    rows.removeAll { !isThere($0) }
    if rows.count == count { return }
    selected -= before
    top -= above
    scroll()
  }

  /// Shows another account's books.
  mutating func show(_ account: Account?) {
    self.account = account
    rows = []
    selected = 0
    top = 0
    hasBefore = false
    hasAfter = false
    total = nil
    loading = nil
    problem = nil
    unreadable = []
  }
}

// MARK: News

extension BookListFeature.State {
  /// Whether news may have changed which books are listed, or their order.
  func concerns(_ news: BookNews) -> Bool {
    if news.mustReload { return true }
    var known: Set<BookID>?
    return news.changes.contains { change in
      guard case .changed(let book, let isNew) = change else { return false }
      guard book.account == account?.id else { return false }
      let ids = known ?? Set(rows.map(\.id))
      known = ids
      if ids.contains(book.id), !isNew { return query != nil || sort.key != .number }
      return isAround(book.number)
    }
  }

  /// Whether a book that is not in the window may belong into it.
  private func isAround(_ number: BookNumber) -> Bool {
    guard query == nil, sort.key == .number, let first = rows.first?.number,
      let last = rows.last?.number
    else { return true }
    let isBefore = sort.descending ? number > first : number < first
    let isBehind = sort.descending ? number < last : number > last
    return !(isBefore && hasBefore) && !(isBehind && hasAfter)
  }
}

extension BookNews {
  /// Whether there may be more books than before, or fewer.
  var mayChangeCount: Bool {
    mustReload
      || changes.contains { change in
        switch change {
        case .changed(_, let isNew): isNew
        case .removed, .deleted, .unreadable: true
        }
      }
  }
}
