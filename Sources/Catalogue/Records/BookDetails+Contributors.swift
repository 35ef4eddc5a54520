extension BookDetails {
  /// Takes people over as authors, in order; with what is said of them beside their names.
  /// - Parameter people: those of whom the origin speaks; none: nothing changes.
  public mutating func setContributors(_ people: [Contributor]) {
    guard !people.isEmpty else { return }
    authors = people.map(\.name)
    let saysMore = people.contains { $0.sortName != nil || $0.role != nil || $0.dates != nil }
    contributors = saysMore ? people : nil
  }
}
