/// What became of a change that was to be saved.
public protocol SaveVerdict: Sendable {
  /// Whether a part of the change was refused.
  var isRefusal: Bool { get }
}
