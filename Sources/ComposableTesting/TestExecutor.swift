import Composable
import Dispatch
import Testing

/// Runs the effects of one test, one piece at a time and in order, and knows when none can go on.
///
/// An effect's tasks, its task groups and the actors without an executor of their own that it calls
/// all run here. When the executor is idle, each of them waits for something: for a test's clock, or
/// for something outside. In order, so that a test gives the same result each time. An effect that
/// blocks its thread until another effect has done something waits for ever; await instead.
final class TestExecutor: TaskExecutor, @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock.
  private let lock = RecursiveLock()
  private var jobs: [UnownedJob] = []
  /// Whether a thread runs the jobs, or is about to.
  private var isRunning = false
  private var whenIdle: [@Sendable () -> Void] = []
  private let test: Test.ID?

  private init(test: Test.ID?) { self.test = test }

  deinit { Self.registry.forget(test) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let begins = lock.withLock {
      jobs.append(job)
      defer { isRunning = true }
      return !isRunning
    }
    if begins { DispatchQueue.global().async { self.run() } }
  }

  private func run() {
    let executor = asUnownedTaskExecutor()
    var taken: [UnownedJob] = []
    while takeJobs(into: &taken) { for job in taken { job.runSynchronously(on: executor) } }
  }

  /// Takes all jobs that wait, in order. Without any the executor is idle, and who waits for that is
  /// told.
  private func takeJobs(into taken: inout [UnownedJob]) -> Bool {
    taken.removeAll(keepingCapacity: true)
    lock.lock()
    swap(&jobs, &taken)
    let told = taken.isEmpty ? whenIdle : []
    if taken.isEmpty {
      isRunning = false
      whenIdle = []
    }
    lock.unlock()
    for tell in told { tell() }
    return !taken.isEmpty
  }

  /// Whether the task that asks runs here.
  var runsThisTask: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
  }

  /// Whether every effect waits for something.
  /// - Parameter tell: called once when that is so, unless it is so now.
  func isIdle(orTell tell: @escaping @Sendable () -> Void) -> Bool {
    lock.withLock {
      if isRunning { whenIdle.append(tell) }
      return !isRunning
    }
  }

  /// Waits until every effect waits for something.
  /// - Returns: whether that was so already.
  @discardableResult
  func idle() async -> Bool {
    let wakeup = Wakeup()
    if isIdle(orTell: wakeup.happen) { return true }
    await wakeup.wait()
    return false
  }
}

extension TestExecutor {
  /// The executors of the tests that run.
  private final class Registry: @unchecked Sendable {
    // Sendable: `executors` is read and written only under the lock.
    struct Entry {
      weak var executor: TestExecutor?
    }

    private let lock = RecursiveLock()
    private var executors: [Test.ID?: Entry] = [:]

    func executor(of test: Test.ID?, make: () -> TestExecutor?) -> TestExecutor? {
      lock.withLock {
        if let known = executors[test]?.executor { return known }
        let made = make()
        if let made { executors[test] = Entry(executor: made) }
        return made
      }
    }

    func forget(_ test: Test.ID?) {
      // Another one of this test may have come in its place.
      lock.withLock { if executors[test]?.executor == nil { executors[test] = nil } }
    }
  }

  private static let registry = Registry()

  /// The executor of the test that runs; the stores of one test share it.
  static func current() -> TestExecutor {
    let test = Test.current?.id
    let made = TestExecutor(test: test)
    return registry.executor(of: test) { made } ?? made
  }

  /// The executor of the test that runs, if a store of it is there.
  static func known() -> TestExecutor? {
    registry.executor(of: Test.current?.id) { nil }
  }
}
