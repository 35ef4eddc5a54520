import Catalogue
import Glibc

/// A title file: JSON Lines, one object a title. It is indexed when first asked, and again when
/// the file has changed.
actor TitleFile {
  /// Reading blocks, so it has a thread of its own and not one of the pool's.
  private let executor = QueueExecutor(label: "title file")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let path: String
  private var opened: Opened?
  /// What the index found that no outcome tells.
  private let found = Locked<[String]>([])
  nonisolated var warnings: [String] { found { $0 } }

  /// An open file with its index, and what tells it from a file that was put in its place.
  private struct Opened {
    let file: Descriptor
    let identity: Identity
    let index: TitleFileIndex
  }

  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// A file descriptor that is closed when nobody needs it any more.
  private final class Descriptor: Sendable {
    let number: Int32

    init(number: Int32) { self.number = number }

    deinit { close(number) }
  }

  private struct Failure: Error {
    let failure: TitleFailure
  }

  init(path: String) { self.path = path }

  /// Answers each request from the file, in order.
  /// - Complexity: O(n log m) for n requests and m titles, besides the first call, which reads the
  ///   whole file.
  func outcomes(of requests: [TitleRequest]) -> [TitleOutcome] {
    let opened: Opened
    do throws(Failure) {
      opened = try open()
    } catch {
      return requests.map { _ in .failed(error.failure) }
    }
    var outcomes = [TitleOutcome](repeating: .notFound, count: requests.count)
    var places: [(offset: Int64, position: Int)] = []
    for (position, request) in requests.enumerated() {
      if let offset = opened.index.offset(of: request.isbn) { places.append((offset, position)) }
    }
    // In the order of the file, so that a disk reads forwards.
    places.sort { $0.offset < $1.offset }
    for place in places {
      outcomes[place.position] = outcome(
        of: requests[place.position].isbn, at: place.offset, in: opened)
    }
    return outcomes
  }

  private func outcome(of isbn: ISBN, at offset: Int64, in opened: Opened) -> TitleOutcome {
    guard let line = LineReader.line(of: opened.file.number, at: offset) else {
      return .failed(
        .offline("\(place(of: offset, in: opened)): this line of the title file cannot be read"))
    }
    do throws(FieldReader.Mismatch) {
      return .found(try TitleFileLine.record(of: line, offset: offset, isbn: isbn))
    } catch {
      return .failed(.malformed("\(place(of: offset, in: opened)): \(error.reason)"))
    }
  }

  private func place(of offset: Int64, in opened: Opened) -> String {
    let number = opened.index.lineNumber(at: offset, of: opened.file.number)
    return number.map { "\(path):\($0)" } ?? "\(path), byte \(offset)"
  }

  private func open() throws(Failure) -> Opened {
    var status = stat()
    if let opened, stat(path, &status) == 0, Identity(status) == opened.identity { return opened }
    opened = nil
    found { $0 = [] }
    // Without O_NONBLOCK the opening of a pipe would wait for a writer.
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if number < 0 { throw unreadable(errno) }
    let file = Descriptor(number: number)
    if fstat(number, &status) != 0 { throw unreadable(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw unreadable(EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(failure: .unconfigured("the title file \(path) is not a regular file"))
    }
    let index: TitleFileIndex
    do throws(TitleFileIndex.ReadFailure) {
      index = try TitleFileIndex(descriptor: number)
    } catch {
      throw unreadable(error.code)
    }
    if let first = index.firstSkipped {
      let place = "\(path):\(first.number): \(first.reason)"
      guard index.count > 0 else {
        throw Failure(
          failure: .unconfigured(
            "the title file \(path) has no line that is a JSON object with a valid isbn; "
              + "a title file is JSON Lines, one object a title (\(place))"))
      }
      let count = index.skippedLines
      found {
        $0 = [
          count == 1
            ? "\(place); this line of the title file was passed over"
            : "\(place); \(count) lines of the title file are no titles and were passed over"
        ]
      }
    }
    let opened = Opened(file: file, identity: Identity(status), index: index)
    self.opened = opened
    return opened
  }

  private func unreadable(_ code: Int32) -> Failure {
    let cause = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return Failure(
      failure: .offline(
        "the title file \(path) cannot be read: \(cause); check the account's endpoint"))
  }
}

extension TitleSource {
  /// A title file (JSON Lines), read offline.
  ///
  /// One object a line: `isbn` (ISBN-10 or ISBN-13, as text or number), `title`, `subtitle`,
  /// `authors`, `publisher`, `published`, `language`, `pages`, `series`, `series_number`,
  /// `subjects`. A field of another type fails the one book; a line that is no title is skipped, and
  /// a warning tells of it; of two lines with one ISBN the later counts.
  /// - Parameter path: the file; it is read when the source is first asked, and again after it has
  ///   changed.
  public static func titleFile(path: String) -> TitleSource {
    let file = TitleFile(path: path)
    let limits = Limits(idsPerRequest: 500, requestsAtOnce: 1, requestsPerSecond: .infinity)
    return TitleSource(
      limits: limits, fetch: { requests in await file.outcomes(of: requests) },
      warnings: { file.warnings })
  }
}
