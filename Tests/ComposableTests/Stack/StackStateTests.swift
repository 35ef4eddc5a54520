import Composable
import ComposableTesting
import Determinism
import FoundationEssentials
import Testing

@Suite("The state of a path")
struct StackStateTests {
  @Test("is what an array is, and each element keeps its ID for as long as it stays")
  func model() {
    let seed = TestSeed.pick(for: "StackState")
    var random = SeededGenerator(seed: seed)
    var stack = StackState<Int>()
    var model: [(id: StackElementID, value: Int)] = []
    var known: Set<StackElementID> = []
    for value in 0..<2_000 {
      let before = Set(stack.ids)
      let position = Int.random(in: 0...model.count, using: &random)
      let end = Int.random(in: position...model.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2:
        stack.append(value)
        model.append((stack.ids.last ?? -1, value))
      case 3:
        stack.insert(value, at: position)
        model.insert((stack.ids[position], value), at: position)
      case 4:
        let new = (0..<Int.random(in: 0...3, using: &random)).map { value * 10 + $0 }
        stack.replaceSubrange(position..<end, with: new)
        let ids = stack.ids[position..<(position + new.count)]
        model.replaceSubrange(position..<end, with: zip(ids, new).map { ($0, $1) })
      case 5:
        let popped = stack.popLast()
        #expect(popped == model.popLast()?.value)
      case 6 where position < model.count:
        let isThere = stack.pop(from: model[position].id)
        #expect(isThere)
        model.removeSubrange(position...)
      case 7 where position < model.count:
        let isThere = stack.pop(to: model[position].id)
        #expect(isThere)
        model.removeSubrange((position + 1)...)
      case 8 where position < model.count:
        stack[position] = value
        model[position] = (stack.ids[position], value)
      case 9 where position < model.count:
        stack[id: model[position].id]? += 1
        stack[position] += 1
        model[position].value += 2
      case 10:
        stack.removeAll { $0 % 5 == 0 }
        model.removeAll { $0.value % 5 == 0 }
      case 11 where model.count > 20:
        stack.removeAll()
        model.removeAll()
      default:
        stack = stack.filter { $0 % 7 != 0 }
        model = model.filter { $0.value % 7 != 0 }
      }
      let new = Set(stack.ids).subtracting(before)
      let isSame =
        stack.ids == model.map(\.id) && Array(stack) == model.map(\.value)
        && Set(stack.ids).count == stack.count && new.isDisjoint(with: known)
      #expect(isSame, "seed \(seed), step \(value): \(stack.ids) \(stack), not \(model)")
      if !isSame { return }
      known.formUnion(new)
    }
  }

  @Test("an ID that was popped is not given again, whoever gives IDs")
  func fresh() {
    let path = withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      var path: StackState = ["a", "b", "c"]
      path.pop(to: path.ids[0])
      return path
    }
    withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      var path = path
      path.append("d")
      #expect(path.ids == [0, 3])
      #expect(StackState(["e"]).ids == [4])
    }
  }

  @Test("popping from or to what is not there changes nothing, and says so")
  func popsNothing() {
    var path: StackState = ["a", "b"]
    let before = path
    let wasThere = (path.pop(from: -1), path.pop(to: -1))
    #expect(wasThere == (false, false))
    path[id: -1] = nil
    path[id: -1]?.append("x")
    #expect(path == before)
    #expect(path[id: -1] == nil)
  }

  @Test("equal paths have equal elements under equal IDs")
  func equality() {
    let path: StackState = ["a"]
    var other = path
    #expect(path == other)
    other[0] = "a"
    #expect(path != other)
  }

  @Test("nothing else holds an element that is changed in place")
  func alone() {
    final class Buffer: Sendable {}
    struct Screen { var buffer = Buffer() }
    var path: StackState = [Screen(), Screen()]
    func isAlone(_ screen: inout Screen?) -> Bool {
      guard var buffer = screen?.buffer else { return false }
      screen?.buffer = Buffer()
      return isKnownUniquelyReferenced(&buffer)
    }
    func isAlone(_ screen: inout Screen) -> Bool { isKnownUniquelyReferenced(&screen.buffer) }
    let first = isAlone(&path[id: path.ids[0]])
    let second = isAlone(&path[1])
    #expect(first && second)
    #expect(path.count == 2)
  }

  @Test("is saved as an array of its elements, which get new IDs when they are read")
  func codable() throws {
    let path: StackState = [Page.State(number: 1), Page.State(number: 2)]
    let read = try JSONDecoder().decode(
      StackState<Page.State>.self, from: try JSONEncoder().encode(path))
    #expect(Array(read) == Array(path))
    #expect(Set(read.ids).isDisjoint(with: path.ids))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StackState<Int>.self, from: Data(#"[1, "x"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StackState<Int>.self, from: Data(#"{"0": 1}"#.utf8))
    }
  }
}
