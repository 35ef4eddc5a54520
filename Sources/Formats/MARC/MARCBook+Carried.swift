extension MARCBook {
  /// Whether all that a field says is in fields of ours, so that it need not be kept as it is.
  func isCarried(_ field: MARCRecord.Field) -> Bool {
    // Our own files say in local fields what the others do not give back.
    if control.source == "libraryctl" { return true }
    let codes: StaticString
    switch field.tag {
    case 1, 3: return true
    case 10: codes = "a"
    case 22: codes = "a"
    case 35: codes = "a"
    case 100, 110, 111, 700, 710, 711: codes = "ade4"
    case 245: codes = "abnp"
    case 250, 520: codes = "ab"
    case 264: codes = "bc"
    case 653: codes = "a"
    case 505: codes = "agrt"
    case 500...599: codes = "abct"
    case 600...655: codes = "abcdqtnpvxyz"
    case 852: codes = "bchij"
    case 880: return isLinked(field)
    default: return false
    }
    for subfield in record.subfields(of: field)
    where subfield.code != UInt8(ascii: "6") && !codes.contains(subfield.code) {
      return false
    }
    return true
  }

  private func isLinked(_ field: MARCRecord.Field) -> Bool {
    switch record.text(UInt8(ascii: "6"), of: field)?.prefix(3) {
    case "100", "110", "111", "700", "710", "711": true
    default: false
    }
  }
}
