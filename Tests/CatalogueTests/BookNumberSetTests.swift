import Catalogue
import Determinism
import Testing

@Suite struct BookNumberSetTests {
  @Test("it holds what was put in and nothing else, whatever the numbers")
  func membership() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var numbers: Set<BookNumber> = [
      BookNumber(rawValue: .min), BookNumber(rawValue: .max), BookNumber(rawValue: 0),
      BookNumber(rawValue: -1),
    ]
    for _ in 0..<2000 {
      numbers.insert(BookNumber(rawValue: .random(in: -5000...5000, using: &generator)))
    }
    var set = BookNumberSet()
    #expect(set.isEmpty)
    for number in numbers { set.insert(number) }
    #expect(!set.isEmpty)
    for rawValue in Array(-5100...5100 as ClosedRange<Int64>) + [.min, .min + 1, .max, .max - 1] {
      let number = BookNumber(rawValue: rawValue)
      #expect(set.contains(number) == numbers.contains(number), "\(number), seed \(seed)")
    }
  }
}
