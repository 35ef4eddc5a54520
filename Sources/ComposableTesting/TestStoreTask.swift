import Composable

/// What an action that was sent to a test's store has led to.
public struct TestStoreTask: Sendable {
  let task: StoreTask
  let host: any TestStoreTaskHost

  /// Waits until the effects of the action have ended; what they have sent stays to be received.
  ///
  /// It fails at once when each effect that is left waits for a test's clock.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await host.finish(
      task, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects of the action, and lets them come to their end; what they have sent and
  /// nobody has received is dropped.
  public func cancel() async {
    task.cancel()
    await host.waitForIdleEffects()
  }
}

/// The inbox of a store, for a task that does not know the store's types.
protocol TestStoreTaskHost: Sendable {
  func finish(_ task: StoreTask, at place: CallSite) async
  func waitForIdleEffects() async
}

extension TestInbox: TestStoreTaskHost where State: Equatable {
  func finish(_ task: StoreTask, at place: CallSite) async {
    await wait(for: .task(task))
    if core.domain.withLock({ !task.isWorking }) { return }
    let report = core.dependencies.issueReporter ?? TestFailure.record
    report(
      TestStore<State, Action>.unfinishedText("The end of an action's effects was awaited", self),
      place)
  }
}
