/// The articles with which titles begin and which do not count when titles are sorted, as the
/// Library of Congress lists them by language (MARC 21, appendix F: initial definite and indefinite
/// articles).
enum Articles {
  static let english = ["the", "an", "a"]

  /// Whether an article stands before its word without a space: `l'`, `al-`.
  static func isElided(_ article: String) -> Bool {
    article.utf8.last == UInt8(ascii: "'") || article.utf8.last == UInt8(ascii: "-")
  }

  /// Folded and without signs before their first letter (`'t` is `t`), by ISO 639-3 code.
  static let byLanguage: [String: [String]] = [
    "eng": english,
    "fra": ["les", "le", "la", "l'", "une", "un"],
    "deu": ["der", "die", "das", "eine", "ein"],
    "spa": ["el", "la", "los", "las", "lo", "una", "un"],
    "ita": ["il", "lo", "la", "gli", "gl'", "le", "i", "l'", "uno", "una", "un'", "un"],
    "por": ["os", "as", "o", "a", "uma", "um"],
    "nld": ["de", "het", "een", "t", "n"],
    "cat": ["els", "les", "el", "la", "l'", "una", "un", "uns", "unes"],
    "glg": ["os", "as", "o", "a", "unha", "un"],
    "oci": ["lo", "la", "los", "las", "l'", "una", "un"],
    "ron": ["un", "o"],
    "hun": ["az", "a", "egy"],
    "swe": ["den", "det", "de", "ett", "en"],
    "dan": ["den", "det", "de", "et", "en"],
    "nob": ["den", "det", "de", "en", "ei", "et"],
    "nor": ["den", "det", "de", "dei", "en", "ei", "et", "eit", "ein"],
    "nno": ["den", "det", "dei", "ein", "ei", "eit"],
    "isl": ["hinn", "hin", "hid", "hinir", "hinar"],
    "afr": ["die", "n"],
    "fry": ["de", "it", "in", "t"],
    "ltz": ["den", "der", "dat", "de", "d'", "eng", "en"],
    "gle": ["an", "na"],
    "cym": ["yr", "y"],
    "mlt": ["il-", "l-"],
    "epo": ["la"],
    // In Greek letters and as libraries write them in Latin ones.
    "ell": [
      "ο", "η", "το", "οι", "τα", "ενας", "μια", "ενα", "ho", "he", "to", "hoi", "ta", "hai", "o",
      "e", "oi", "enas", "mia", "hena", "ena",
    ],
    "grc": ["ο", "η", "το", "οι", "αι", "τα", "ho", "he", "to", "hoi", "hai", "ta"],
    "ara": ["al-", "el-"],
    "fas": ["al-"],
    "heb": ["ha-", "he-"],
    "sco": ["the", "an", "ane", "a"],
    "gla": ["an t-", "am", "an", "na", "a'"],
    "bre": ["ar", "al", "an", "eur", "eul", "eun", "ur", "ul", "un"],
    "sqi": ["nje"],
    "tur": ["bir"],
    "haw": ["ka", "ke", "na", "he"],
    "mri": ["te", "nga", "he"],
    "mlg": ["ny"],
    "tgl": ["ang mga", "ang"],
    "yid": ["der", "di", "dos", "an", "a", "דער", "די", "דאס", "אן", "א"],
  ]
}
