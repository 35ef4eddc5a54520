public import Composable
public import Storage

extension LibraryFeature {
  /// What comes from the database by itself.
  public enum StorageAction: Sendable {
    /// Books have changed, whoever did it. The mark is older than what was read of them.
    case changed(BookNews, since: SaveMark<BookFeature.State>)
    /// What became of changes.
    case saved(Outcome)
    /// It failed.
    case failed(StorageFailure)
  }
}
