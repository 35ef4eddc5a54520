/// The part that somebody had in a book, in the words of the MARC relator terms.
public struct ContributorRole: Hashable, Sendable {
  /// In small letters, in English where it is known: `translator`.
  public let name: String

  /// Reads a relator term, its code or an abbreviation: `trl`, `tr.`, `Translator`, `ed.`
  ///
  /// The codes are those of the MARC code list for relators
  /// (https://www.loc.gov/marc/relators/relaterm.html).
  /// - Returns: for a text that is not known, the text itself without signs at its end; nil for none.
  public init?(_ text: String) {
    if let role = ContributorRole(known: text) {
      self = role
      return
    }
    var bare = TextForm.collapsed(text)
    while let last = bare.last, ".,;:/".contains(last) { bare.removeLast() }
    guard !bare.isEmpty else { return nil }
    name = bare.lowercased()
  }

  /// The code of MARC 21: `trl` for `translator`; nil when there is none.
  public var marcCode: String? { Self.codes[name] }

  /// Reads a role that is known to be one; nil for any other text.
  init?(known text: String) {
    guard text.utf8.count <= 40 else { return nil }
    var key = text.lowercased().unicodeScalars
    key.removeAll { $0 == "." || $0 == "(" || $0 == ")" || $0 == "," }
    guard let name = Self.names[TextForm.collapsed(String(key))] else { return nil }
    self.name = name
  }

  /// Reads the first of some roles, `editor, translator` or `ed. and tr.`; nil unless all are known.
  init?(firstOf text: String) {
    if let role = ContributorRole(known: text) {
      self = role
      return
    }
    guard text.utf8.count <= 80 else { return nil }
    var parts = [""]
    for word in text.split(separator: " ") {
      if word == "and" || word == "&" || word == "und" || word == "et" {
        parts.append("")
        continue
      }
      for (position, part) in word.split(
        omittingEmptySubsequences: false, whereSeparator: { ",;/".contains($0) }
      ).enumerated() {
        if position > 0 { parts.append("") }
        if !part.isEmpty { parts[parts.count - 1] += " " + part }
      }
    }
    let roles = parts.filter { !$0.isEmpty }.map { ContributorRole(known: $0) }
    guard let first = roles.first, let first, !roles.contains(nil) else { return nil }
    self = first
  }

  /// Reads a role from a part of a heading, where given names stand too: `ed.` is a role behind a
  /// name, but `McBain, Ed` has none.
  init?(inHeading text: String, isOnlyPart: Bool) {
    guard let role = ContributorRole(known: text) else { return nil }
    let key = text.lowercased().filter { $0 != "." && $0 != "(" && $0 != ")" }
    if key != role.name {
      guard Self.headingWords.contains(key),
        !isOnlyPart || text.first?.isUppercase == false
      else { return nil }
    }
    self = role
  }

  private static let headingWords: Set<String> = [
    "ed", "eds", "edt", "aut", "tr", "trl", "trans", "transl", "ill", "illus", "comp", "hrsg", "hg",
    "red", "joint author", "joint ed", "joint comp", "nrt",
  ]

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for entry in table {
      let words = entry.split(separator: "|").map(String.init)
      guard let name = words.first else { continue }
      for word in words { names[word] = name }
    }
    return names
  }()

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for entry in table {
      let words = entry.split(separator: "|").map(String.init)
      guard words.count > 1, words[1].utf8.count == 3 else { continue }
      codes[words[0]] = words[1]
    }
    return codes
  }()

  /// The term, the code of MARC 21, then abbreviations and other words.
  private static let table = [
    "author|aut|auth|joint author|goodreads author|auteur du texte|verfasser|auteur|autor",
    "editor|edt|ed|eds|editors|joint ed|"
      + "joint editor|hrsg|herausgeber|hg|red|éd|éditeur scientifique|edited by|general editor",
    "translator|trl|trans|tr|transl|übers|übersetzer|trad|traducteur|traductor|translated by",
    "illustrator|ill|illustrateur|illus|illustrated by|ill by|illustrations",
    "narrator|nrt|read by|reader",
    "compiler|com|comp|joint comp|joint compiler", "contributor|ctb|contrib",
    "photographer|pht|photo|photos|photography", "artist|art", "creator|cre",
    "author of introduction|aui|introduction|intro", "author of afterword|aft|afterword",
    "writer of preface|wpr|preface|préfacier", "writer of foreword|wfw|foreword",
    "writer of introduction|win", "annotator|ann|annot", "commentator|cwt|commentary",
    "cover artist|cov|cover designer|cover art|cover", "book designer|bkd", "designer|dsr",
    "adapter|adp|adapted by", "abridger|abr", "arranger|arr", "composer|cmp", "lyricist|lyr",
    "librettist|lbt", "publisher|pbl", "printer|prt", "cartographer|ctg", "calligrapher|cll",
    "engraver|egr", "interviewer|ivr", "interviewee|ive", "honoree|hnr", "dedicatee|dte",
    "issuing body|isb", "sponsor|spn", "organizer|orm", "director|drt|editorial director|edd",
    "performer|prf", "actor|act", "transcriber|trc", "former owner|fmo", "owner|own",
    "thesis advisor|ths", "degree granting institution|dgg", "respondent|rsp", "praeses|pra",
    "writer of added commentary|wac", "attributed name|att", "collector|col", "colorist|clr",
    "letterer", "inker", "penciller|penciler", "animator|anm", "researcher|res",
    "host institution|his", "writer", "speaker|spk",
    "collaborator", "consultant|csl", "lithographer|ltg", "woodcutter|wdc", "etcher|etr",
    "binder|bnd", "curator|cur", "signer|sgn", "associated name|asn",
    "bibliographic antecedent|ant",
    "dubious author|dub", "proofreader|pfr", "reviewer", "scribe|scr",
  ]
}
