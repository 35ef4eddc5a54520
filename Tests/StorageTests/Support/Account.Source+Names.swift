import Catalogue

/// Kinds of source by the names that programs write; what they are does not matter here.
extension Account.Source {
  static let openLibrary: Self = "open-library"
  static let file: Self = "file"
  static let http: Self = "http"
}

extension EndpointShape {
  /// What the kinds above take.
  init(of source: Account.Source) {
    switch source {
    case .file: self = .path
    case .http: self = .url(isNeeded: true)
    default: self = .url(isNeeded: false)
    }
  }
}
