/// The user's directories (https://specifications.freedesktop.org/basedir-spec/).
enum UserDirectory {
  /// Where settings and tokens are; nil when neither XDG_CONFIG_HOME nor HOME says.
  static var configuration: String? { path("XDG_CONFIG_HOME", else: "/.config") }

  /// Where the library is unless it is named; nil when neither XDG_DATA_HOME nor HOME says.
  static var data: String? { path("XDG_DATA_HOME", else: "/.local/share") }

  /// A relative path in the variable is to be ignored, says the specification.
  private static func path(_ variable: String, else below: String) -> String? {
    if let path = Environment.value(variable), path.hasPrefix("/") { return path }
    return Environment.value("HOME").map { $0 + below }
  }
}
