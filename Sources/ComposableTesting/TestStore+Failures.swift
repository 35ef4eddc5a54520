import Composable

// What a test's store says. Each text is asserted in full in TestStoreFailureTests.
extension TestStore {
  var reporter: IssueReporting.Reporter { core.dependencies.issueReporter ?? TestFailure.record }

  // MARK: Values

  func failDifferent(
    _ what: String, _ expected: any Sendable, _ actual: any Sendable, _ subject: Subject,
    at place: CallSite
  ) {
    let cause =
      switch (subject, exhaustivity) {
      case (.assert, _):
        """
        The closure of assert is given the state as it is, and must not change it: assign what you \
        expect ($0.count = 2), do not count from what is there ($0.count += 1).
        """
      case (.action, .on):
        """
        Likely causes: the closure says too little, too much or nothing, or the reducer does not do \
        what it should. The closure is given the value from before the action; let it make every \
        change that the action makes.
        """
      case (.action, .off):
        """
        In a test that is not exhaustive the closure is given the state from after the action, and \
        must not change it: assign what you expect ($0.count = 2), do not count from what was there \
        ($0.count += 1).
        """
      }
    reporter(
      """
      \(what) not as expected\(after(subject)).

      \(ValueDifference.text(expected: expected, actual: actual))

      (− expected, + actual)

      \(cause)
      """, place)
  }

  func failThrew(_ error: any Error, _ subject: Subject, at place: CallSite) {
    reporter(
      """
      The expectation\(after(subject)) ended with an error, and nothing was compared.

        Error: \(error)

      Likely causes: a #require or a try in the closure did not hold.

      Let the closure only assign what is expected, and check other things outside of it.
      """, place)
  }

  private func after(_ subject: Subject) -> String {
    if case .action(let action) = subject { " after \(ActionText.text(action))" } else { "" }
  }

  func reportUnasserted(at place: CallSite) {
    let changes = unasserted.take()
    guard exhaustivity != .off(showSkippedAssertions: false), !changes.isEmpty else { return }
    let texts = changes.map { change in
      """
        By: \(change.effect.map { "the effect at \($0.shortName)" } ?? "no effect of this store")

      \(ValueDifference.text(expected: change.expected, actual: change.actual))
      """
    }
    let text = """
      A shared value was changed outside of any action, and nothing asserts it.

      \(texts.joined(separator: "\n\n"))

      (− before, + after)

      Likely causes: an effect changes a shared value itself, or the test does.

      Let the effect send an action, and let its reducer change the value.
      """
    if exhaustivity == .on { reporter(text, place) } else { note(text, at: place) }
  }

  // MARK: Actions

  func failSentWhileWaiting(_ pending: [Action], at place: CallSite) {
    reporter(
      """
      An action was sent while \(counted(pending.count, "received action")) \
      \(pending.count == 1 ? "waits" : "wait").

      \(list(pending))

      Likely causes: an effect sends more than the test says.

      Receive what effects have sent before sending the next action, or skip it with \
      skipReceivedActions().
      """, place)
  }

  func failSkippedWhileWaiting(_ pending: [Action], at place: CallSite) {
    reporter(
      """
      Effects in flight were skipped while \(counted(pending.count, "received action")) \
      \(pending.count == 1 ? "waits" : "wait").

      \(list(pending))

      Likely causes: an effect has sent something before it was skipped; it is dropped with it.

      Receive what effects have sent before, or skip it with skipReceivedActions().
      """, place)
  }

  func failAnother(_ expected: String, _ received: Action, at place: CallSite) {
    reporter(
      """
      Another action was received than the one expected.

        Expected: \(expected)
        Received: \(ActionText.text(received))

      Likely causes: effects send in another order, or one sends more than the test says.

      Receive this action first. It was reduced now, and its changes were not compared.
      """, place)
  }

