import CMeasure
import Composable

/// How much memory children take, against an array with a dictionary of positions.
enum MemoryBenchmark {
  private static let count = 1_000_000

  static func run() {
    let ours = memory { Child.collection(count: count) }
    let byHand = memory {
      var elements: [Child.State] = []
      var positions: [ChildID: Int] = [:]
      for number in 0..<count {
        elements.append(Child.State(id: ChildID(number)))
        positions[ChildID(number)] = number
      }
      return (elements, positions)
    }
    let size = MemoryLayout<Child.State>.stride
    Measure.report(
      "the memory of one of \(count) children of \(size) bytes",
      "\(Int(ours) / count) bytes, \(Measure.rounded(ours / byHand)) times a dictionary of "
        + "positions and an array")
  }

  private static func memory<Value>(of make: () -> Value) -> Double {
    let start = memory_in_use()
    return withExtendedLifetime(make()) { Double(memory_in_use()) - Double(start) }
  }
}
