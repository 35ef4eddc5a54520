import Glibc

/// Where random tests take their seeds from.
public enum TestSeed {
  /// The variable that sets the seed of every random test that asks here.
  public static let variable = "LIBRARYCTL_TEST_SEED"

  /// The seed that the environment names, else a random one; it is printed, so that a run can be
  /// repeated.
  /// - Parameter test: what is printed beside it.
  public static func pick(for test: String) -> UInt64 {
    let named = getenv(variable).flatMap { UInt64(String(cString: $0)) }
    let seed = named ?? UInt64.random(in: 0..<1_000_000_000)
    print("\(test): seed \(seed); \(variable)=\(seed) repeats it")
    return seed
  }

  /// How much of something a test does: what the environment names, else what the test says.
  public static func count(_ variable: String, default count: Int) -> Int {
    getenv(variable).flatMap { Int(String(cString: $0)) } ?? count
  }
}
