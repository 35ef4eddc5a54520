import Catalogue
import Composable
public import Storage

extension BrowseFeature {
  /// What may be done with the library.
  public enum Access: Hashable, Sendable {
    case writing
    /// It can only be read, for a reason.
    case reading(String)
    /// There is no library yet.
    case absent
  }

  /// Something to be told once, until the next key.
  public struct Notice: Hashable, Sendable {
    public let text: String
    public let isProblem: Bool

    static func said(_ text: String) -> Notice { Notice(text: text, isProblem: false) }

    static func problem(_ text: String) -> Notice { Notice(text: text, isProblem: true) }
  }

  public struct State: Equatable, Sendable {
    /// The window of books, the account and its sync.
    public var library: LibraryFeature.State
    public internal(set) var list: BookListFeature.State
    public internal(set) var detail: BookDetailFeature.State?
    public internal(set) var accounts: AccountChoiceFeature.State?
    /// Whether the keys are listed.
    public internal(set) var showsKeys = false
    public internal(set) var notice: Notice?
    public let access: Access
    /// Whether it ends as soon as the sync has ended.
    public internal(set) var isEnding = false
    /// Whether it is over.
    public internal(set) var isOver = false

    /// - Parameters:
    ///   - library: the library; its account is the one whose books are listed.
    ///   - sort: the order of the list.
    ///   - search: what is looked for to begin with.
    ///   - access: what may be done.
    public init(
      library: LibraryFeature.State, sort: BookSort = BookSort(.number), search: String = "",
      access: Access = .writing
    ) {
      self.library = library
      list = BookListFeature.State(account: library.account, sort: sort, search: search)
      self.access = access
    }

    /// The book that is opened, else the one that is selected; nil: none.
    public var book: BookFeature.State? {
      guard let id = detail?.id ?? list.selectedRow?.id else { return nil }
      return library.books[id: id]
    }

    /// Why nothing can be changed; nil: it can.
    var hindrance: String? {
      switch access {
      case .writing: nil
      case .reading(let reason): "nothing can be changed: \(reason)"
      case .absent: "there is no library yet: `libraryctl add` or `libraryctl import` makes one"
      }
    }
  }
}
