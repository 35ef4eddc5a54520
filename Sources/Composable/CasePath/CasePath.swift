/// A way into one case of an enum: how to make the case from its value, and how to get the value.
///
/// Written by hand, as a static property in an extension:
///
/// ```swift
/// extension CasePath where Root == Library.Action, Value == IdentifiedAction<BookID, Book.Action> {
///   static var books: Self {
///     Self(embed: Library.Action.books) { if case .books(let value) = $0 { value } else { nil } }
///   }
/// }
/// ```
public struct CasePath<Root, Value>: Sendable {
  /// Makes the case.
  public let embed: @Sendable (Value) -> Root
  /// Gives the value when the root is this case.
  public let extract: @Sendable (Root) -> Value?

  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// A way into a case of a case.
  @inlinable
  public func appending<Leaf>(_ path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    CasePath<Root, Leaf>(
      embed: { [embed] in embed(path.embed($0)) },
      extract: { [extract] in extract($0).flatMap(path.extract) })
  }

  /// Changes the value in place when the root is this case.
  ///
  /// The value is held once while `body` runs, so a large collection in it is not copied.
  /// - Returns: what `body` returns; nil when the root is another case.
  @inlinable
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) -> Result
  ) -> Result? {
    withUnsafeMutablePointer(to: &root) { place in
      // Moved out, so that nothing else holds the value; each way out puts a root back.
      let whole = place.move()
      guard var value = extract(whole) else {
        place.initialize(to: whole)
        return nil
      }
      // mutant case-in-place: `_ = consume whole` -> `_ = whole` (AbsentChildTests)
      _ = consume whole
      let result = body(&value)
      place.initialize(to: embed(value))
      return result
    }
  }
}
