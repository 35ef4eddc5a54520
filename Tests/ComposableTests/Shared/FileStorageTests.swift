import Composable
import Determinism
import FoundationEssentials
import Testing

@Suite("Shared values in files")
struct FileStorageTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/shared-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  private func contents(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test("a value is there again in another domain, as after a start of the program")
  func persists() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/numbers.json"
    let one = Shared(wrappedValue: [Int](), .fileStorage(path), domain: SharedDomain())
    one.wrappedValue = [1, 2]
    try await one.saved()
    let other = Shared(wrappedValue: [Int](), .fileStorage(path), domain: SharedDomain())
    #expect(other.wrappedValue == [1, 2])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["numbers.json"])
  }

  @Test(
    "a file that does not hold the value is left as it is, and named", arguments: ["", "{}", "[1,"])
  func unreadable(text: String) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/numbers.json"
    try write(text, to: path)
    let numbers = Shared(wrappedValue: [Int](), .fileStorage(path), domain: SharedDomain())
    numbers.wrappedValue = [1]
    await #expect(throws: FileStorageError.self) { try await numbers.saved() }
    #expect(try contents(path) == text)
    #expect(
      "\(try #require(numbers.saveError))".hasPrefix("\(path) cannot be read: it does not hold"))
  }

  @Test("a link to a file that is not there yet stays one, and the file is made where it leads")
  func danglingLink() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let link = folder + "/link.json"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "numbers.json")
    let value = Shared(wrappedValue: [Int](), .fileStorage(link), domain: SharedDomain())
    value.wrappedValue = [1]
    try await value.saved()
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "numbers.json")
    #expect(try contents(folder + "/numbers.json") == "[\n  1\n]")
  }

  @Test("a file keeps a mode that the process would not give it")
  func modeBeyondMask() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/numbers.json"
    try write("[]", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    let value = Shared(wrappedValue: [Int](), .fileStorage(path), domain: SharedDomain())
    value.wrappedValue = [1]
    try await value.saved()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect("\(try #require(mode))" == "\(0o666)")
  }

  @Test("a link stays a link, and a file keeps its mode")
  func link() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/real.json"
    try write("[1]", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.json", withDestinationPath: path)
    let numbers = Shared(
      wrappedValue: [Int](), .fileStorage(folder + "/link.json"), domain: SharedDomain())
    numbers.wrappedValue.append(2)
    try await numbers.saved()
    #expect(try contents(path).filter { !$0.isWhitespace } == "[1,2]")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link.json") == path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect("\(try #require(mode))" == "\(0o640)")
  }

  @Test("a folder that is not there is an error with the path, and the change is kept")
  func missingFolder() async throws {
    try FileManager.default.removeItem(atPath: folder)
    let path = folder + "/numbers.json"
    let numbers = Shared(wrappedValue: [Int](), .fileStorage(path), domain: SharedDomain())
    numbers.wrappedValue = [1]
    await #expect(throws: FileStorageError.self) { try await numbers.saved() }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await numbers.saved()
    #expect(try contents(path).filter { !$0.isWhitespace } == "[1]")
  }

  /// A number that is slow to encode.
  private struct Slow: Codable, Equatable, Sendable {
    var number = 0

    func encode(to encoder: any Encoder) throws {
      var sum = number
      for step in 0..<20_000 { sum = sum &* 31 &+ step }
      var container = encoder.singleValueContainer()
      try container.encode(sum == .min ? 0 : number)
    }

    init() {}

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  @Test("changed by four threads, with a slow encoder, a value is never older on disk")
  func fourThreads() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/slow.json"
    let value = Shared(wrappedValue: Slow(), .fileStorage(path), domain: SharedDomain())
    for round in 1...500 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { value.withLock { $0.number += 1 } }
        }
      }
      try await value.saved()
      #expect(try contents(path) == "\(round * 4)")
    }
  }
}
