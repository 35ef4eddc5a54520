public import Catalogue

extension TitleSource {
  /// The source that an account asks.
  /// - Parameters:
  ///   - account: its `source` chooses the kind, `endpoint` the place.
  /// - Returns: a source that is usable at once; an account that lacks something gets one whose
  ///   every outcome is `failed(.unconfigured)` and says what is missing.
  public static func live(for account: Account) -> TitleSource {
    switch account.source {
    case .file:
      guard let path = account.endpoint, !path.isEmpty else {
        return .failing(
          .unconfigured(
            "account \(account.name) names no title file; give it one with --endpoint PATH"))
      }
      return .titleFile(path: path)
    case .openLibrary:
      return .failing(.unconfigured("the source open-library cannot be asked yet"))
    case .http:
      return .failing(
        .unconfigured(
          "account \(account.name) has the source http, which cannot be asked yet; "
            + "use open-library or file"))
    }
  }
}
