/// What stands behind a field's sign, as it was typed.
struct QueryValue: Hashable, Sendable {
  let text: String
  let isQuoted: Bool
  /// Whether its last word may be the beginning of a longer one.
  let mayGoOn: Bool
}

/// Why a value does not go with its field.
struct QueryValueError: Error {
  let reason: String
  let remedy: String
}
