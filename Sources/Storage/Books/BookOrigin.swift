/// Who said something of a book. What was typed is shown before what was fetched, and that before
/// what was imported.
public enum BookOrigin: String, Hashable, Sendable, CaseIterable {
  case typed, fetched, imported
}
