import Catalogue
import LoopbackServer
import Testing

@testable import Sync

/// What becomes of transfers when calls of libcurl's multi interface fail.
@Suite("The driver of transfers", .timeLimit(.minutes(1)))
struct CurlDriverTests {
  /// CURLM_OUT_OF_MEMORY
  private static let outOfMemory: Int32 = 3

  private func driver(_ change: (inout CurlMulti) -> Void) throws -> CurlDriver {
    let library = try CurlLibrary.load()
    var multi = try CurlMulti(library)
    change(&multi)
    return try CurlDriver(library: library, multi: multi, threadName: "tried")
  }

  private func request(_ server: LoopbackServer) throws -> HTTPRequest {
    try #require(HTTPRequest(url: try HTTPURL(server.url), headers: []))
  }

  private func reason(_ result: Result<HTTPResponse, HTTPFailure>) -> String? {
    if case .failure(.brokenOff(let reason)) = result { reason } else { nil }
  }

  @Test(
    "a handle that fails ends what is under way, is not asked again, and takes no more",
    arguments: ["perform", "poll"])
  func lasting(call: String) async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let calls = Locked(0)
    let isFailing = Locked(false)
    let driver = try driver { multi in
      let (perform, poll) = (multi.perform, multi.poll)
      func answer(_ real: Int32) -> Int32 {
        if isFailing({ $0 }) {
          calls { $0 += 1 }
          return Self.outOfMemory
        }
        return real
      }
      if call == "perform" {
        multi.perform = { answer(perform()) }
      } else {
        multi.poll = { answer(poll($0)) }
      }
    }
    #expect(try await driver.send(request(server)).get().status == 200)
    #expect(!driver.isBroken)
    isFailing { $0 = true }
    // What the failing call itself has brought to its end counts.
    _ = try await driver.send(request(server))
    for _ in 0..<3 {
      let reason = try #require(reason(await driver.send(request(server))))
      #expect(reason.lowercased().contains("memory"), "\(reason)")
    }
    #expect(driver.isBroken)
    #expect(calls({ $0 }) == 1)
  }

  @Test("a transfer that libcurl does not take fails alone")
  func adding() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let isFailing = Locked(true)
    let driver = try driver { multi in
      let add = multi.add
      multi.add = { isFailing { $0 } ? Self.outOfMemory : add($0) }
    }
    #expect(reason(try await driver.send(request(server))) != nil)
    isFailing { $0 = false }
    #expect(try await driver.send(request(server)).get().status == 200)
    #expect(!driver.isBroken)
  }

  @Test("a transfer that libcurl does not let go of fails, and the next one works")
  func removing() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let isFailing = Locked(true)
    let driver = try driver { multi in
      let remove = multi.remove
      multi.remove = { isFailing { $0 } ? Self.outOfMemory : remove($0) }
    }
    #expect(reason(try await driver.send(request(server))) != nil)
    isFailing { $0 = false }
    #expect(try await driver.send(request(server)).get().status == 200)
  }

  @Test("a request of which the thread cannot be told fails at once")
  func waking() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let isFailing = Locked(true)
    let driver = try driver { multi in
      let wakeUp = multi.wakeUp
      multi.wakeUp = { isFailing { $0 } ? Self.outOfMemory : wakeUp() }
    }
    // The thread may have seen the order before it slept.
    for _ in 0..<3 {
      let result = try await driver.send(request(server))
      #expect(reason(result) != nil || (try? result.get()) != nil)
    }
    isFailing { $0 = false }
    #expect(try await driver.send(request(server)).get().status == 200)
  }

  @Test("a handle that refuses a setting is no driver")
  func settings() {
    #expect(throws: CurlLibrary.Missing.self) {
      try driver { multi in multi.setOption = { _, _ in Self.outOfMemory } }
    }
  }
}
