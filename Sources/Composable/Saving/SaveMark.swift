/// A point in the life of a shared collection, from which on the fate of its changes is collected.
public final class SaveMark<Element: PersistentElement>: @unchecked Sendable {
  // Sendable: `outcome` is read and written only under the lock of the collection's domain.
  var outcome = SaveOutcome<Element>()

  init() {}
}

extension SaveMark: Equatable {
  /// Whether both are the same mark.
  public static func == (left: SaveMark, right: SaveMark) -> Bool { left === right }
}
