extension Optional {
  /// The value of a case, when there is something and it is in this case; it may be changed in place.
  ///
  /// What is assigned becomes the case with the value; nil makes nil of it when it is in this case.
  subscript<Value>(case path: CasePath<Wrapped, Value>) -> Value? {
    get { flatMap(path.extract) }
    set {
      if newValue != nil || self[case: path] != nil { self = newValue.map(path.embed) }
    }
    _modify {
      var value = self[case: path]
      let isCase = value != nil
      // Nothing else holds the value meanwhile.
      if isCase { self = nil }
      defer { if isCase || value != nil { self = value.map(path.embed) } }
      yield &value
    }
  }
}
