import CCurl
import Glibc

/// libcurl, once it is loaded.
///
/// Sendable: the pointer leads to a table of functions that is never changed after loading.
struct CurlLibrary: @unchecked Sendable {
  /// libcurl cannot be had.
  struct Missing: Error {
    let reason: String
  }

  let table: OpaquePointer

  /// Loads the library; it stays until the process ends.
  /// - Parameter names: file names for `dlopen`, tried in order. Debian has the library in up to
  ///   three flavours, which differ only in who does TLS.
  static func load(
    _ names: [String] = ["libcurl.so.4", "libcurl-gnutls.so.4"]
  ) throws(Missing) -> CurlLibrary {
    let copies = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.compactMap { $0.map { UnsafePointer($0) } }
    var reason = [CChar](repeating: 0, count: 512)
    guard let table = ccurl_open(pointers, pointers.count, &reason, reason.count) else {
      let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let cause = String(decoding: bytes, as: UTF8.self)
      throw Missing(
        reason: "titles are fetched with libcurl, which cannot be loaded (\(cause)); "
          + "install it, on Debian and Ubuntu with: apt install libcurl4")
    }
    return CurlLibrary(table: table)
  }

  /// What a result code of the multi interface means.
  func words(forMulti code: Int32) -> String { String(cString: ccurl_multi_message(table, code)) }

  /// What a result code means.
  func words(for code: Int32) -> String { String(cString: ccurl_message(table, code)) }
}
