import Catalogue

extension BookDetails {
  /// Takes over everyone who had a part, in order: those who wrote are the authors, of a collection its
  /// editors, and where neither is named, all; `contributors` has all of them with their parts.
  mutating func setPeople(_ people: [Contributor]) {
    guard !people.isEmpty else { return }
    var named = people.filter { $0.role == nil || $0.role == "author" || $0.role == "creator" }
    if named.isEmpty { named = people.filter { $0.role == "editor" || $0.role == "compiler" } }
    if named.isEmpty { named = people }
    authors = Distinct(named.map(\.name)).values
    // Who is not among the authors has a part that was said.
    let saysMore = people.contains { $0.sortName != nil || $0.role != nil || $0.dates != nil }
    contributors = saysMore ? people : nil
  }
}
