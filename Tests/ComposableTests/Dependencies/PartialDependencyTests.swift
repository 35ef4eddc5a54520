import Composable
import ComposableTesting
import Testing

@Suite("Dependencies of several parts")
struct PartialDependencyTests {
  private struct Courier: DependencyKey {
    var send: @Sendable () -> String
    var track: @Sendable () -> String

    static let liveValue = Self(send: { "sent" }, track: { "tracked" })
  }

  private struct Post: Reducer {
    @Dependency(Courier.self) var courier

    func reduce(into state: inout String, action: Bool) -> Effect<Bool> {
      state = courier.send()
      return .none
    }
  }

  private let reports = Reports()

  @Test("a test that gives a part does not use the rest by that")
  func given() async {
    let store = withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      TestStore(initialState: "") {
        Post()
      } withDependencies: {
        $0[Courier.self].send = { "given" }
      }
    }
    store.send(true) { $0 = "given" }
    await store.finish()
    #expect(reports.texts.isEmpty)
  }

  @Test("nor does a reducer whose part is changed")
  func transformed() {
    withDependencies {
      $0.context = .test
      $0.issueReporter = reports.reporter
    } operation: {
      let store = Store(initialState: "") {
        Post().transformDependency(\.self) { $0[Courier.self].send = { "changed" } }
      }
      store.send(true)
      #expect(store.withState { $0 } == "changed")
    }
    #expect(reports.texts.isEmpty)
  }

  @Test("a dependency of which nothing is given is reported when it is used")
  func missing() async {
    let store = TestStore(initialState: "") {
      Post()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(true) { $0 = "sent" }
    await store.finish()
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("Key: Courier") == true)
  }
}
