/// Records of MARC 21 as text of MARCXML.
enum MARCXMLText {
  static let beginning = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <collection xmlns="http://www.loc.gov/MARC21/slim">

    """.utf8)
  static let end = Array("\n</collection>\n".utf8)

  /// A record with all its fields.
  static func bytes(of record: MARCRecord) -> [UInt8] {
    var output: [UInt8] = []
    output.write("<record>\n  <leader>")
    XMLText.write(
      String(decoding: record.bytes.prefix(MARCRecord.leaderLength), as: UTF8.self), to: &output)
    output.write("</leader>\n")
    for field in record.fields {
      output.write(field.isControl ? "  <controlfield tag=\"" : "  <datafield tag=\"")
      XMLText.write(field.name, to: &output)
      if field.isControl {
        output.write("\">")
        XMLText.write(
          String(decoding: record.bytes[field.start..<field.end], as: UTF8.self), to: &output)
        output.write("</controlfield>\n")
        continue
      }
      for position in 0..<2 {
        output.write("\" ind\(position + 1)=\"")
        write(record.indicator(position, of: field), to: &output)
      }
      output.write("\">")
      for subfield in record.subfields(of: field) {
        output.write("<subfield code=\"")
        write(subfield.code, to: &output)
        output.write("\">")
        XMLText.write(
          String(decoding: record.bytes[subfield.start..<subfield.end], as: UTF8.self),
          to: &output)
        output.write("</subfield>")
      }
      output.write("</datafield>\n")
    }
    output.write("</record>")
    return output
  }

  private static func write(_ sign: UInt8, to output: inout [UInt8]) {
    XMLText.write(String(Unicode.Scalar(sign)), to: &output)
  }
}
