import Composable

/// Runs a counter that is driven by lines of text, as a terminal gives them, until they end.
/// - Parameters:
///   - lines: the commands.
///   - print: is given what is shown, at first and each time when it is another.
func runCounter(
  reading lines: some AsyncSequence<String, Never>,
  printing print: @escaping @Sendable (String) -> Void
) async {
  let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
  let screens = store.observe(\.screen)
  async let printing: Void = {
    for await screen in screens { print(screen) }
  }()
  for await line in lines {
    switch line {
    case "+": store.send(.increment)
    case "-": store.send(.decrement)
    case "fact": store.send(.askForFact)
    case "timer": store.send(.toggleTimer)
    default: print("There is no command \(line): say +, -, fact or timer.")
    }
  }
  // With the store its effects end, and so does what is observed of it, after the last.
  _ = consume store
  await printing
}

extension CounterFeature.State {
  /// What a terminal shows.
  var screen: String {
    var parts = ["\(count)"]
    if isTimerRunning { parts.append("counting") }
    if isLoading { parts.append("…") }
    if let text = fact ?? error { parts.append(text) }
    return parts.joined(separator: " ")
  }
}
