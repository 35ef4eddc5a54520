/// What became of one request to a title source.
public enum TitleOutcome: Hashable, Sendable {
  case found(TitleRecord)
  /// The source says that what was fetched last is still right.
  case unchanged
  case notFound
  case failed(TitleFailure)
}
