/// Names of languages.
public enum Language {
  /// The ISO 639-3 code for a language's code or name.
  /// - Parameter text: a code of ISO 639-1, -2 or -3, perhaps with a region (`en-GB`), or the
  ///   English name; case does not matter.
  /// - Returns: nil when the language is not in the table; then the text is best kept as it is.
  public static func code(_ text: String) -> String? {
    if let code = codes[text] { return code }
    let folded = FoldedText.fold(text)
    if let code = codes[folded] { return code }
    guard let cut = folded.firstIndex(where: { $0 == "-" || $0 == "_" }) else { return nil }
    let primary = String(folded[..<cut])
    return primary.utf8.count <= 3 ? codes[primary] : nil
  }

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for line in table {
      let names = line.split(separator: " ").map(String.init)
      guard let code = names.first else { continue }
      for name in names { codes[name] = code }
    }
    return codes
  }()

  /// ISO 639-3, then 639-1, the other code of 639-2 and the English name.
  private static let table = [
    "eng en english", "fra fr fre french", "deu de ger german", "spa es spanish castilian",
    "ita it italian", "por pt portuguese", "nld nl dut dutch flemish", "cat ca catalan",
    "glg gl galician", "eus eu baq basque", "hun hu hungarian", "swe sv swedish",
    "dan da danish", "nor no norwegian", "nob nb", "nno nn", "isl is ice icelandic",
    "fin fi finnish", "est et estonian", "lav lv latvian", "lit lt lithuanian",
    "pol pl polish", "ces cs cze czech", "slk sk slo slovak", "slv sl slovenian slovene",
    "hrv hr croatian", "srp sr serbian", "bos bs bosnian", "mkd mk mac macedonian",
    "bul bg bulgarian", "rus ru russian", "ukr uk ukrainian", "bel be belarusian",
    "ron ro rum romanian", "sqi sq alb albanian", "ell el gre greek", "grc", "lat la latin",
    "tur tr turkish", "aze az azerbaijani", "kaz kk kazakh", "uzb uz uzbek",
    "kat ka geo georgian", "hye hy arm armenian", "heb he hebrew", "yid yi yiddish",
    "ara ar arabic", "fas fa per persian farsi", "urd ur urdu", "hin hi hindi",
    "ben bn bengali", "mar mr marathi", "guj gu gujarati", "pan pa punjabi panjabi",
    "tam ta tamil", "tel te telugu", "kan kn kannada", "mal ml malayalam", "sin si sinhala",
    "san sa sanskrit", "nep ne nepali", "tha th thai", "lao lo", "khm km khmer",
    "mya my bur burmese", "vie vi vietnamese", "ind id indonesian", "msa ms may malay",
    "tgl tl tagalog", "zho zh chi chinese", "jpn ja japanese", "kor ko korean",
    "mon mn mongolian", "bod bo tib tibetan", "gle ga irish", "cym cy wel welsh",
    "gla gd", "bre br breton", "afr af afrikaans", "swa sw swahili", "epo eo esperanto",
    "amh am amharic", "som so somali", "hau ha hausa", "yor yo yoruba", "zul zu zulu",
    "mlt mt maltese", "enm", "fro", "mul", "und",
  ]
}
