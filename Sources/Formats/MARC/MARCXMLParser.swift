/// Builds records of MARC 21 from the elements of MARCXML, as a stream: `record`, `leader`,
/// `controlfield`, `datafield` and `subfield`, wherever in a document they stand
/// (https://www.loc.gov/standards/marcxml/).
///
/// Nothing outside of the document is ever read. A document that declares entities is refused, since
/// a few lines of them can stand for gigabytes of text.
final class MARCXMLParser {
  enum Item {
    case record(MARCRecord, line: Int)
    case tooLong(line: Int)
  }

  private static let deepest = 64
  static let longestRecord = 1 << 21
  /// A tag or comment that is longer than this is none of a catalogue.
  private static let longestSilence = 1 << 22

  /// The records that were completed since they were taken last.
  var items: [Item] = []
  /// Why the document is refused; the parser stops then.
  private(set) var refusal: String?
  /// The line on which the record begins that is being read; nil outside of records.
  private(set) var recordLine: Int?
  /// Where the last record begins in the bytes that were handed over last, before them when less than
  /// 0; nil when none begins there.
  private(set) var recordStart: Int?

  private let library: ExpatLibrary
  private let parser: ExpatLibrary.Parser
  private let lineBase: Int
  private var bytesFed = 0
  private var silence = 0
  private var depth = 0
  private var recordDepth = 0
  private var leader: [UInt8] = []
  private var data: [UInt8] = []
  private var fields: [MARCRecord.Field] = []
  private var fieldTag: Int?
  private var fieldStart = 0
  private var capture = Capture.nothing

  private enum Capture {
    case nothing, leader, field
  }

  /// - Parameters:
  ///   - encoding: the character set, whatever the document declares; nil to believe it.
  ///   - linesBefore: lines of the file that stand before what is parsed.
  init(_ library: ExpatLibrary, encoding: String?, linesBefore: Int) throws {
    self.library = library
    lineBase = linesBefore
    guard let parser = library.create(encoding, CChar(UInt8(ascii: "|"))) else {
      throw ImportError.notOfFormat(name: "marcxml", "there is no memory to read it")
    }
    self.parser = parser
    // The pointer is used only while `parse` runs, which keeps this object.
    library.setUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    library.setElementHandler(
      parser, { MARCXMLParser.from($0)?.start($1, $2) }, { MARCXMLParser.from($0)?.end($1) })
    library.setCharacterHandler(parser) { context, text, count in
      MARCXMLParser.from(context)?.characters(text, Int(count))
    }
    library.setEntityHandler(parser) { context, _, _, _, _, _, _, _, _ in
      // mutant xml-entities:
      //   `MARCXMLParser.from(context)?.refuse("it declares entities, which are not read")`
      //   -> `_ = context` (MARCXMLTests)
      MARCXMLParser.from(context)?.refuse("it declares entities, which are not read")
    }
  }

  deinit { library.free(parser) }

