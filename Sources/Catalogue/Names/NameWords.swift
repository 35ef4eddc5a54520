/// Words by which the parts of a name are told apart.
enum NameWords {
  static let generations: Set<String> = [
    "jr", "sr", "jnr", "snr", "junior", "senior", "ii", "iii", "iv", "2nd", "3rd", "esq", "esquire",
  ]

  static let degrees: Set<String> = [
    "phd", "md", "dds", "dvm", "edd", "jd", "ma", "mba", "ba", "bsc", "msc", "rd", "rdn", "rn",
    "ldn", "lcsw", "lmft", "cpa", "obe", "cbe", "mbe", "sj", "op", "osb", "ocd", "dphil", "psyd",
    "llb", "llm", "mph", "mp", "qc", "frs", "csw", "lpc", "mfa", "med", "thd", "dd", "dmin",
    "pe", "do", "dsc", "mlis", "mls", "msw", "ms", "bs", "bsn", "msn", "dnp", "np", "dmd", "dpt",
    "pharmd", "dc", "nd", "lac", "lmt", "cfp", "cfa", "facs", "facp", "faan", "aprn", "crna", "rph",
    "lmhc", "lpcc", "ncc", "bcba", "cscs", "msed", "drph", "scd", "dlitt", "kbe", "om", "ofm",
  ]

  /// What follows the name of a company.
  static let companies: Set<String> = [
    "inc", "ltd", "llc", "llp", "gmbh", "co", "corp", "plc", "ag", "kg", "limited", "incorporated",
    "sa", "spa", "srl", "bv", "nv",
  ]

  static let eras: Set<String> = [
    "b", "d", "ca", "c", "fl", "active", "approximately", "born", "died", "century", "cent", "or",
    "bc", "ad", "bce", "ce", "s", "flourished", "circa", "between", "and", "after", "before", "jh",
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "geb", "gest", "né", "née", "m", "v", "chr",
    "n", "nato", "nata", "nacido", "nacida", "jan", "feb", "mar", "apr", "jun", "jul", "aug",
    "sept", "oct", "nov", "dec",
  ]

  /// Titles that stand before a name and behind it in a heading.
  static let honorifics: Set<String> = [
    "sir", "dame", "lord", "lady", "saint", "st", "dr", "mrs", "mr", "miss", "ms", "rev",
    "reverend",
    "prof", "professor", "father", "sister", "brother", "rabbi", "pope", "captain", "colonel",
    "general", "major", "fr", "hon", "sri", "swami", "imam", "sheikh", "mme", "mlle",
  ]

  /// Words with which titles of rank begin: `duc de`, `Queen of Great Britain`.
  static let ranks: Set<String> = [
    "duc", "duke", "duchess", "duchesse", "comte", "comtesse", "count", "countess", "earl", "baron",
    "baroness", "baronne", "freiherr", "freifrau", "graf", "gräfin", "fürst", "fürstin", "herzog",
    "prinz", "prince", "princess", "princesse", "marquis", "marquise", "marquess", "marqués",
    "conde", "condesa", "vicomte", "viscount", "viscountess", "king", "queen", "emperor", "empress",
    "kaiser", "roi", "reine", "tsar", "czar", "grand", "archbishop", "bishop", "cardinal",
    "patriarch", "sultan", "abbot", "seigneur", "sieur", "conte", "contessa", "ritter", "edler",
  ]

  /// Small words that end a title of rank before its family name: `duc de`.
  static let particles: Set<String> = [
    "de", "du", "des", "of", "von", "zu", "van", "d'", "d’", "di", "da", "del", "della", "af",
    "av", "la",
  ]

  /// Articles with which the epithet of a person of one name begins: `the Elder`.
  static let articles: Set<String> = ["the", "der", "die", "le", "el", "il", "à", "den", "aus"]

  /// Words of four letters and more whose full stop is their own.
  static let abbreviations: Set<String> = [
    "thos", "chas", "benj", "robt", "saml", "danl", "edwd", "alex", "esqr", "prof", "corp", "hrsg",
    "illus", "trans", "comp", "cent", "approx", "pseud", "gmbh", "univ", "dept", "inst",
  ]

  /// Words that are part of the family name which they precede.
  static let familyParticles: Set<String> = [
    "Le", "La", "De", "Du", "Des", "Di", "Da", "Del", "Della", "Van", "Von", "Der", "Den", "Ter",
    "Mac", "Mc", "St.", "Saint", "Al", "El", "Ben", "Bin", "Abu", "Dos", "Las", "Los",
  ]

  /// Words that names of people do not have, but those of bodies do; and `ibn`, which stands in
  /// names that begin with what they sort by.
  static let ofBodies: Set<String> = [
    "of", "for", "and", "&", "für", "und", "et", "pour", "University", "Universität", "Université",
    "Universidad", "Università", "Universidade", "Universiteit", "Institute", "Institut",
    "Instituto", "Istituto", "Association", "Associazione", "Asociación", "Society", "Société",
    "Sociedad", "Gesellschaft", "Committee", "Commission", "Council", "Department", "Ministry",
    "Museum", "Musée", "Museo", "Academy", "Académie", "Akademie", "Academia", "Foundation",
    "Fondation", "Fundación", "Stiftung", "Federation", "Organization", "Organisation",
    "Corporation", "Company", "Congress", "Conference", "Library", "Bibliothek", "Bibliothèque",
    "Biblioteca", "Nations", "Government", "Office", "Bureau", "Agency", "Centre", "Center",
    "Verlag", "Publishing", "Publishers", "Publications", "Editors", "Staff", "Magazine", "Journal",
    "Inc", "Ltd", "LLC", "GmbH", "Corp", "Archives", "Laboratory",
    "Press", "Books", "Team", "Group", "Network", "Project", "Program", "Programme",
    "International", "Section", "Chapter", "Collection", "Artists", "Studio", "Studios", "AG",
    "Aquarium", "Collective", "Series", "Division", "Trust", "Fund", "School", "College",
    "Author", "Authors", "Hospital", "Gallery", "Galerie", "Theatre", "Ensemble", "Club", "League",
    "ibn", "bint",
  ]

  /// The last words of those below.
  static let endsOfOthers: Set<String> = [
    "al", "alii", "alia", "aliae", "others", "a", "andere", "autres", "otros", "altri", "inni",
    "etc", "more",
  ]

  static let others: Set<String> = [
    "et al", "et alii", "et alia", "et aliae", "and others", "others", "u a",
    "und andere", "et autres", "y otros", "e altri", "i inni", "etc", "and more",
  ]
}
