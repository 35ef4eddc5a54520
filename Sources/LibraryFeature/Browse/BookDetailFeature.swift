public import Catalogue
public import Composable

/// Everything that is known of one book, field by field; a field can be chosen and edited.
///
/// What is known is in the library's window; this knows where one is in it.
public struct BookDetailFeature: Reducer {
  public struct State: Equatable, Sendable, Identifiable {
    /// A field while it is edited.
    public struct Edit: Equatable, Sendable {
      public let column: BookField
      public internal(set) var line: LineEditor
      /// Why what is typed was not taken.
      public internal(set) var problem: String?
    }

    public let id: BookID
    /// Which field is chosen.
    public internal(set) var field = 0
    public internal(set) var edit: Edit?

    public init(id: BookID) { self.id = id }

    /// The chosen field.
    public var column: BookField { BookField.sayable[field] }
  }

  public enum Action: Sendable {
    case move(BookListFeature.Move)
    /// Edits the chosen field, beginning with what is shown.
    case beginEdit(String)
    case type(Key)
    case cancelEdit
    /// What was typed is no value of the field.
    case refuse(String)
    /// It was taken.
    case endEdit
  }

  /// How many fields a page of them is.
  private static let page = 8

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .move(let move):
      state.field = move.place(
        from: state.field, of: BookField.sayable.count, page: Self.page)
    case .beginEdit(let text):
      state.edit = State.Edit(column: state.column, line: LineEditor(text))
    case .type(let key):
      if state.edit?.line.take(key) == true { state.edit?.problem = nil }
    case .cancelEdit, .endEdit:
      state.edit = nil
    case .refuse(let reason):
      state.edit?.problem = reason
    }
    return .none
  }
}
