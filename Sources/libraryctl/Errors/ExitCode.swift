/// What a run of the program tells the shell.
enum ExitCode: Int32, Sendable {
  /// All that was asked for is done, or there was nothing to do.
  case done = 0
  /// It failed, or one thing was named and is not there, or a file cannot be read.
  case failed = 1
  /// The command line is wrong; nothing was tried.
  case usage = 2
  /// Some of it is done: a row, a title or a completion failed or was refused.
  case partlyDone = 3
  /// The title source wants other credentials.
  case unauthorised = 4
  /// The title source is out of reach or asks to wait: worth trying again.
  case unavailable = 5
  /// Another program holds the database locked.
  case locked = 6
  /// A signal stopped the run.
  case interrupted = 130
}
