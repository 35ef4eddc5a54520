import Composable

extension TestStore {
  /// What an expectation is about.
  enum Subject {
    case action(Action)
    case assert
  }

  /// Reduces an action, and checks what it changes.
  @discardableResult
  func reduce<Result>(
    _ action: Action, _ expectation: ((inout State) throws -> Void)?, at place: CallSite,
    by perform: () -> Result
  ) -> Result {
    let domain = core.domain
    let tracker = SharedTracker()
    let reporter = self.reporter
    // One hold of the lock, so that nothing comes between the action and what is expected of it.
    return domain.withLock {
      let old = state
      stackElementID = core.dependencies.stackElementID.copy()
      domain.tracker = tracker
      let result = withDependencies {
        $0.issueReporter = { message, _ in reporter(message, place) }
      } operation: {
        perform()
      }
      domain.tracker = nil
      if exhaustivity == .on {
        check(old, expectation ?? { _ in }, tracker: tracker, what: .action(action), at: place)
      } else {
        if let expectation {
          // mutant compared-with-new-state:
          //   `check(state, expectation, tracker: SharedTracker(), what: .action(action)`
          //   -> `check(old, expectation, tracker: tracker, what: .action(action)`
          //   (ExhaustivityTests)
          check(state, expectation, tracker: SharedTracker(), what: .action(action), at: place)
        }
        if exhaustivity == .off(showSkippedAssertions: true) {
          noteUnasserted(old, expectation, tracker: tracker, after: action, at: place)
        }
      }
      return result
    }
  }

  /// Checks that an expectation makes of a state, and of the shared values that a tracker has kept,
  /// what they are.
  func check(
    _ start: State, _ expectation: (inout State) throws -> Void, tracker: SharedTracker,
    what: Subject, at place: CallSite
  ) {
    do {
      let (expected, differences) = try expect(start, expectation, tracker: tracker)
      for difference in differences {
        failDifferent(
          "A shared value is", difference.expected, difference.actual, what, at: place)
      }
      let actual = state
      if expected != actual { failDifferent("The state is", expected, actual, what, at: place) }
    } catch {
      failThrew(error, what, at: place)
    }
  }

  /// What an expectation makes of a state, and where shared values are not what it makes of them.
  private func expect(
    _ start: State, _ expectation: (inout State) throws -> Void, tracker: SharedTracker
  ) throws -> (expected: State, shared: [SharedDifference]) {
    var expected = start
    let shared = try tracker.differences(in: core.domain) {
      // What the expectation makes belongs to the store, as what the reducer makes, and what it
      // pushes has the IDs that the reducer gave.
      var dependencies = core.dependencies
      // mutant stack-id-expected:
      //   `dependencies.stackElementID = stackElementID.copy()`
      //   -> `_ = stackElementID` (StackTests)
      dependencies.stackElementID = stackElementID.copy()
      try DependencyValues.$current.withValue(dependencies) { try expectation(&expected) }
    }
    return (expected, shared)
  }

  /// Shows what an action has changed and the test did not assert.
  private func noteUnasserted(
    _ old: State, _ expectation: ((inout State) throws -> Void)?, tracker: SharedTracker,
    after action: Action, at place: CallSite
  ) {
    // An error has been reported already.
    guard let (expected, shared) = try? expect(old, expectation ?? { _ in }, tracker: tracker)
    else { return }
    var texts = shared.map { ValueDifference.text(expected: $0.expected, actual: $0.actual) }
    let actual = state
    if expected != actual {
      texts.append(ValueDifference.text(expected: expected, actual: actual))
    }
    if !texts.isEmpty { noteUnasserted(texts, after: action, at: place) }
  }
}
