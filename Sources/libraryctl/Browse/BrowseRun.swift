import Composable
import LibraryFeature

/// Browses until it is over: keys go to the store, and what the state says goes to the screen.
struct BrowseRun {
  typealias BrowseStore = Store<BrowseFeature.State, BrowseFeature.Action>

  /// How long nothing is drawn that no key asked for, in milliseconds: what follows is drawn with it.
  private static let pause: Int32 = 16

  /// Differs at each change of the state.
  private struct Turn: Equatable, Sendable {
    static func == (left: Turn, right: Turn) -> Bool { false }
  }

  let store: BrowseStore
  let usesColor: Bool

  /// Runs on a terminal, which is as before when this returns or throws.
  /// - Throws: `CommandError` where the terminal cannot be taken over.
  func run() throws {
    let session = try TerminalSession()
    defer { session.end() }
    let pipe = session.pipe
    let turns = store.observe { _ in Turn() }
    let watching = Task { for await _ in turns { pipe.wake() } }
    defer { watching.cancel() }
    var painter = ScreenPainter(usesColor: usesColor)
    var decoder = KeyDecoder()
    var size = session.size
    store.send(.list(.resized(size.listHeight)))
    store.send(.start)
    while true {
      let (frame, isOver) = store.withState { (BrowseScreen.frame($0, size), $0.isOver) }
      guard !isOver, session.write(painter.bytes(for: frame)) else { return }
      let patience = decoder.timeLeft(at: .now).map { Int32(clamping: $0.roundedUpMilliseconds) }
      var arrival = session.wait(milliseconds: patience ?? -1)
      if arrival.isWoken, arrival.bytes.isEmpty, !arrival.isOver {
        let later = session.wait(milliseconds: min(Self.pause, patience ?? Self.pause))
        arrival.bytes = later.bytes
        arrival.isTerminalChanged = arrival.isTerminalChanged || later.isTerminalChanged
        arrival.isOver = later.isOver
      }
      if arrival.isOver { return }
      if arrival.isTerminalChanged {
        painter.forget()
        size = session.size
        store.send(.list(.resized(size.listHeight)))
      }
      for key in decoder.take(arrival.bytes, at: .now) {
        switch key {
        case .control("z"): session.stop()
        case .control("l"): painter.forget()
        default: store.send(.key(key))
        }
      }
    }
  }
}

extension Duration {
  /// Milliseconds; a part of one counts as one.
  fileprivate var roundedUpMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
