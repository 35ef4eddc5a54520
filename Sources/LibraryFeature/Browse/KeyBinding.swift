/// What a key means where a list or a book is shown: the keys work by this table, and it is what is
/// shown of them.
public struct KeyBinding: Sendable {
  public let keys: [Key]
  /// How the keys are written for people.
  public let label: String
  /// What they do.
  public let meaning: String
  let order: BrowseFeature.Order

  private init(
    _ keys: [Key], _ label: String, _ meaning: String, _ order: BrowseFeature.Order
  ) {
    self.keys = keys
    self.label = label
    self.meaning = meaning
    self.order = order
  }

  private static let moving = [
    KeyBinding([.down, .character("j")], "↓ j", "one down", .move(.down)),
    KeyBinding([.up, .character("k")], "↑ k", "one up", .move(.up)),
    KeyBinding(
      [.pageDown, .control("f"), .character(" ")], "PgDn Space", "a page down", .move(.pageDown)),
    KeyBinding([.pageUp, .control("b")], "PgUp", "a page up", .move(.pageUp)),
    KeyBinding([.home, .character("g")], "Home g", "to the first", .move(.home)),
    KeyBinding([.end, .character("G")], "End G", "to the last", .move(.end)),
  ]

  private static let everywhere = [
    KeyBinding([.character("d")], "d", "remove the book; u takes it back", .remove),
    KeyBinding([.character("u")], "u", "take back what was done last", .undo),
    KeyBinding([.character("f")], "f", "fetch the book's title now", .fetch),
    KeyBinding([.character("y")], "y", "start a sync, or end it", .sync),
    KeyBinding([.character("a")], "a", "use another account", .chooseAccount),
    KeyBinding([.character("?")], "?", "these keys", .showKeys),
    KeyBinding([.control("c")], "Ctrl-C", "end", .quit),
  ]

  /// The keys of the list.
  public static let list =
    moving + [
      KeyBinding([.enter, .right, .character("l")], "Enter →", "open the book", .open),
      KeyBinding([.character("/")], "/", "search while you type", .search),
      KeyBinding([.escape], "Esc", "show all books again", .clearSearch),
      KeyBinding([.character("s")], "s", "sort by the next key", .sort),
      KeyBinding([.character("r")], "r", "the other way round", .reverse),
    ] + everywhere + [KeyBinding([.character("q")], "q", "end", .quit)]

  /// The keys of an opened book.
  public static let detail =
    moving + [
      KeyBinding([.enter, .character("e")], "Enter e", "edit the field", .edit),
      KeyBinding(
        [.character("x"), .delete], "x Del", "take back what was typed for it", .clearField),
      KeyBinding(
        [.escape, .left, .character("q"), .character("h")], "Esc ← q", "back to the list", .close),
    ] + everywhere

  /// The keys of the choice of an account.
  static let accounts =
    moving + [
      KeyBinding([.enter], "Enter", "use the account", .useAccount),
      KeyBinding([.escape, .character("q")], "Esc q", "back", .close),
      KeyBinding([.control("c")], "Ctrl-C", "end", .quit),
    ]

  /// What a key means by a table.
  static func order(of key: Key, in bindings: [KeyBinding]) -> BrowseFeature.Order? {
    bindings.first { $0.keys.contains(key) }?.order
  }
}

extension BrowseFeature.State {
  /// What a key means where one is; nil: nothing.
  func meaning(of key: Key) -> BrowseFeature.Action? {
    if key == .control("c") { return .order(.quit) }
    if showsKeys { return .order(.close) }
    if accounts != nil {
      return KeyBinding.order(of: key, in: KeyBinding.accounts).map { .order($0) }
    }
    if let detail {
      guard detail.edit != nil else {
        return KeyBinding.order(of: key, in: KeyBinding.detail).map { .order($0) }
      }
      switch key {
      case .enter: return .order(.commitEdit)
      case .escape: return .detail(.cancelEdit)
      default: return .detail(.type(key))
      }
    }
    guard list.isTyping else {
      return KeyBinding.order(of: key, in: KeyBinding.list).map { .order($0) }
    }
    switch key {
    case .enter: return .list(.endSearch)
    case .escape: return .list(.clearSearch)
    case .up: return .list(.move(.up))
    case .down: return .list(.move(.down))
    case .pageUp: return .list(.move(.pageUp))
    case .pageDown: return .list(.move(.pageDown))
    default: return .list(.type(key))
    }
  }
}
