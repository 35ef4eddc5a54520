import Catalogue

/// Where in a title file each ISBN's line begins: eight bytes a title, sorted.
///
/// A valid ISBN-13 is one of two prefixes, nine digits and a check digit that follows from them: 31
/// bits. The other 33 bits of a word hold the line's offset, so a file may have 8 GiB.
struct TitleFileIndex {
  private static let offsetBits: UInt64 = 33
  static let largestOffset = Int64(1) << 33 - 1

  /// A line that is no title.
  struct SkippedLine {
    /// Its number, from 1.
    let number: Int
    let reason: String
  }

  /// Where a line begins.
  private struct Mark {
    let offset: Int64
    let number: Int
  }

  /// There is at most one mark for so many bytes of the file.
  private static let bytesPerMark: Int64 = 1 << 16

  /// The numbers of a file, as they come.
  struct Entries {
    fileprivate var words: [UInt64] = []

    /// Adds a number with the offset of its line.
    /// - Returns: false when no index reaches so far.
    mutating func add(_ isbn: ISBN, at offset: Int64) -> Bool {
      guard offset <= largestOffset else { return false }
      words.append(key(of: isbn) << offsetBits | UInt64(offset))
      return true
    }
  }

  private var words: [UInt64] = []
  private var marks: [Mark] = []
  /// How many lines were no title.
  private(set) var skippedLines = 0
  private(set) var firstSkipped: SkippedLine?
  /// How many titles there are.
  var count: Int { words.count }

  /// Indexes a file in one pass.
  /// - Parameter descriptor: the open file.
  /// - Throws: the `errno` of a read that failed.
  /// - Complexity: O(the file's length); memory for one line and eight bytes a title.
  init(descriptor: Int32) throws(ReadFailure) {
    var entries = Entries()
    var marks: [Mark] = []
    var number = 0
    var skipped = 0
    var first: SkippedLine?
    let failure = LineReader.forEachLine(of: descriptor) { bytes, line, offset in
      number += 1
      if offset >= Int64(marks.count) * Self.bytesPerMark {
        marks.append(Mark(offset: offset, number: number))
      }
      func skip(_ reason: @autoclosure () -> String) {
        skipped += 1
        if first == nil { first = SkippedLine(number: number, reason: reason()) }
      }
      guard let line else { return skip("it is longer than \(LineReader.longestLine >> 20) MiB") }
      guard let isbn = TitleFileLine.isbn(in: bytes, line: line, offset: offset) else {
        if !line.allSatisfy({ TitleFileLine.isBlank(bytes[$0]) }) {
          skip(TitleFileLine.fault(of: Array(bytes[line]), offset: offset))
        }
        return
      }
      if !entries.add(isbn, at: offset) { skip("it begins behind the first 8 GiB") }
    }
    if let failure { throw ReadFailure(code: failure) }
    self.init(entries)
    self.marks = marks
    skippedLines = skipped
    firstSkipped = first
  }

  /// Indexes what was gone through elsewhere; such an index knows no lines.
  init(_ entries: consuming Entries) {
    words = entries.words
    entries.words = []
    words.sort()
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

  /// The number of the line that begins at an offset, from 1; nil when the file cannot be read.
  /// - Complexity: O(log n), and reads the file between two marks
  func lineNumber(at offset: Int64, of descriptor: Int32) -> Int? {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let mark = marks[low - 1]
    return LineReader.lineFeeds(of: descriptor, from: mark.offset, to: offset).map {
      mark.number + $0
    }
  }

  private static func key(of isbn: ISBN) -> UInt64 { isbn.number / 10 - 978_000_000_000 }
}
