/// What became of the changes since a mark.
public struct SaveOutcome<Element: PersistentElement>: Sendable {
  /// A change whose fate is decided.
  public struct Decision: Sendable {
    public let change: RecordChange<Element>
    public let verdict: Element.Verdict

    public init(change: RecordChange<Element>, verdict: Element.Verdict) {
      self.change = change
      self.verdict = verdict
    }
  }

  /// The changes in the order in which they were saved.
  public private(set) var decisions: [Decision] = []

  public init(decisions: [Decision] = []) { self.decisions = decisions }

  /// The changes of which a part was refused.
  public var refused: [Decision] { decisions.filter(\.verdict.isRefusal) }

  /// Whether everything was saved.
  public var isSaved: Bool { decisions.allSatisfy { !$0.verdict.isRefusal } }

  mutating func append(_ more: [Decision]) { decisions += more }
}
