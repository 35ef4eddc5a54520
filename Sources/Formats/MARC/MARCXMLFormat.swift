import Catalogue

extension ImportFormat {
  /// MARCXML, alone or in the answer of a server (SRU, OAI-PMH).
  public static let marcXML = ImportFormat(
    name: "marcxml", summary: "MARCXML",
    detects: { MARCXMLReader.detects($0.bytes) },
    open: { beginning, input in
      try MARCXMLReader(input, beginning: beginning.bytes, ExpatLibrary.shared.get())
    })
}

private struct MARCXMLReader: RowReader {
  /// XML in which the namespace or an element of MARCXML stands near the beginning.
  static func detects(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    return find("http://www.loc.gov/MARC21/slim", in: bytes) || find("leader>", in: bytes)
  }

  private static func find(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let count = text.utf8CodeUnitCount
      var index = 0
      while index + count <= bytes.count {
        var length = 0
        while length < count, bytes[index + length] == text.utf8Start[length] { length += 1 }
        if length == count { return true }
        index += 1
      }
      return false
    }
  }

  private static let chunk = 1 << 14

  private let library: ExpatLibrary
  private let encoding: String?
  private var input: ByteInput
  private var parser: MARCXMLParser
  private var rows: [(row: ImportedRow, source: Source)] = []
  private var nextRow = 0
  /// The record that is being read, as it stands in the file.
  private var unfinished = UnfinishedRecord()
  /// Line ends in what was handed to earlier parsers and to this one.
  private var linesFed = 0
  private var isRecovered = false
  private var isDone = false

  init(
    _ input: ByteInput, beginning: ArraySlice<UInt8>, _ library: ExpatLibrary
  ) throws {
    self.input = input
    self.library = library
    encoding = Self.encoding(declaredIn: beginning)
    parser = try MARCXMLParser(library, encoding: encoding, linesBefore: 0)
  }

  /// The character set to read by, where the declaration cannot be believed: UTF-16 has been turned
  /// into UTF-8 by now, and Windows-1252 is read as Latin-1.
  private static func encoding(declaredIn bytes: ArraySlice<UInt8>) -> String? {
    let declaration = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard declaration.hasPrefix("<?xml"), let end = declaration.firstRange(of: "?>"),
      let start = declaration[..<end.lowerBound].firstRange(of: "encoding=")
    else { return nil }
    let name = declaration[start.upperBound..<end.lowerBound].dropFirst()
      .prefix { $0 != "\"" && $0 != "'" }.lowercased()
    if name.hasPrefix("utf-16") || name.hasPrefix("ucs-2") { return "UTF-8" }
    let isLatin = name == "windows-1252" || name == "cp1252" || name == "iso-8859-15"
    return isLatin ? "ISO-8859-1" : nil
  }

  mutating func next() throws -> ImportedRow? {
    while nextRow == rows.count {
      rows.removeAll(keepingCapacity: true)
      nextRow = 0
      if isDone { return nil }
      try readChunk()
    }
    defer { nextRow += 1 }
    return rows[nextRow].row
  }

  private enum Source {
    case record(MARCRecord)
    case bytes([UInt8])
  }

  /// A record that could be read, written anew; one that could not, as it stands.
  var source: [UInt8] {
    guard nextRow > 0 else { return [] }
    switch rows[nextRow - 1].source {
    case .record(let record): return MARCXMLText.bytes(of: record)
    case .bytes(let bytes): return bytes
    }
  }

  var frame: FileFrame {
    FileFrame(beginning: MARCXMLText.beginning, separator: [0x0A], end: MARCXMLText.end)
  }

  private mutating func readChunk() throws {
    do {
      try input.load(atLeast: Self.chunk)
    } catch  where !input.rest.isEmpty {
      // What was loaded before reading stopped may hold whole records.
    }
    let bytes = input.rest.prefix(Self.chunk)
    let isLast = input.isAtEnd && bytes.count == input.rest.count
    let failure = parser.parse(bytes, isLast: isLast)
    takeItems()
    let passed = failure.map { min(bytes.count, $0.offset + 1) } ?? bytes.count
    unfinished.take(bytes.prefix(passed), of: parser)
    for byte in bytes.prefix(passed) where byte == 0x0A { linesFed += 1 }
    // At least one byte on, or the same error would come again.
    input.start += passed
    guard let failure else {
      isDone = isLast
      return
    }
    let recordLine = parser.recordLine
    // Behind a record that could not be read, what does not fit around the others is no news.
    if recordLine != nil || !isRecovered {
      let reason =
        recordLine == nil
        ? "the file cannot be read further: \(failure.reason) (line \(failure.line))"
        : "the record cannot be read: \(failure.reason) (line \(failure.line))"
      let around = bytes.dropFirst(max(0, failure.offset - 80)).prefix(200)
      append(line: recordLine ?? failure.line, reason, String(decoding: around, as: UTF8.self))
    }
    if parser.refusal != nil {
      isDone = true
      return
    }
    // mutant xml-recovery: `try recover()` -> `isDone = true` (MARCXMLTests)
    try recover()
    if recordLine != nil { rows[rows.count - 1].source = .bytes(unfinished.source) }
    unfinished = UnfinishedRecord()
  }

  private mutating func append(line: Int, _ reason: String, _ text: String) {
    let failure = RowFailure(line: line, column: nil, reason: reason, text: text)
    rows.append((.failure(failure), .bytes([])))
  }

  private mutating func takeItems() {
    for item in parser.items {
      switch item {
      case .record(let record, let line):
        let row = MARCBook.row(record, line: line, warnings: []) {
          String(decoding: MARCXMLText.bytes(of: record).prefix(4000), as: UTF8.self)
        }
        rows.append((row, .record(record)))
      case .tooLong(let line): append(line: line, "the record is longer than 2 MB", "")
      }
    }
    parser.items.removeAll(keepingCapacity: true)
  }

  /// Goes on at the next record, within a root that stands for the one before.
  private mutating func recover() throws {
    while true {
      try input.load(atLeast: 64)
      guard !input.rest.isEmpty else {
        isDone = true
        return
      }
      if input.rest.first == UInt8(ascii: "<"),
        let prefix = Self.recordPrefix(input.rest.prefix(64))
      {
        isRecovered = true
        parser = try MARCXMLParser(library, encoding: encoding ?? "UTF-8", linesBefore: linesFed)
        let name = "http://www.loc.gov/MARC21/slim"
        let root =
          "<collection xmlns=\"\(name)\""
          + (prefix.isEmpty ? ">" : " xmlns:\(prefix)=\"\(name)\">")
        _ = parser.parse(Array(root.utf8)[...], isLast: false)
        return
      }
      let skipped = input.rest.dropFirst().prefix { $0 != UInt8(ascii: "<") }.endIndex
      let passed = input.bytes[input.start..<skipped]
      for byte in passed where byte == 0x0A { linesFed += 1 }
      unfinished.pass(passed)
      input.start = skipped
    }
  }

  /// The namespace's prefix in `<marc:record …>`, empty in `<record>`; nil for other tags.
  private static func recordPrefix(_ bytes: ArraySlice<UInt8>) -> String? {
    let name = bytes.dropFirst().prefix {
      $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    let parts = String(decoding: name, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.last == "record", parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return "" }
    let isName = parts[0].utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
    return isName ? String(parts[0]) : nil
  }
}
