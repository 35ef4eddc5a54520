/// The character references of HTML (HTML 4.01, section 24, and the letters and signs of HTML's later
/// list), which get into lists of books from web pages: `&amp;`, `&#1055;`, `&#x41F;`, `&cacute;`.
public enum HTMLEntities {
  /// The text with its references resolved, once: `&amp;amp;` gives `&amp;`.
  ///
  /// Only what is a reference counts, with its semicolon: the `&` of `AT&T`, `R&D` and `Q&A;` stays.
  /// Numbers from 128 to 159 mean the characters of Windows-1252, as in browsers; numbers of no
  /// character, and of control characters other than line ends and tabs, stay as they are.
  /// - Complexity: O(the text's length)
  public static func decoded(_ text: String) -> String {
    guard text.utf8.contains(ampersand) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == ampersand, let (scalar, length) = reference(source[(index + 1)...]) {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        index += 1 + length
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The character that a reference stands for, and its bytes after the `&` with the semicolon.
  private static func reference(_ text: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    let name = text.prefix(16).prefix { $0 != UInt8(ascii: ";") && $0 != ampersand }
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";")
    else { return nil }
    let scalar: Unicode.Scalar?
    if name.first == UInt8(ascii: "#") {
      scalar = number(name.dropFirst())
    } else {
      let name = String(decoding: name, as: UTF8.self)
      scalar = names[name] ?? letter(name)
    }
    return scalar.map { ($0, name.count + 1) }
  }

  /// A letter and the name of its mark, `cacute`, where Unicode has the two as one.
  private static func letter(_ name: String) -> Unicode.Scalar? {
    guard let letter = name.utf8.first, letter < 0x80, let mark = marks[String(name.dropFirst())]
    else { return nil }
    var text = String.UnicodeScalarView([Unicode.Scalar(letter)])
    text.append(mark)
    let composed = TextForm.composed(String(text)).unicodeScalars
    return composed.count == 1 ? composed.first : nil
  }

  private static let marks: [String: Unicode.Scalar] = [
    "acute": "\u{301}", "grave": "\u{300}", "circ": "\u{302}", "tilde": "\u{303}",
    "uml": "\u{308}", "caron": "\u{30C}", "ogon": "\u{328}", "macr": "\u{304}", "dot": "\u{307}",
    "breve": "\u{306}", "cedil": "\u{327}", "dblac": "\u{30B}", "ring": "\u{30A}",
  ]

  private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var digits = digits
    var base: UInt32 = 10
    if let first = digits.first, first | 0x20 == UInt8(ascii: "x") {
      digits = digits.dropFirst()
      base = 16
    }
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      // At most nine digits: no overflow in base 10, and the check below stops base 16.
      guard let digit = Hexadecimal.value(of: byte), digit < UInt64(base), value < 0x11_0000 else {
        return nil
      }
      value = value * base + UInt32(digit)
    }
    if (0x80..<0xA0).contains(value) {
      return windows1252[Int(value - 0x80)]
    }
    guard value >= 0x20 && value != 0x7F || value == 9 || value == 10 || value == 13 else {
      return nil
    }
    return Unicode.Scalar(value)
  }

  private static let ampersand = UInt8(ascii: "&")

  /// The places that Windows-1252 leaves free stay control characters, which are no text.
  private static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’",
    "“", "”", "•", "–", "—", "\u{2DC}", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  private static let names: [String: Unicode.Scalar] = {
    var names: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "AMP": "&", "LT": "<", "GT": ">",
      "QUOT": "\"",
    ]
    for (position, name) in latin1.split(separator: " ").enumerated() {
      names[String(name)] = Unicode.Scalar(UInt32(0xA0 + position))
    }
    for pair in others.split(whereSeparator: \.isWhitespace) {
      let parts = pair.split(separator: "=")
      guard parts.count == 2, let value = UInt32(parts[1], radix: 16) else { continue }
      names[String(parts[0])] = Unicode.Scalar(value)
    }
    return names
  }()

  /// The names of U+00A0 to U+00FF, in order.
  private static let latin1 =
    """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """

  /// HTML 4's symbols, Greek letters and the like, with the numbers of their characters.
  private static let others = """
    OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2C6 tilde=2DC Alpha=391
    Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39A
    Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1 Sigma=3A3 Tau=3A4 Upsilon=3A5
    Phi=3A6 Chi=3A7 Psi=3A8 Omega=3A9 alpha=3B1 beta=3B2 gamma=3B3 delta=3B4 epsilon=3B5 zeta=3B6
    eta=3B7 theta=3B8 iota=3B9 kappa=3BA lambda=3BB mu=3BC nu=3BD xi=3BE omicron=3BF pi=3C0
    rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5 phi=3C6 chi=3C7 psi=3C8 omega=3C9
    thetasym=3D1 upsih=3D2 piv=3D6 ensp=2002 emsp=2003 thinsp=2009 zwnj=200C zwj=200D lrm=200E
    rlm=200F ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201A ldquo=201C rdquo=201D
    bdquo=201E dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030 prime=2032 Prime=2033
    lsaquo=2039 rsaquo=203A oline=203E frasl=2044 euro=20AC image=2111 weierp=2118 real=211C
    trade=2122 alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21B5 lArr=21D0
    uArr=21D1 rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207
    isin=2208 notin=2209 ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D
    infin=221E ang=2220 and=2227 or=2228 cap=2229 cup=222A int=222B there4=2234 sim=223C cong=2245
    asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287
    oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lceil=2308 rceil=2309 lfloor=230A rfloor=230B
    lang=2329 rang=232A loz=25CA spades=2660 clubs=2663 hearts=2665 diams=2666
    Dstrok=110 dstrok=111 Hstrok=126 hstrok=127 imath=131 inodot=131 Lstrok=141 lstrok=142
    Tstrok=166 tstrok=167 ENG=14A eng=14B napos=149 IJlig=132 ijlig=133 excl=21 num=23 dollar=24
    percnt=25 lpar=28 rpar=29 ast=2A plus=2B comma=2C period=2E sol=2F colon=3A semi=3B equals=3D
    quest=3F commat=40 lsqb=5B lbrack=5B rsqb=5D rbrack=5D lowbar=5F hyphen=2010 dash=2010 Tab=9
    NewLine=A numero=2116 rsquor=2019 ldquor=201E
    """
}
