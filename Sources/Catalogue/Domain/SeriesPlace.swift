/// A series and the place in it, from a statement such as libraries write: `Discworld ; 5`,
/// `The Stormlight Archive, Book 1`, `Foundation #0.5`, `Discworld, vol. III`.
public struct SeriesPlace: Hashable, Sendable {
  public var series: String
  /// In digits where it has some: `1`, `2.5`, `1-3`, else as given: `III`, `L12`; nil when the
  /// statement names none.
  public var number: String?

  /// Takes a statement apart; a number counts only behind a sign or word that says it is one.
  public init(statement: String) {
    let text = TextForm.collapsed(statement)
    series = text
    for (name, place) in Self.cuts(text) {
      let name = Self.withoutJoint(TitleText.withoutCardPunctuation(String(name)))
      guard !name.isEmpty, name.contains(where: \.isLetter),
        // mutant numbering-of-a-series: `Self.numbering(place) : nil` -> `nil : nil` (NameTests)
        let place = Self.place(place) ?? (place.first == ";" ? Self.numbering(place) : nil)
      else { continue }
      series = name
      number = place
      return
    }
    series = TitleText.withoutCardPunctuation(text)
  }

  /// A name without the dash or full stop that stood between it and the place in the series.
  private static func withoutJoint(_ name: String) -> String {
    var name = TextForm.collapsed(name)[...]
    while let last = name.last, last == "-" || last == "–" || last == "—" || last == " " {
      name.removeLast()
    }
    // That of an abbreviation stays.
    guard name.utf8.last == UInt8(ascii: ".") else { return String(name) }
    let word = name.reversed().dropFirst().prefix(while: \.isLetter)
    if word.count > 3,
      !NameWords.abbreviations.contains(String(word.reversed()).lowercased())
    {
      name.removeLast()
    }
    return String(name)
  }

