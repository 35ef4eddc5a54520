import Catalogue

/// Text as Open Library's records hold it.
enum OpenLibraryText {
  /// Undoes HTML entities once: `&amp;`, `&#1055;`, `&#x41F;`. What is no entity stays.
  /// - Complexity: O(the text's length)
  static func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      let after = rest[rest.index(after: ampersand)...]
      // The longest name in the table has six characters, the longest number seven.
      let name = after.prefix(8).prefix { $0 != ";" }
      if name.endIndex < after.endIndex, after[name.endIndex] == ";", let scalar = scalar(name) {
        result.unicodeScalars.append(scalar)
        rest = after[after.index(after: name.endIndex)...]
      } else {
        result += "&"
        rest = after
      }
    }
    return result + rest
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "ndash": return "–"
    case "mdash": return "—"
    case "lsquo": return "‘"
    case "rsquo": return "’"
    case "ldquo": return "“"
    case "rdquo": return "”"
    case "hellip": return "…"
    default:
      return latin1.firstIndex { $0 == name }.flatMap { Unicode.Scalar(UInt32(160 + $0)) }
    }
  }

  /// HTML 4's names of U+00A0 to U+00FF, in order.
  private static let latin1: [Substring] =
    """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """.split(separator: " ")

  /// Takes off the punctuation that library cards put behind a title (ISBD): `Elephants :`. A title
  /// that is nothing but signs stays.
  static func withoutCardPunctuation(_ text: String) -> String {
    guard let last = text.utf8.last, " /:;=,".utf8.contains(last) else { return text }
    var kept = text[...]
    while let last = kept.last, " /:;=,".contains(last) { kept.removeLast() }
    return kept.isEmpty ? text : String(kept)
  }
}
