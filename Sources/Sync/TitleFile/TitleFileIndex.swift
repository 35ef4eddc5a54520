import Catalogue

/// Where in a title file each ISBN's line begins: eight bytes a title, sorted.
///
/// A valid ISBN-13 is one of two prefixes, nine digits and a check digit that follows from them: 31
/// bits. The other 33 bits of a word hold the line's offset, so a file may have 8 GiB.
struct TitleFileIndex {
  private static let offsetBits: UInt64 = 33
  static let largestOffset = Int64(1) << 33 - 1

  private var words: [UInt64] = []
  /// How many lines were no title.
  private(set) var skippedLines = 0
  /// How many titles there are.
  var count: Int { words.count }

  /// Indexes a file in one pass.
  /// - Parameter descriptor: the open file.
  /// - Throws: the `errno` of a read that failed.
  /// - Complexity: O(the file's length); memory for one line and eight bytes a title.
  init(descriptor: Int32) throws(ReadFailure) {
    var words: [UInt64] = []
    var skipped = 0
    let failure = LineReader.forEachLine(of: descriptor) { bytes, line, offset in
      guard let line else {
        skipped += 1
        return
      }
      guard let isbn = TitleFileLine.isbn(in: bytes, line: line, offset: offset) else {
        if !line.allSatisfy({ TitleFileLine.isBlank(bytes[$0]) }) { skipped += 1 }
        return
      }
      guard offset <= Self.largestOffset else {
        skipped += 1
        return
      }
      words.append(Self.key(of: isbn) << Self.offsetBits | UInt64(offset))
    }
    if let failure { throw ReadFailure(code: failure) }
    words.sort()
    self.words = words
    skippedLines = skipped
  }

  /// A read that failed.
  struct ReadFailure: Error {
    let code: Int32
  }

  /// The offset of the line of an ISBN: of several, the last.
  /// - Complexity: O(log n)
  func offset(of isbn: ISBN) -> Int64? {
    let key = Self.key(of: isbn)
    let limit = (key + 1) << Self.offsetBits
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      if words[middle] < limit { low = middle + 1 } else { high = middle }
    }
    guard low > 0, words[low - 1] >> Self.offsetBits == key else { return nil }
    return Int64(words[low - 1] & UInt64(Self.largestOffset))
  }

  private static func key(of isbn: ISBN) -> UInt64 { isbn.number / 10 - 978_000_000_000 }
}
