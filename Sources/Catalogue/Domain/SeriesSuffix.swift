/// The series that Goodreads writes behind a title: `The Way of Kings (The Stormlight Archive, #1)`.
public struct SeriesSuffix: Hashable, Sendable {
  public struct Place: Hashable, Sendable {
    public var series: String
    /// As given: `1`, `2.5`, `1-3`.
    public var number: String
  }

  /// The title without the suffix.
  public var title: String
  /// The places in series, in the order given; empty when the title has no such suffix.
  public var places: [Place]

  /// Takes a title apart; only brackets at the end that hold a `#` and a number are a series.
  public init(splitting title: String) {
    self.title = title
    places = []
    guard title.utf8.last == UInt8(ascii: ")") else { return }
    var rest = Substring(title)
    // Those of the last parentheses first.
    var groups: [[Place]] = []
    while let (before, inside) = Self.lastBrackets(of: rest),
      let places = Self.places(in: inside)
    {
      groups.append(places)
      rest = before
    }
    places = groups.reversed().flatMap(\.self)
    let bare = TextForm.collapsed(String(rest))
    if bare.isEmpty { places = [] } else if !places.isEmpty { self.title = bare }
  }

  private static func lastBrackets(of text: Substring) -> (Substring, Substring)? {
    let utf8 = text.utf8
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: " ") {
      end = utf8.index(before: end)
    }
    guard end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: ")") else {
      return nil
    }
    let close = utf8.index(before: end)
    var depth = 1
    var index = close
    while index > utf8.startIndex {
      index = utf8.index(before: index)
      if utf8[index] == UInt8(ascii: ")") { depth += 1 }
      if utf8[index] == UInt8(ascii: "(") {
        depth -= 1
        if depth == 0 { return (text[..<index], text[utf8.index(after: index)..<close]) }
      }
    }
    return nil
  }

  /// `Discworld, #1; Rincewind #1` gives two places; nil unless each part ends in `#number`.
  private static func places(in text: Substring) -> [Place]? {
    var places: [Place] = []
    for part in Self.parts(of: text) {
      guard let mark = part.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
      let number = TextForm.collapsed(String(part[part.index(after: mark)...]))
      // mutant number-of-a-series: `guard isNumber(number) else { return nil }` -> `` (NameTests)
      guard isNumber(number) else { return nil }
      var name = TextForm.collapsed(String(part[..<mark]))
      while name.hasSuffix(",") { name = TextForm.collapsed(String(name.dropLast())) }
      if name.isEmpty, let last = places.indices.last {
        // "Series, #1, #2"
        places[last].number += ", " + number
        continue
      }
      guard !name.isEmpty else { return nil }
      places.append(Place(series: name, number: number))
    }
    return places.isEmpty ? nil : places
  }

  /// The parts that semicolons separate; also commas, where each part of them has a number.
  private static func parts(of text: Substring) -> [Substring] {
    text.split(separator: ";").flatMap { part in
      guard part.utf8.reduce(0, { $0 + ($1 == UInt8(ascii: "#") ? 1 : 0) }) > 1 else {
        return [part]
      }
      var parts: [Substring] = []
      var start = part.startIndex
      for mark in part.indices where part[mark] == "#" {
        let next = part.index(after: mark)
        guard next < part.endIndex, part[next].isNumber else { continue }
        // Numbers without a comma between them are no list.
        // mutant series-numbers: `start == part.endIndex` -> `false` (LinearTimeTests)
        if start == part.endIndex { return [part[start...]] }
        let end = part[next...].firstIndex { $0 == "," || $0 == "&" } ?? part.endIndex
        // A comma behind which no other number comes is part of this one.
        guard end == part.endIndex || part[end...].contains("#") else {
          parts.append(part[start...])
          return parts
        }
        parts.append(part[start..<end])
        start = end == part.endIndex ? end : part.index(after: end)
      }
      return start == part.endIndex ? parts : [part]
    }
  }

  /// `1`, `2.5`, `1-3`, `1, 3 & 4`, `½`, `1 of 3`, `1/2`, `III`; perhaps with `, Part 1 of 2` behind
  /// it.
  private static func isNumber(_ text: String) -> Bool {
    if (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ "IVX".utf8.contains($0) }) {
      return true
    }
    guard let first = text.unicodeScalars.first, isDigit(first) || first == "." else {
      return false
    }
    var number = text[...]
    if let part = text.start(ofPart: ", Part ") ?? text.start(ofPart: " Part ") {
      guard text[part...].unicodeScalars.contains(where: isDigit) else { return false }
      number = text[..<part]
    } else if let count = text.start(ofPart: " of "),
      text[count...].dropFirst(4).allSatisfy(\.isNumber)
    {
      number = text[..<count]
    }
    return number.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case ".", "-", "–", "—", ",", "&", " ", "/", "+", "a"..."f", "A"..."F", "½", "¼", "¾": true
      default: isDigit(scalar)
      }
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || scalar == "½" || scalar == "¼" || scalar == "¾"
  }
}

extension String {
  /// Where a part with the place in a part begins.
  fileprivate func start(ofPart word: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(word) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
