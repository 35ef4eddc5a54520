extension SharedDomain {
  /// The shared value that a key names, made when nobody uses it yet; called under the lock.
  ///
  /// A key that names a value of another type is a mistake: it is reported, and the asker gets a
  /// value of its own.
  func reference<Value>(
    to key: String, at place: CallSite, orMake make: () -> SharedStorage<Value>
  ) -> SharedStorage<Value> {
    let known = references[key]?.object
    if let known = known as? SharedStorage<Value> { return known }
    let storage = make()
    if let known {
      reportOtherValue(of: key, known: known, wanted: Value.self, at: place)
    } else {
      references[key] = WeakReference(object: storage)
    }
    return storage
  }

  private func reportOtherValue(
    of key: String, known: AnyObject, wanted: Any.Type, at place: CallSite
  ) {
    IssueReporting.report(
      """
      A key of a shared value names a value of another type, so what asks here gets a value of its \
      own.

        Key: \(key)
        Wanted: \(wanted)
        Known: \(type(of: known))

      Likely causes: two features use one name for different things, or one declares another type.

      Give the keys different names, or the values one type.
      """, at: place)
  }
}
