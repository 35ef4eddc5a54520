import CCurl
import Glibc

/// Drives all transfers of the process: one multi handle, which keeps connections for reuse, on one
/// thread of its own.
///
/// When the handle fails for good, all that is under way ends with a failure, and so does the driver;
/// the next request gets another one.
///
/// Sendable: `library` and `multi` never change; the multi handle is used by the driver's thread
/// alone, save for `wakeUp`, which any thread may call; orders go through a lock.
final class CurlDriver: @unchecked Sendable {
  /// The driver, made and started by the first request, and made anew when it has failed.
  static func current() -> Result<CurlDriver, CurlLibrary.Missing> {
    made { made in
      if case .success(let driver)? = made, driver.isBroken { made = nil }
      if let made { return made }
      let result: Result<CurlDriver, CurlLibrary.Missing>
      do throws(CurlLibrary.Missing) {
        let library = try CurlLibrary.load()
        result = .success(try CurlDriver(library: library, multi: CurlMulti(library)))
      } catch {
        result = .failure(error)
      }
      made = result
      return result
    }
  }

  private static let made = Locked<Result<CurlDriver, CurlLibrary.Missing>?>(nil)

  private enum Order {
    case start(
      UInt64, HTTPRequest, CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>)
    case cancel(UInt64)
  }

  private struct Orders {
    var waiting: [Order] = []
    var lastID: UInt64 = 0
    /// Whether the thread was woken since it took the orders.
    var isWoken = false
    /// Why no order is taken any more.
    var failure: HTTPFailure?
  }

  private let library: CurlLibrary
  private let multi: CurlMulti
  private let name: String
  private let orders = Locked(Orders())

  var isBroken: Bool { orders { $0.failure != nil } }

  /// - Parameter threadName: for those who look at the process.
  init(
    library: CurlLibrary, multi: CurlMulti, threadName: String = CurlDriver.threadName
  ) throws(CurlLibrary.Missing) {
    self.library = library
    name = threadName
    self.multi = multi
    // Kept for reuse; libcurl's own number goes down with that of the transfers under way.
    for (option, value) in [
      (Int(CCURLMOPT_MAXCONNECTS), 64), (Int(CCURLMOPT_MAX_HOST_CONNECTIONS), 8),
    ] {
      let code = multi.setOption(option, value)
      guard code == 0 else {
        throw CurlLibrary.Missing(
          reason: "libcurl refused a setting: \(library.words(forMulti: code))")
      }
    }
    var thread = pthread_t()
    let driver = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { driver in
        guard let driver else { return nil }
        Unmanaged<CurlDriver>.fromOpaque(driver).takeRetainedValue().run()
        return nil
      }, driver.toOpaque())
    guard code == 0 else {
      driver.release()
      throw CurlLibrary.Missing(reason: "no thread can be made for transfers (error \(code))")
    }
    pthread_detach(thread)
  }

  /// Sends a request; see `HTTPTransport.send`.
  func send(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> {
    let id = orders { orders in
      orders.lastID += 1
      return orders.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        give(.start(id, request, continuation))
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { give(.cancel(id)) }
      }
    } onCancel: {
      give(.cancel(id))
    }
  }

  private func give(_ order: Order) {
    let (refusal, mustWake) = orders { orders -> (HTTPFailure?, Bool) in
      if let failure = orders.failure { return (failure, false) }
      orders.waiting.append(order)
      defer { orders.isWoken = true }
      return (nil, !orders.isWoken)
    }
    if let refusal { return refuse([order], refusal) }
    // Who gave the first has woken the thread, or is about to; it takes all that wait.
    guard mustWake else { return }
    let code = multi.wakeUp()
    if code == 0 { return }
    // The thread sleeps, perhaps for a minute; what is cancelled it finds in a second.
    let failure = HTTPFailure.brokenOff(reason: words(forMulti: code))
    refuse(
      orders { orders in
        orders.isWoken = false
        let starts = orders.waiting.filter { if case .start = $0 { true } else { false } }
        orders.waiting.removeAll { if case .start = $0 { true } else { false } }
        return starts
      }, failure)
  }

  private func refuse(_ orders: [Order], _ failure: HTTPFailure) {
    for case .start(_, _, let continuation) in orders {
      continuation.resume(returning: .failure(failure))
    }
  }

  private func words(forMulti code: Int32) -> String { library.words(forMulti: code) }

  // MARK: - On the driver's thread

  /// The usual name of the thread.
  static let threadName = "transfers"

  private func run() {
    ccurl_name_this_thread(name)
    // Signals belong to the program's own threads; a write into a closed connection is no SIGPIPE.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    var transfers: [UInt64: CurlTransfer] = [:]
    var ids: [UnsafeMutableRawPointer: UInt64] = [:]

    func end(_ id: UInt64, _ result: Result<HTTPResponse, HTTPFailure>) {
      guard let transfer = transfers.removeValue(forKey: id) else { return }
      // First, since a name that is being resolved may hold up the removal.
      transfer.continuation.resume(returning: result)
      if ids.removeValue(forKey: transfer.easy) != nil { release(transfer) }
    }

    func begin(_ id: UInt64) {
      guard let transfer = transfers[id] else { return }
      if let failure = transfer.prepare() { return end(id, .failure(failure)) }
      let code = multi.add(transfer.easy)
      guard code == 0 else {
        let reason = "libcurl does not start the transfer: \(words(forMulti: code))"
        return end(id, .failure(.brokenOff(reason: reason)))
      }
      ids[transfer.easy] = id
    }

    while true {
      let waiting = orders { orders in
        defer { orders.waiting = [] }
        orders.isWoken = false
        return orders.waiting
      }
      for order in waiting {
        switch order {
        case .start(let id, let request, let continuation):
          if let transfer = CurlTransfer(request, library: library, continuation: continuation) {
            transfers[id] = transfer
            begin(id)
          } else {
            continuation.resume(returning: .failure(.brokenOff(reason: "no memory")))
          }
        case .cancel(let id): end(id, .failure(.cancelled))
        }
      }
      var code = multi.perform()
      while let (easy, result) = multi.nextDone() {
        guard let id = ids.removeValue(forKey: easy), let transfer = transfers[id] else { continue }
        // A handle that stays where it is cannot be used again.
        let removal = multi.remove(easy)
        guard removal == 0 else {
          _ = Unmanaged.passRetained(transfer)
          end(id, .failure(.brokenOff(reason: words(forMulti: removal))))
          continue
        }
        switch transfer.ended(with: result) {
        case .done(let result): end(id, result)
        case .again: begin(id)
        }
      }
      // A poll ends early for libcurl's own timers and for a wake-up given since the last one.
      if code == 0 { code = multi.poll(transfers.isEmpty ? 60_000 : 1000) }
      // mutant multi-handle-that-fails: `if code > 0 {` -> `if false {` (CurlDriverTests)
      if code > 0 {
        // A handle that neither works nor waits would be asked again at once, and so for ever.
        let failure = HTTPFailure.brokenOff(reason: "libcurl failed: \(words(forMulti: code))")
        let rest = orders { orders in
          orders.failure = failure
          defer { orders.waiting = [] }
          return orders.waiting
        }
        refuse(rest, failure)
        for id in Array(transfers.keys) { end(id, .failure(failure)) }
        return
      }
    }
  }

  /// Takes a transfer away from libcurl; one that it does not let go of is never freed.
  private func release(_ transfer: CurlTransfer) {
    if multi.remove(transfer.easy) != 0 { _ = Unmanaged.passRetained(transfer) }
  }
}
