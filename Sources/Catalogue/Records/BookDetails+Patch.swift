extension BookDetails {
  /// These details with what another answer says put over them; what it leaves out stays.
  ///
  /// It is what SQLite's `json_patch` makes of the two as JSON (RFC 7396), for an answer without
  /// nulls.
  public func patched(by answer: BookDetails) -> BookDetails {
    var patched = self
    for field in BookField.stored where field.kind != .identifiers && answer.says(field) {
      patched.copy(field, from: answer)
    }
    patched.identifiers = Self.merged(identifiers, answer.identifiers)
    patched.raw = Self.merged(raw, answer.raw)
    patched.other = Self.merged(other, answer.other)
    return patched
  }

  private static func merged<Value>(
    _ old: [String: Value]?, _ new: [String: Value]?
  ) -> [String: Value]? {
    guard let old, let new else { return new ?? old }
    return old.merging(new) { $1 }
  }
}
