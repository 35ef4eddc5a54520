import Determinism

/// One thing that happens to a library, with the numbers that choose what exactly. They are taken
/// modulo what is there when it happens, so a sequence stays meaningful when a part is left out.
struct TicketOperation: CustomStringConvertible {
  enum Kind: CaseIterable {
    // By a run of a sync.
    case claim, answer, settle, giveBack, renew, supersede, begin, crash, stop, wake
    // The clock.
    case pass, jump
    // By other commands and by hand.
    case add, edit, remove, restore, delete, replace, changeISBN, use, changeEndpoint

    /// How often it happens, compared with the others.
    var weight: Int {
      switch self {
      case .answer, .settle: 21
      case .claim: 20
      case .pass, .edit: 5
      case .add, .wake, .restore: 4
      case .renew, .changeISBN: 3
      case .giveBack, .begin, .stop, .replace, .remove: 2
      case .supersede, .crash, .jump, .delete, .use, .changeEndpoint: 1
      }
    }
  }

  let kind: Kind
  let a: Int
  let b: Int
  let c: Int

  var description: String { "\(kind) \(a) \(b) \(c)" }

  private static let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  /// A sequence that the seed alone decides.
  static func sequence(_ count: Int, seed: UInt64) -> [TicketOperation] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      func number() -> Int { Int.random(in: 0..<1000, using: &random) }
      return TicketOperation(
        kind: kinds[Int.random(in: 0..<kinds.count, using: &random)],
        a: number(), b: number(), c: number())
    }
  }
}