  private static func from(_ context: UnsafeMutableRawPointer?) -> MARCXMLParser? {
    context.map { Unmanaged<MARCXMLParser>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Where and why a document cannot be read further.
  struct Failure {
    /// The place in the bytes that were handed over last.
    let offset: Int
    let line: Int
    let reason: String
  }

  /// Parses the next bytes.
  func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Failure? {
    recordStart = nil
    let isFine = bytes.withUnsafeBytes { buffer in
      library.parse(
        parser, buffer.bindMemory(to: CChar.self).baseAddress, CInt(buffer.count), isLast ? 1 : 0)
    }
    defer { bytesFed += bytes.count }
    silence += bytes.count
    // mutant xml-endless-tag: `silence > Self.longestSilence` -> `silence < 0` (MARCXMLTests)
    if isFine != 0, silence > Self.longestSilence { refuse("a tag or comment is longer than 4 MB") }
    if isFine != 0, refusal == nil { return nil }
    let cause =
      refusal ?? library.errorText(library.errorCode(parser)).map { String(cString: $0) }
      ?? "it is no XML"
    let offset = Int(library.offset(parser)) - bytesFed
    return Failure(offset: max(0, min(offset, bytes.count)), line: line, reason: cause)
  }

  private var line: Int { lineBase + Int(truncatingIfNeeded: library.line(parser)) }

  private func refuse(_ reason: String) {
    guard refusal == nil else { return }
    refusal = reason
    _ = library.stop(parser, 0)
  }

  /// The name of an element of MARCXML, or of one without a namespace; nil for others.
  private static func localName(_ name: ExpatLibrary.Text?) -> String? {
    guard let name else { return nil }
    let text = String(cString: name)
    guard let bar = text.utf8.lastIndex(of: UInt8(ascii: "|")) else { return text }
    return text[..<bar] == "http://www.loc.gov/MARC21/slim"
      ? String(text[text.utf8.index(after: bar)...]) : nil
  }

  private func start(
    _ name: ExpatLibrary.Text?, _ attributes: UnsafeMutablePointer<ExpatLibrary.Text?>?
  ) {
    silence = 0
    depth += 1
    // mutant xml-depth: `if depth > Self.deepest {` -> `if depth < 0 {` (MARCXMLTests)
    if depth > Self.deepest { return refuse("elements are nested deeper than \(Self.deepest)") }
    guard let name = Self.localName(name) else { return }
    if recordLine == nil {
      guard name == "record" else { return }
      recordLine = line
      recordStart = Int(library.offset(parser)) - bytesFed
      recordDepth = depth
      leader.removeAll()
      data.removeAll(keepingCapacity: true)
      fields.removeAll(keepingCapacity: true)
      return
    }
    var tag: ExpatLibrary.Text?
    var code: ExpatLibrary.Text?
    var first: ExpatLibrary.Text?
    var second: ExpatLibrary.Text?
    var index = 0
    while let attributes, let key = attributes[index] {
      let value = attributes[index + 1]
      switch String(cString: key) {
      case "tag": tag = value
      case "code": code = value
      case "ind1": first = value
      case "ind2": second = value
      default: break
      }
      index += 2
    }
    switch name {
    case "leader": capture = .leader
    case "controlfield":
      beginField(tag)
      capture = .field
    case "datafield":
      beginField(tag)
      data.append(Self.sign(first))
      data.append(Self.sign(second))
    case "subfield" where fieldTag != nil:
      data.append(MARCRecord.subfieldDelimiter)
      data.append(Self.sign(code))
      capture = .field
    default: break
    }
  }

  private func beginField(_ tag: ExpatLibrary.Text?) {
    var signs: [UInt8] = []
    if let tag {
      for offset in 0..<3 {
        let sign = UInt8(bitPattern: tag[offset])
        if sign == 0 { break }
        signs.append(sign)
      }
    }
    while signs.count < 3 { signs.append(UInt8(ascii: "0")) }
    fieldTag = MARCRecord.Field.tag(signs[0], signs[1], signs[2])
    fieldStart = data.count
  }

  /// The one character of an indicator or a code.
  private static func sign(_ text: ExpatLibrary.Text?) -> UInt8 {
    guard let text, text[0] > 0x20, text[0] < 0x7F else { return 0x20 }
    return UInt8(bitPattern: text[0])
  }

  private func end(_ name: ExpatLibrary.Text?) {
    silence = 0
    defer { depth -= 1 }
    guard let line = recordLine, let name = Self.localName(name) else { return }
    switch name {
    case "leader", "subfield": capture = .nothing
    case "controlfield", "datafield":
      capture = .nothing
      guard let tag = fieldTag, data.count <= Self.longestRecord else { return }
      fields.append(MARCRecord.Field(tag: tag, start: fieldStart, end: data.count))
      fieldTag = nil
    case "record" where depth == recordDepth:
      recordLine = nil
      capture = .nothing
      fieldTag = nil
      guard data.count <= Self.longestRecord else { return items.append(.tooLong(line: line)) }
      items.append(.record(record, line: line))
    default: break
    }
  }

  private var record: MARCRecord {
    let length = MARCRecord.leaderLength
    var bytes = Array(leader.prefix(length))
    while bytes.count < length { bytes.append(0x20) }
    bytes += data
    let fields = fields.map {
      MARCRecord.Field(tag: $0.tag, start: $0.start + length, end: $0.end + length)
    }
    return MARCRecord(bytes: bytes, fields: fields, encoding: .utf8)
  }

  private func characters(_ text: ExpatLibrary.Text?, _ count: Int) {
    silence = 0
    guard let text, capture != .nothing else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    if capture == .leader {
      if leader.count < MARCRecord.leaderLength { leader += bytes }
    } else if data.count <= Self.longestRecord {
      data += bytes
    }
  }
}
