extension Effect {
  /// Does asynchronous work that may send any number of actions.
  /// - Parameters:
  ///   - priority: the priority of the task.
  ///   - operation: the work. Capture what it needs of the state and of the dependencies before.
  ///   - handler: is given an error that the work throws. Without it an error is reported as a
  ///     mistake at this line; a `CancellationError` is no error.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let run = EffectRun<Action>(priority: priority, place: place) { send in
      do {
        try await operation(send)
      } catch is CancellationError {
        return
      } catch {
        if let handler {
          await handler(error, send)
        } else {
          reportUncaught(error, at: place)
        }
      }
    }
    return Self(operation: .run(run))
  }

  private static func reportUncaught(_ error: any Error, at place: CallSite) {
    IssueReporting.report(
      """
      An effect ended with an error that nothing catches.

        Action: \(Action.self)
        Error: \(error)

      Likely causes: the work inside Effect.run throws, and there is no catch.

      Handle the error inside the work, or pass catch: and send an action that tells the user.
      """, at: place)
  }
}
