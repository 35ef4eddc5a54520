/// Findings as they are found: a library that is wrong throughout must not fill the memory.
struct FindingList: Hashable, Sendable {
  /// How many of one kind are listed; more are only counted.
  static let limit = 100

  private(set) var findings: [DatabaseFinding] = []
  private(set) var counts: [DatabaseFinding.Kind: Int] = [:]

  mutating func add(_ finding: DatabaseFinding) {
    counts[finding.kind, default: 0] += 1
    if counts[finding.kind, default: 0] <= Self.limit { findings.append(finding) }
  }

  /// Says how many are not listed.
  var omissions: [String] {
    counts.filter { $0.value > Self.limit }.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value - Self.limit) more of the kind \($0.key.rawValue)" }
  }
}
