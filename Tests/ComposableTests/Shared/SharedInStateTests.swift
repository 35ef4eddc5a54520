import Composable
import FoundationEssentials
import Testing

@Suite("References in a state")
struct SharedInStateTests {
  private struct State: Hashable {
    @Shared var sort: String
    @Shared(value: 0) var count
  }

  private struct Recent {
    static let path =
      FileManager.default.temporaryDirectory.path + "/recent-\(UUID().uuidString).json"
    @Shared(.fileStorage(path)) var title: String?
  }

  @Test("the memberwise initializer takes the reference, and no copy of the value")
  func memberwise() {
    let sort = Shared(value: "title", domain: SharedDomain())
    let state = State(sort: sort)
    state.sort = "year"
    #expect(sort.wrappedValue == "year")
  }

  @Test("equal values are equal, also of two domains, and have one hash")
  func equality() {
    let one = State(sort: Shared(value: "title", domain: SharedDomain()))
    let other = State(sort: Shared(value: "title", domain: SharedDomain()))
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    other.sort = "year"
    #expect(one != other)
  }

  @Test("an optional value with a key needs no default")
  func optional() {
    #expect(Recent().title == nil)
  }
}
