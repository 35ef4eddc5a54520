/// An action for one element, or for many, whose feature is given: `IdentifiedActionOf<Book>` for
/// `IdentifiedAction<Book.State.ID, Book.Action>`.
public typealias IdentifiedActionOf<Element: Reducer> =
  IdentifiedAction<Element.State.ID, Element.Action>
where Element.State: Identifiable, Element.State.ID: Sendable
