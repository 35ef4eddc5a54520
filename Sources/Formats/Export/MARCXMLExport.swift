import Catalogue

extension ExportFormat {
  /// MARCXML; what MARC 21 has no field for stands by name in local fields 990.
  public static let marcXML = ExportFormat(
    name: "marcxml", summary: "MARCXML for libraries", open: { _ in MARCXMLBookWriter() })
}

/// Writes records of MARC 21 as XML (https://www.loc.gov/standards/marcxml/).
private struct MARCXMLBookWriter: BookWriter {
  func begin(_ output: inout [UInt8]) {
    output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <collection xmlns="http://www.loc.gov/MARC21/slim">

      """)
  }

  func end(_ output: inout [UInt8]) { output.write("</collection>\n") }

  func write(_ book: ListedBook, to output: inout [UInt8]) {
    var record = MARCFields(book)
    // What the fields of MARC do not give back, as far as its own reader reads them.
    var read = BookDetails()
    if case .book(let book) = MARCBook.row(record.record, line: 1, warnings: [], text: { "" }) {
      read = book.details
    }
    var meant = book.details
    if meant.contributors != nil { meant.contributors = book.people }
    for field in OwnFields.missing(from: read, of: meant) {
      record.add("990", "  ", [("a", "libraryctl"), ("n", field.name), ("v", field.text)])
    }
    record.add("990", "  ", [("a", "libraryctl"), ("n", "added_at"), ("v", book.addedAt)])

    output.write("<record>\n  <leader>00000nam a2200000 a 4500</leader>\n")
    for field in record.fields {
      if field.isControl {
        output.write("  <controlfield tag=\"\(field.tag)\">")
        XMLText.write(field.subfields[0].text, to: &output)
        output.write("</controlfield>\n")
        continue
      }
      let indicators = Array(field.indicators)
      output.write(
        "  <datafield tag=\"\(field.tag)\" ind1=\"\(indicators[0])\" ind2=\"\(indicators[1])\">")
      for subfield in field.subfields {
        output.write("<subfield code=\"\(subfield.code)\">")
        XMLText.write(subfield.text, to: &output)
        output.write("</subfield>")
      }
      output.write("</datafield>\n")
    }
    output.write("</record>\n")
  }
}
