import Composable
import Glibc

/// What the user has chosen.
struct Settings: Codable, Equatable, Sendable {
  enum Sort: String, Codable { case author, title }

  var sort = Sort.title
  var showsRead = true
}

extension SharedKey where Self == FileStorageKey<Settings> {
  /// The settings of the user, in a file.
  static var settings: Self { .fileStorage(DependencyValues.current.settingsFile) }
}

extension DependencyValues {
  /// The file with the settings; in tests it is only a name.
  var settingsFile: String {
    get { self[SettingsFile.self] }
    set { self[SettingsFile.self] = newValue }
  }

  private enum SettingsFile: DependencyKey {
    static var liveValue: String {
      let home = getenv("HOME").map { String(cString: $0) } ?? "."
      return home + "/.config/reader.json"
    }
    static let testValue = "settings.json"
  }
}
