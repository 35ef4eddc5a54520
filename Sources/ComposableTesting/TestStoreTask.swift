import Composable

/// What an action that was sent to a test's store has led to.
public struct TestStoreTask: Sendable {
  private let task: StoreTask
  private let waitForTask: @Sendable () async -> Bool
  private let waitForIdleEffects: @Sendable () async -> Void
  private let fail: @Sendable (CallSite) -> Void

  init<State, Action>(task: StoreTask, store: TestStore<State, Action>) {
    self.task = task
    let inbox = store.inbox
    waitForTask = {
      await inbox.wait(for: .task(task))
      return inbox.isDone(task)
    }
    waitForIdleEffects = { await inbox.waitForIdleEffects() }
    let reporter = store.reporter
    fail = {
      let what = "The end of an action's effects was awaited"
      reporter(TestStore<State, Action>.unfinishedText(what, inbox), $0)
    }
  }

  /// Waits until the effects of the action have ended; what they have sent stays to be received.
  ///
  /// It fails at once when each effect that is left waits for a test's clock.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    if await waitForTask() { return }
    fail(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects of the action, and lets them come to their end; what they have sent and
  /// nobody has received is dropped.
  public func cancel() async {
    task.cancel()
    await waitForIdleEffects()
  }
}