  func failNone(_ expected: String, _ skipped: [Action], at place: CallSite) {
    let flights = inbox.flights
    var facts = "  Expected: \(expected)\n  Effects in flight: \(flights.count)"
    for line in Self.lines(flights) { facts += "\n  \(line)" }
    if !skipped.isEmpty {
      facts += "\n  Skipped:"
      for line in list(skipped).unicodeScalars.split(separator: "\n") { facts += "\n  \(String(line))" }
    }
    let cause =
      flights.isEmpty
      ? """
      Likely causes: the effect sends nothing, it was cancelled, or its feature is gone.

      Check that the action before this one starts the effect, and what the effect is given.
      """
      : Task.isCancelled
        ? "The test was cancelled while it waited, for example by a time limit."
        : """
        Likely causes: the effect waits for a clock that has to be moved first.

        Move the clock with advance(by:) before receiving.
        """
    reporter(
      """
      An action was expected, and none came.

      \(facts)

      \(cause)
      """, place)
  }

  func failNothingToSkip(_ what: String, at place: CallSite) {
    reporter(
      """
      There was no \(what) to skip.

      Likely causes: it was received or has ended already, or it never came.

      Remove the call, or pass strict: false when there need not be any.
      """, place)
  }

  // MARK: The end

  /// When something is left.
  enum End {
    case finish
    case letGo
  }

  func reportLeft(_ end: End, at place: CallSite) {
    let report: (String) -> Void =
      switch exhaustivity {
      case .on: { [reporter] in reporter($0, place) }
      case .off(true): { [self] in note($0, at: place) }
      case .off(false): { _ in }
      }
    let pending = inbox.pending
    if !pending.isEmpty {
      report(
        """
        The test ends, and \(counted(pending.count, "received action")) \
        \(pending.count == 1 ? "was" : "were") not handled.

        \(list(pending))

        Likely causes: an effect sends more than the test says.

        Receive what effects have sent, skip it with skipReceivedActions(), or end the effects that \
        send it.
        """)
    }
    if inbox.inFlight > 0 {
      var text = Self.unfinishedText("The test ends", inbox)
      if case .letGo = end {
        text +=
          "\n\nThe store was let go without finish(); await it last, since it waits for effects."
      }
      report(text)
    }
  }

  static func unfinishedText(_ what: String, _ inbox: TestInbox<State, Action>) -> String {
    let flights = inbox.flights
    let parked = flights.count { $0.deadline != nil }
    return """
      \(what), and \(flights.count) \(flights.count == 1 ? "effect is" : "effects are") still in \
      flight, of which \(parked) \(parked == 1 ? "waits" : "wait") for a test's clock.

      \(lines(flights).joined(separator: "\n"))

      Likely causes: a clock was not moved far enough, a long-living effect was not cancelled, or \
      something that the effect waits for never comes.

      Move the clock, send the action that ends the effect, or skip it with skipInFlightEffects().
      """
  }

  // MARK: What was skipped

  func noteUnasserted(_ differences: [String], after action: Action, at place: CallSite) {
    note(
      """
      Not all that changed after \(ActionText.text(action)) was asserted.

      \(differences.joined(separator: "\n\n"))

      (− asserted, + actual)
      """, at: place)
  }

  func noteSkipped(_ actions: [Action], at place: CallSite) {
    if actions.isEmpty { return }
    note(
      """
      \(counted(actions.count, "received action")) \
      \(actions.count == 1 ? "was" : "were") skipped.

      \(list(actions))
      """, at: place)
  }

  func noteSkipped(_ flights: [TestInbox<State, Action>.Flight], at place: CallSite) {
    note(
      """
      \(counted(flights.count, "effect")) in flight \
      \(flights.count == 1 ? "was" : "were") cancelled.

      \(Self.lines(flights).joined(separator: "\n"))
      """, at: place)
  }

  private func note(_ message: String, at place: CallSite) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    core.dependencies.skippedAssertionReporter(message, place)
  }

  // MARK: Words

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private func list(_ actions: [Action]) -> String {
    var lines = actions.prefix(10).map { "  \(ActionText.text($0))" }
    if actions.count > 10 { lines.append("  … and \(actions.count - 10) more") }
    return lines.joined(separator: "\n")
  }

  static func lines(_ flights: [TestInbox<State, Action>.Flight]) -> [String] {
    var lines = flights.prefix(10).map { flight in
      if let deadline = flight.deadline {
        "  \(flight.place.shortName) waits for a test's clock until \(deadline)"
      } else {
        "  \(flight.place.shortName) works, or waits for something else"
      }
    }
    if flights.count > 10 { lines.append("  … and \(flights.count - 10) more") }
    return lines
  }
}
