import Composable

extension TestStore {
  /// Reduces what effects have sent and what follows from it, until none of them can send more
  /// without something from outside, and asserts none of it.
  /// - Parameter strict: whether it is a failure that there is nothing to skip.
  nonisolated(nonsending) public func skipReceivedActions(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(at: place)
    var count = 0
    while !Task.isCancelled {
      await inbox.waitForIdleEffects()
      let skipped = skipPending(at: place)
      if skipped == 0 { break }
      count += skipped
    }
    if count == 0 && strict { failNothingToSkip("received action", at: place) }
  }

  /// Cancels every effect in flight, and does not wait for its end.
  /// - Parameter strict: whether it is a failure that no effect is in flight.
  nonisolated(nonsending) public func skipInFlightEffects(
    strict: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(at: place)
    await inbox.waitForIdleEffects()
    // What was sent by an effect that is cancelled now would be dropped with it.
    if exhaustivity == .on {
      let pending = inbox.pending
      if !pending.isEmpty { failSkippedWhileWaiting(pending, at: place) }
    } else {
      skipPending(at: place)
    }
    let flights = inbox.flights
    core.abandonEffects()
    if flights.isEmpty && strict { failNothingToSkip("effect in flight", at: place) }
    if !flights.isEmpty { noteSkipped(flights, at: place) }
    await inbox.waitForIdleEffects()
  }

  /// Reduces what waits to be received, without asserting it.
  /// - Returns: how many actions there were.
  @discardableResult
  func skipPending(at place: CallSite) -> Int {
    var skipped: [Action] = []
    // Only what waits now: what follows from it comes after.
    for _ in inbox.pending {
      guard let entry = inbox.takeFirst() else { break }
      skipped.append(entry.action)
      core.receive(entry.action, from: entry.node)
    }
    noteSkipped(skipped, at: place)
    return skipped.count
  }
}
