import Catalogue
import Determinism
import Formats
import Glibc
import Testing

@Suite("A file that was damaged")
struct MutatedFileTests {
  /// The samples of each format, and of a reader that tells the format from the content.
  private static let samples: [(name: String, bytes: [UInt8])] = {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let folder = root + "/Fuzzing/Corpus"
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { name in (name, contents(of: folder + "/" + name)) }
  }()

  private static func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  /// One to four damages.
  private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...60, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.removeSubrange(start..<end)
      case 3: bytes.insert(contentsOf: bytes[start..<end], at: end)
      case 4: bytes.removeSubrange(start...)
      // Once: a second time would make megabytes of it.
      case _ where bytes.count < 5_000:
        let slice = bytes[start..<min(end, start + 24)]
        bytes.insert(contentsOf: repeatElement(slice, count: 1000).joined(), at: end)
      default: break
      }
    }
    return bytes
  }

  @Test("is read to its end in time that grows as its length does, and gives what can be stored")
  func mutations() throws {
    let seed = TestSeed.pick(for: "a file that was damaged")
    let count = TestSeed.count("LIBRARYCTL_MUTATIONS", default: 3)
    try #require(Self.samples.count >= ImportFormat.all.count)
    for (name, bytes) in Self.samples {
      let format = ImportFormat.named(String(name.prefix { $0 != "." }))
      for number in 0..<count {
        var random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
        let file = Self.mutated(bytes, &random)
        let start = ThreadTime.now
        for format in [format, nil] {
          guard let rows = try? read(file, format: format, chunk: 1 << 14) else { continue }
          for book in rows.books {
            #expect(try BookDetails(json: book.details.json).json == book.details.json)
          }
        }
        // Sixty times as long as most bytes take in a build for debugging.
        let limit = 200_000_000 + UInt64(file.count) * 100_000
        let time = ThreadTime.now - start
        #expect(
          time < limit,
          "\(name), damage \(number) of seed \(seed): \(file.count) bytes took \(time / 1_000_000) ms"
        )
      }
    }
  }
}
