extension IdentifiedCollection: CustomStringConvertible {
  public var description: String { Array(self).description }
}

extension IdentifiedCollection: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
