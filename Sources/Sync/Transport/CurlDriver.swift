import CCurl
import Glibc

/// Drives all transfers of the process: one multi handle, which keeps connections for reuse, on one
/// thread of its own.
///
/// Sendable: `library` and `multi` never change; the multi handle is used by the driver's thread
/// alone, save for `curl_multi_wakeup`, which any thread may call; orders go through a lock.
final class CurlDriver: @unchecked Sendable {
  /// The one driver, made and started by the first request.
  static let shared: Result<CurlDriver, CurlLibrary.Missing> = {
    do throws(CurlLibrary.Missing) {
      return .success(try CurlDriver(library: .load()))
    } catch {
      return .failure(error)
    }
  }()

  private enum Order {
    case start(
      UInt64, HTTPRequest, CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>)
    case cancel(UInt64)
  }

  private struct Orders {
    var waiting: [Order] = []
    var lastID: UInt64 = 0
  }

  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  private let orders = Locked(Orders())

  private init(library: CurlLibrary) throws(CurlLibrary.Missing) {
    guard let multi = ccurl_multi_new(library.table) else {
      throw CurlLibrary.Missing(reason: "libcurl has no memory for its transfers")
    }
    self.library = library
    self.multi = multi
    // Kept for reuse; libcurl's own number goes down with that of the transfers under way.
    ccurl_multi_set_long(library.table, multi, Int32(CCURLMOPT_MAXCONNECTS), 64)
    ccurl_multi_set_long(library.table, multi, Int32(CCURLMOPT_MAX_HOST_CONNECTIONS), 8)
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
    let isFirst = orders { orders in
      orders.waiting.append(order)
      return orders.waiting.count == 1
    }
    // Who gave the first has woken the thread, or is about to; it takes all that wait.
    if isFirst { ccurl_multi_wakeup(library.table, multi) }
  }

  // MARK: - On the driver's thread

  /// The name of the thread, for those who look at the process.
  static let threadName = "transfers"

  private func run() {
    ccurl_name_this_thread(Self.threadName)
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
      if ids.removeValue(forKey: transfer.easy) != nil {
        ccurl_multi_remove(library.table, multi, transfer.easy)
      }
    }

    func begin(_ id: UInt64) {
      guard let transfer = transfers[id] else { return }
      if let failure = transfer.prepare() { return end(id, .failure(failure)) }
      guard ccurl_multi_add(library.table, multi, transfer.easy) == 0 else {
        return end(id, .failure(.brokenOff(reason: "libcurl takes no more transfers")))
      }
      ids[transfer.easy] = id
    }

    while true {
      let waiting = orders { orders in
        defer { orders.waiting = [] }
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
      ccurl_multi_perform(library.table, multi)
      var code: Int32 = 0
      while let easy = ccurl_multi_next_done(library.table, multi, &code) {
        guard let id = ids.removeValue(forKey: easy), let transfer = transfers[id] else { continue }
        ccurl_multi_remove(library.table, multi, easy)
        switch transfer.ended(with: code) {
        case .done(let result): end(id, result)
        case .again: begin(id)
        }
      }
      // A poll ends early for libcurl's own timers and for a wake-up given since the last one.
      ccurl_multi_poll(library.table, multi, 60_000)
    }
  }
}
