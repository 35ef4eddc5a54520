import CSQLite
import Catalogue

/// What queries ask of a text that SQLite cannot say: SQL functions of this program's connections.
///
/// They are for statements of ours alone: SQLITE_DIRECTONLY keeps them out of views and triggers,
/// which other programs must be able to run.
enum FoldingFunctions {
  /// The words of a text, folded, each between spaces.
  static let words = "folded_words"
  /// The text without case and diacritics.
  static let folded = "folded"

  static func register(on connection: Connection) throws(StorageError) {
    try register(words, on: connection) { context, _, values in
      FoldingFunctions.answer(context, values) { QueryWords.spaced(FoldedText.index($0)) }
    }
    try register(folded, on: connection) { context, _, values in
      FoldingFunctions.answer(context, values) { FoldedText.fold($0) }
    }
  }

  private static func register(
    _ name: String, on connection: Connection,
    _ function:
      @convention(c) (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
      ) -> Void
  ) throws(StorageError) {
    let code = sqlite3_create_function_v2(
      connection.handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
      function, nil, nil, nil)
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// Answers with the changed text; NULL stays NULL.
  private static func answer(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ change: (String) -> String
  ) {
    guard let value = values?.pointee, let text = sqlite3_value_text(value) else {
      return sqlite3_result_null(context)
    }
    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    var changed = change(String(decoding: bytes, as: UTF8.self))
    changed.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_result_text64(
          context, bytes.baseAddress, UInt64(bytes.count), csqlite_transient(), UInt8(SQLITE_UTF8))
      }
    }
  }
}
