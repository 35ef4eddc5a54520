/// Prints what actions do to a state; for looking into a program that runs.
public struct _ReducerPrinter<State: Sendable, Action: Sendable>: Sendable {
  /// What an action has done.
  public struct Change: Sendable {
    public let action: Action
    public let oldState: State
    public let newState: State
    /// The old and new values of the shared values that it changed.
    let shared: [(old: any Sendable, new: any Sendable)]
  }

  let print: @Sendable (Change) -> Void

  /// Makes a printer of a function.
  /// - Parameter print: is told of each action that was reduced; one after the other, in the order
  ///   of the actions, and not while the store reduces. A shared value in either state shows as it
  ///   is then.
  public init(_ print: @escaping @Sendable (Change) -> Void) { self.print = print }

  /// Prints each action and the difference that it made.
  /// - Parameter write: takes a text without its last line's end; nil: standard error.
  public static func difference(
    to write: (@Sendable (String) -> Void)? = nil
  ) -> Self {
    let write = write ?? StandardError.write
    return Self { change in write(change.text) }
  }

  /// Prints each action and the difference that it made, to standard error.
  public static var difference: Self { difference() }

  /// Prints each action in one line and nothing else, to standard error.
  public static var actionLabels: Self {
    Self { StandardError.write("received action: \(ValueReading().line($0.action))") }
  }
}

extension _ReducerPrinter.Change {
  /// The action, and what it changed, as text.
  var text: String {
    let states = [(old: oldState as any Sendable, new: newState as any Sendable)] + shared
    let differences = states.compactMap { ValueDifference.text(from: $0.old, to: $0.new) }
    return """
      received action:
      \(ValueDifference.text(of: action))
      \(differences.isEmpty ? "  (no state changes)" : differences.joined(separator: "\n"))

      """
  }
}
