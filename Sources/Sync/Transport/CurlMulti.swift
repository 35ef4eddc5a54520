import CCurl

/// libcurl's multi handle, by the calls that the driver makes; a test puts others in their place.
///
/// Each call but `nextDone` gives a code, 0 when all is well (libcurl-errors(3), CURLMcode).
///
/// Sendable: `wakeUp` may be called by any thread, the others by the driver's alone.
struct CurlMulti: @unchecked Sendable {
  var setOption: (_ option: Int, _ value: Int) -> Int32
  var add: (_ easy: UnsafeMutableRawPointer) -> Int32
  var remove: (_ easy: UnsafeMutableRawPointer) -> Int32
  var perform: () -> Int32
  /// Waits until something is to be done, somebody wakes it, or the time is over.
  var poll: (_ milliseconds: Int32) -> Int32
  var wakeUp: @Sendable () -> Int32
  /// The next transfer that has ended, with its own code (CURLcode).
  var nextDone: () -> (easy: UnsafeMutableRawPointer, code: Int32)?

  /// Makes a handle, which stays until the process ends.
  init(_ library: CurlLibrary) throws(CurlLibrary.Missing) {
    guard let handle = ccurl_multi_new(library.table) else {
      throw CurlLibrary.Missing(reason: "libcurl has no memory for its transfers")
    }
    let address = UInt(bitPattern: handle)
    setOption = { ccurl_multi_set_long(library.table, handle, Int32($0), $1) }
    add = { ccurl_multi_add(library.table, handle, $0) }
    remove = { ccurl_multi_remove(library.table, handle, $0) }
    perform = { ccurl_multi_perform(library.table, handle) }
    poll = { ccurl_multi_poll(library.table, handle, $0) }
    wakeUp = {
      guard let handle = UnsafeMutableRawPointer(bitPattern: address) else { return -1 }
      return ccurl_multi_wakeup(library.table, handle)
    }
    nextDone = {
      var code: Int32 = 0
      return ccurl_multi_next_done(library.table, handle, &code).map { ($0, code) }
    }
  }
}