  /// What stands behind the semicolon of a statement is the numbering, whatever it looks like (ISBD
  /// 6.6): `L12`, `no. 123A`, `v. 3, pt. 2`; nil when it is longer or has no digit.
  private static func numbering(_ text: Substring) -> String? {
    // What a cataloguer supplied, or does not know the end of, stands in brackets.
    var text = TextForm.collapsed(text.dropFirst().filter { !"<>[]".contains($0) })
    while let last = text.last, ".,; ".contains(last) { text.removeLast() }
    guard text.utf8.count <= 20, text.contains(where: \.isNumber) else { return nil }
    if let place = place("#" + text) { return place }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "°" && $0 != "º" }
    guard
      words.allSatisfy({ word in
        // Series have letters: "ser. A, 5", "n.F., 35".
        word.contains(where: \.isNumber) || word.count == 1
          || Self.words.contains(word.lowercased())
      })
    else { return nil }
    guard words.count == 2, Self.words.contains(words[0].lowercased()), text.hasSuffix(words[1])
    else { return text }
    return String(words[1])
  }

  /// A place as it is stored: `Vol. 3` is 3, `Book 2 of 7` is 2, `#0.5` is 0.5, `1.0` is 1, and
  /// `1–3` is 1-3. One that holds no digits first stays as it is: `III`.
  /// - Returns: nil for a blank text.
  public static func number(_ text: String) -> String? {
    let text = TextForm.collapsed(text)
    return text.isEmpty ? nil : place(Substring(text), mayBeBare: true) ?? text
  }

  /// The ways to cut a statement in two, the surest first.
  private static func cuts(_ text: String) -> [(Substring, Substring)] {
    var cuts: [(Substring, Substring)] = []
    for sign in [UInt8(ascii: ";"), UInt8(ascii: "#")] {
      guard let cut = text.utf8.lastIndex(of: sign) else { continue }
      let rest = text[cut...]
      cuts.append((text[..<cut], rest))
    }
    if let close = text.last, close == ")" || close == "]",
      let open = text.utf8.lastIndex(of: close == ")" ? UInt8(ascii: "(") : UInt8(ascii: "["))
    {
      cuts.append((text[..<open], "#" + text[text.index(after: open)...].dropLast()))
    }
    if let comma = text.utf8.lastIndex(of: UInt8(ascii: ",")) {
      let rest = text[text.index(after: comma)...]
      // "Lectures, 1984" has a year.
      // mutant year-is-no-place:
      //   `let isShort = rest.utf8.count <= 4` -> `let isShort = !rest.isEmpty` (NameTests)
      let isShort = rest.utf8.count <= 4 && !rest.contains { "LC".contains($0) }
      cuts.append((text[..<comma], isShort ? "#" + rest : rest))
    }
    // "Foundation Book 2", "Foundation vol. 2 of 7": the last word for a place.
    var end = text.endIndex
    while let space = text.utf8[..<end].lastIndex(of: 0x20) {
      let rest = text[text.utf8.index(after: space)...]
      // mutant series-word: `rest.utf8[..<end]` -> `rest.utf8` (LinearTimeTests)
      let word = rest.utf8[..<end].split(whereSeparator: { $0 == 0x20 || $0 == UInt8(ascii: ".") })
        .first
      if let word, words.contains(Substring(word).lowercased()) {
        cuts.append((text[..<space], rest))
        break
      }
      end = space
    }
    return cuts
  }

  /// The number in `#5`, `vol. 5`, `Book 2 of 7`; nil when there is more or nothing that says so.
  private static func place(_ text: Substring, mayBeBare: Bool = false) -> String? {
    var rest = text.drop { $0 == " " }
    var isNamed = mayBeBare
    while let first = rest.first, first == "#" || first == ";" {
      isNamed = true
      rest = rest.dropFirst().drop { $0 == " " }
    }
    let word = rest.prefix { $0.isLetter || $0 == "°" || $0 == "º" }
    if !word.isEmpty, isRoman(rest) {
      return isNamed && !mayBeBare ? String(rest) : nil
    }
    if !word.isEmpty {
      guard words.contains(word.lowercased()) else { return nil }
      isNamed = true
      rest = rest[word.endIndex...].drop { $0 == "." || $0 == " " || $0 == "#" }
    }
    guard isNamed else { return nil }
    if isRoman(rest) { return String(rest) }
    let digits = rest.prefix { digitSigns.contains($0) || $0 == " " }
    var tail = rest[digits.endIndex...].split(separator: " ")
    // "3. Bd."
    if tail.count == 1, words.contains(tail[0].lowercased().filter { $0 != "." }) { tail = [] }
    // "of 7", "/7" say how many there are.
    guard tail.isEmpty || tail.count == 2 && ["of", "von", "de"].contains(tail[0].lowercased()),
      tail.isEmpty || tail[1].allSatisfy(\.isNumber)
    else { return nil }
    return plain(digits)
  }

  /// `III`, `xii`: a whole number in Roman digits as they are usually written.
  private static func isRoman(_ text: Substring) -> Bool {
    guard let first = text.first, (1...8).contains(text.utf8.count) else { return false }
    var rest = Substring(first.isUppercase ? text : Substring(text.uppercased()))
    for (digit, most) in [
      ("C", 3), ("XC", 1), ("L", 1), ("XL", 1), ("X", 3), ("IX", 1), ("V", 1), ("IV", 1), ("I", 3),
    ] {
      for _ in 0..<most where rest.hasPrefix(digit) { rest.removeFirst(digit.count) }
    }
    // One letter alone that counts more than ten is a letter.
    return rest.isEmpty && (text.utf8.count > 1 || "IVXivx".contains(first))
  }

  private static func plain(_ digits: Substring) -> String? {
    var text = String(digits.map { "–—‐‑".contains($0) ? "-" : $0 })
    // "1 - 3" is "1-3"; but "1, 3" stays.
    if !text.contains(",") { text.removeAll { $0 == " " } }
    while let last = text.last, ".,- ".contains(last) { text.removeLast() }
    if text.first == "." { text = "0" + text }
    guard let first = text.utf8.first, first >= 0x30, first <= 0x39 else { return nil }
    // Programs that keep a number write 1.0 and 2.50.
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return text
    }
    var fraction = parts[1]
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(parts[0]) : parts[0] + "." + fraction
  }

  private static let digitSigns: Set<Character> = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-", "–", "—", "‐", "‑", ",",
  ]

  /// What stands before the place in a series, in the languages of most catalogues.
  private static let words: Set<String> = [
    "no", "nr", "n", "n°", "nº", "num", "number", "numéro", "número", "vol", "vols", "volume",
    "volumes", "v", "bd", "bde", "band", "t", "tome", "tomo", "book", "books", "bk", "part",
    "parts",
    "pt", "teil", "buch", "heft", "livre", "libro", "volumen", "issue", "deel", "dl", "del",
    "episode", "fasc", "sv", "rocznik", "vyp", "d", "köt", "kötet", "díl", "č", "zv", "cilt", "том",
    "т", "вып",
    "выпуск", "кн", "книга", "ч", "часть", "№",
  ]
}

extension BookDetails {
  /// Takes a statement of a series over, with the place in it where it names one.
  public mutating func setSeries(statement: String) {
    let place = SeriesPlace(statement: statement)
    guard !place.series.isEmpty else { return }
    series = place.series
    seriesNumber = place.number
  }
}
