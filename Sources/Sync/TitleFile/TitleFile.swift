import Catalogue
import Glibc

/// A title file: JSON Lines, one object a title, or a table. It is indexed when first asked, and
/// again when the file has changed.
actor TitleFile {
  /// Reading blocks, so it has a thread of its own and not one of the pool's.
  private let executor = QueueExecutor(label: "title file")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let path: String
  private let table: TitleTable?
  private var opened: Opened?
  /// What the index found that no outcome tells.
  private let found = Locked<[String]>([])
  nonisolated var warnings: [String] { found { $0 } }

  /// What was indexed.
  private enum Titles {
    case lines(Descriptor, TitleFileIndex)
    case table(TableSpool)

    var index: TitleFileIndex {
      switch self {
      case .lines(_, let index): index
      case .table(let spool): spool.index
      }
    }
  }

  /// The titles, and what tells their file from one that was put in its place.
  private struct Opened {
    let identity: Identity
    let titles: Titles
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

  private struct Failure: Error {
    let failure: TitleFailure
  }

  init(path: String, table: TitleTable?) {
    self.path = path
    self.table = table
  }

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
      if let offset = opened.titles.index.offset(of: request.isbn) {
        places.append((offset, position))
      }
    }
    // In the order of the file, so that a disk reads forwards.
    places.sort { $0.offset < $1.offset }
    switch opened.titles {
    case .lines(let file, let index):
      for place in places {
        outcomes[place.position] = outcome(
          of: requests[place.position].isbn, at: place.offset, in: file, index)
      }
    case .table(let spool):
      let rows = places.map {
        TableSpool.Place(isbn: requests[$0.position].isbn, offset: $0.offset)
      }
      for (place, outcome) in zip(places, spool.outcomes(at: rows, path: path)) {
        outcomes[place.position] = outcome
      }
    }
    return outcomes
  }

  private func outcome(
    of isbn: ISBN, at offset: Int64, in file: Descriptor, _ index: TitleFileIndex
  ) -> TitleOutcome {
    func place() -> String {
      let number = index.lineNumber(at: offset, of: file.number)
      return number.map { "\(path):\($0)" } ?? "\(path), byte \(offset)"
    }
    guard let line = LineReader.line(of: file.number, at: offset) else {
      return .failed(.offline("\(place()): this line of the title file cannot be read"))
    }
    do throws(FieldReader.Mismatch) {
      return .found(try TitleFileLine.record(of: line, offset: offset, isbn: isbn))
    } catch {
      return .failed(.malformed("\(place()): \(error.reason)"))
    }
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
    let opened = try index(file, Identity(status))
    self.opened = opened
    return opened
  }

  private func index(_ file: Descriptor, _ identity: Identity) throws(Failure) -> Opened {
    var reason: String?
    if let table, !LineReader.beginsAsJSON(file.number) {
      switch spool(file, table) {
      case .success(let spool):
        // mutant table-without-titles:
        //   `if spool.index.count == 0, let first`
        //   -> `if spool.index.count < 0, let first` (TitleTableTests)
        if spool.index.count == 0, let first = spool.firstPassedOver {
          throw Failure(
            failure: .unconfigured(
              "the title file \(path) has no row with a valid isbn (\(path):\(first))"))
        }
        warn(of: spool.passedOver, first: spool.firstPassedOver, what: "rows")
        return Opened(identity: identity, titles: .table(spool))
      case .failure(.system(let call, let code)): throw unreadable(code, call: call)
      case .failure(.noTable(let words)): reason = words
      }
    }
    let index = try lines(of: file)
    if index.count == 0, let first = index.firstSkipped {
      let place = "\(path):\(first.number): \(first.reason)"
      throw Failure(
        failure: .unconfigured(
          "the title file \(path) has no line that is a JSON object with a valid isbn; "
            + "a title file is JSON Lines, one object a title (\(place))"
            + (reason.map { ", or a table (\($0))" } ?? "")))
    }
    warn(
      of: index.skippedLines, first: index.firstSkipped.map { "\($0.number): \($0.reason)" },
      what: "lines")
    return Opened(identity: identity, titles: .lines(file, index))
  }

  private func spool(
    _ file: Descriptor, _ table: TitleTable
  ) -> Result<TableSpool, TableSpool.Failure> {
    do throws(TableSpool.Failure) {
      return .success(try TableSpool(of: file.number, by: table))
    } catch {
      return .failure(error)
    }
  }

  private func lines(of file: Descriptor) throws(Failure) -> TitleFileIndex {
    do throws(TitleFileIndex.ReadFailure) {
      return try TitleFileIndex(descriptor: file.number)
    } catch {
      throw unreadable(error.code)
    }
  }

  /// Keeps a word about lines or rows that are no titles.
  private func warn(of count: Int, first: String?, what: String) {
    guard let first else { return }
    found {
      $0 = [
        "\(path):\(first); "
          + (count == 1
            ? "this \(what.dropLast()) of the title file was passed over"
            : "\(count) \(what) of the title file are no titles and were passed over")
      ]
    }
  }

  private func unreadable(_ code: Int32, call: String = "read") -> Failure {
    let cause = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    guard call == "read" else {
      return Failure(
        failure: .offline("the title file \(path) cannot be indexed: cannot \(call): \(cause)"))
    }
    return Failure(
      failure: .offline(
        "the title file \(path) cannot be read: \(cause); check the account's endpoint"))
  }
}
