import Composable

/// Knows facts about numbers.
struct NumberFactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String

  struct NothingKnown: Error, CustomStringConvertible {
    let number: Int
    var description: String { "Nothing is known of \(number)." }
  }
}

extension NumberFactClient: DependencyKey {
  /// Knows a few; another program would ask a server.
  static let liveValue = Self { number in
    let facts = [0: "0 is no Roman numeral.", 4: "4 has as many letters as it says."]
    guard let fact = facts[number] else { throw NothingKnown(number: number) }
    return fact
  }

  static let testValue = Self(fetch: unimplemented("NumberFactClient.fetch"))
}

extension DependencyValues {
  var numberFact: NumberFactClient {
    get { self[NumberFactClient.self] }
    set { self[NumberFactClient.self] = newValue }
  }
}
