import Composable
import ComposableTesting
import Testing

@Suite("Functions that a test has to give")
struct UnimplementedTests {
  private struct Courier: DependencyKey {
    var send: @Sendable (_ text: String, _ copies: Int) async throws -> Int
    var track: @Sendable (Int) -> String
    var count: @Sendable () async -> Int

    static let liveValue = Self(send: { $1 }, track: { "\($0)" }, count: { 1 })
    static let testValue = Self(
      send: unimplemented("Courier.send"), track: unimplemented("Courier.track", placeholder: "?"),
      count: unimplemented("Courier.count", placeholder: 0))
  }

  private struct Post: Reducer {
    @Dependency(Courier.self) var courier

    func reduce(into state: inout String, action: String) -> Effect<String> {
      guard action.isEmpty else {
        state = action
        return .none
      }
      return .run { send in
        send("\(try await courier.send("a", 2)) \(courier.track(1)) \(await courier.count())")
      } catch: { error, send in
        send("\(error)")
      }
    }
  }

  private let reports = Reports()

  @Test("one that is called is reported in full, and throws")
  func throwing() async {
    let store = TestStore(initialState: "") {
      Post()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send("")
    await store.receive("Courier.send is not given in this test.") {
      $0 = "Courier.send is not given in this test."
    }
    await store.finish()
    #expect(
      reports.texts == [
        """
        A function of a dependency was called in a test that does not give it.

          Function: Courier.send

        Likely causes: the test reaches code that it did not mean to reach, or it gives no value.

        Give one with withDependencies.
        """
      ])
  }

  @Test("one that cannot throw gives its placeholder; one that is given is not reported")
  func placeholder() async {
    let store = TestStore(initialState: "") {
      Post()
    } withDependencies: {
      $0.issueReporter = reports.reporter
      $0[Courier.self].send = { text, copies in copies }
    }
    store.send("")
    await store.receive("2 ? 0") { $0 = "2 ? 0" }
    await store.finish()
    #expect(reports.texts.map { $0.contains("Courier.send") } == [false, false])
    #expect(reports.texts.first?.contains("Function: Courier.track") == true)
    #expect(reports.texts.last?.contains("Function: Courier.count") == true)
  }
}
