public import Catalogue

extension Account.Source {
  public static let file: Self = "file"
}

extension SourceKind {
  static let titleFile = SourceKind(
    .file, "a file of titles in JSON Lines or CSV", endpoint: .path
  ) { account, settings in
    guard let path = account.endpoint, !path.isEmpty else {
      return .failing(
        .unconfigured(
          "account \(account.name) names no title file; give it one with --endpoint PATH"))
    }
    return .titleFile(path: path, table: settings.table)
  }
}

extension TitleSource {
  /// A title file (JSON Lines or a table), read offline.
  ///
  /// In JSON Lines one object a line: `isbn` (ISBN-10 or ISBN-13, as text or number), `title`, `subtitle`,
  /// `authors`, `publisher`, `published`, `language`, `pages`, `series`, `series_number`,
  /// `subjects`. A field of another type fails the one book; a line that is no title is skipped, and
  /// a warning tells of it; of two lines with one ISBN the later counts.
  /// - Parameters:
  ///   - path: the file; it is read when the source is first asked, and again after it has changed.
  ///   - table: reads a file that is a table; nil: only JSON Lines are read.
  public static func titleFile(path: String, table: TitleTable? = nil) -> TitleSource {
    let file = TitleFile(path: path, table: table)
    let limits = Limits(idsPerRequest: 500, requestsAtOnce: 1, requestsPerSecond: .infinity)
    return TitleSource(
      limits: limits, fetch: { requests in await file.outcomes(of: requests) },
      warnings: { file.warnings })
  }
}
