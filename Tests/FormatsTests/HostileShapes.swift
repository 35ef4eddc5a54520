import Catalogue
import Formats

/// Files in which one thing is there very often, for each format that is read.
struct HostileShape: Sendable, CustomStringConvertible {
  let format: ImportFormat
  let name: String
  /// The file with so many of them.
  let bytes: @Sendable (Int) -> [UInt8]

  var description: String { "\(format.name): \(name)" }

  init(_ format: ImportFormat, _ name: String, _ text: @escaping @Sendable (Int) -> String) {
    self.init(format, name, bytes: { Array(text($0).utf8) })
  }

  init(_ format: ImportFormat, _ name: String, bytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.format = format
    self.name = name
    self.bytes = bytes
  }

  static let all =
    tables + json + bibtex + ris + marcXML + lists + marc

  /// Texts that are long in one way, for a field of any format.
  private static let texts: [(name: String, text: @Sendable (Int) -> String)] = [
    ("letters", { String(repeating: "x", count: $0 * 4) }),
    ("words", { String(repeating: "word ", count: $0) }),
    ("digits", { String(repeating: "9", count: $0 * 2) }),
    ("years", { String(repeating: "1420 ", count: $0) }),
    ("marks on one letter", { "x" + String(repeating: "\u{301}\u{323}", count: $0) }),
    ("flags", { String(repeating: "\u{1F1E9}", count: $0) }),
    ("joined pictures", { String(repeating: "\u{1F469}\u{200D}", count: $0) }),
    ("entities", { String(repeating: "&amp;", count: $0) }),
    ("ampersands", { String(repeating: "&", count: $0) }),
    ("opening parentheses", { String(repeating: "(", count: $0) }),
    ("closing parentheses", { String(repeating: ")", count: $0) }),
    ("parentheses around numbers", { "T" + String(repeating: " (A, #1)", count: $0) }),
    ("number signs", { "T (A, " + String(repeating: "#1 ", count: $0) + ")" }),
    ("commas", { String(repeating: "A, ", count: $0) }),
    ("dashes", { String(repeating: "- ", count: $0) }),
    ("full stops", { String(repeating: "A. ", count: $0) }),
    ("labels of numbers", { String(repeating: "ISBN-13-9", count: $0) }),
    ("colons", { String(repeating: "a: ", count: $0) }),
    ("ideographs", { String(repeating: "書", count: $0) }),
  ]

  /// Lists of one field, whose items are all different.
  private static func items(_ count: Int, _ separator: String, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: separator)
  }

  private static func isbn(_ number: Int) -> String {
    let digits = String(978_000_000_000 + number)
    let sum = digits.utf8.enumerated().reduce(0) {
      $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 1 : 3)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  // MARK: Tables

  private static let tables: [HostileShape] =
    texts.map { text in
      HostileShape(.table, "fields of \(text.name)") { n in
        let columns = ["title", "author", "isbn", "series", "published", "notes", "pages"]
        return columns.joined(separator: ",") + "\n"
          + items(columns.count, ",") { _ in "\"\(text.text(n))\"" } + "\n"
      }
    } + [
      HostileShape(.table, "rows") { n in
        "title,author\n" + items(n, "\n") { "T\($0),A" } + "\n"
      },
      HostileShape(.table, "columns") { n in
        "title,isbn,title,isbn," + items(min(n, 9_000), ",") { "c\($0)" } + "\nT,,,,"
          + items(n, ",") { "v\($0)" } + "\n"
      },
      HostileShape(.table, "columns of one name") { n in
        items(min(n, 10_000), ",") { _ in "title" } + "\n" + items(min(n, 10_000), ",") { "T\($0)" }
      },
      HostileShape(.table, "kept columns of one name") { n in
        "title," + items(min(n, 7_000), ",") { _ in "surname" } + "\nT,"
          + items(min(n, 7_000), ",") { "T\($0)" }
      },
      HostileShape(.table, "columns of tags") { n in
        "title," + items(min(n, 10_000), ",") { _ in "tags" } + "\nT,"
          + items(min(n, 10_000), ",") { "T\($0)" }
      },
      HostileShape(.table, "authors") {
        "title,authors\nT,\"" + items($0, "; ") { "A\($0)" } + "\""
      },
      HostileShape(.table, "tags") { "title,tags\nT,\"" + items($0, ";") { "t\($0)" } + "\"" },
      HostileShape(.table, "days") { "title,read_at\nT,\"" + items($0, ";") { "d\($0)" } + "\"" },
      HostileShape(.table, "subjects") {
        "title,subjects\nT,\"" + items($0, ";") { "t\($0)" } + "\""
      },
      HostileShape(.table, "numbers") { "title,isbn\nT,\"" + items($0, " ", isbn) + "\"" },
      HostileShape(.table, "identifiers") {
        "title,identifiers\nT,\"{" + items($0, ",") { "\"\"k\($0)\"\":\"\"v\"\"" } + "}\""
      },
      HostileShape(.table, "lines of a note") {
        "title,notes\nT,\"" + items($0, "\r\n") { "l\($0)" } + "\""
      },
      HostileShape(.table, "quotes") { "title,notes\nT,\"" + String(repeating: "\"\"", count: $0) },
      HostileShape(.table, "open quotes") { "title,notes\n" + items($0, "\n") { "T\($0),\"x" } },
      HostileShape(.table, "open quotes between tabs") {
        "title\tnotes\n" + items($0, "\n") { "\"T\($0)\t\"x" }
      },
      HostileShape(.table, "empty cells") { "title,isbn\nT" + String(repeating: ",", count: $0) },
      HostileShape(.table, "blank lines") { "title,isbn\n" + String(repeating: "\n", count: $0) },
      HostileShape(.calibre, "identifiers") {
        "title,authors,title_sort,identifiers\nT,A,T,\"" + items($0, ",") { "k\($0):v" } + "\""
      },
      HostileShape(.calibre, "authors") {
        "title,authors,author_sort,title_sort\nT,\"" + items($0, " & ") { "A\($0) B" } + "\",\""
          + items($0, " & ") { "B, A\($0)" } + "\",T"
      },
      HostileShape(.goodreads, "authors") {
        goodreads + "1,T,A,\"" + items($0, ", ") { "B\($0)" } + "\",,to-read,\n"
      },
      HostileShape(.goodreads, "tags") {
        goodreads + "1,T,A,B,,to-read,\"" + items($0, ", ") { "t\($0)" } + "\"\n"
      },
      HostileShape(.goodreads, "series") {
        goodreads + "1,\"T (" + items($0, "; ") { "S\($0), #1" } + ")\",A,B,,to-read,\n"
      },
      HostileShape(.goodreads, "number signs") {
        goodreads + "1,\"T (A, " + String(repeating: "#1 ", count: $0) + ")\",A,B,,to-read,\n"
      },
      HostileShape(.libraryThing, "authors") {
        libraryThing + "1\tT\tA\t" + items($0, "|") { "B\($0), C" } + "\t\t\n"
      },
      HostileShape(.libraryThing, "numbers") {
        libraryThing + "1\tT\tA\t\t" + items($0, ", ", isbn) + "\t\n"
      },
      HostileShape(.libraryThing, "collections") {
        libraryThing + "1\tT\tA\t\t\t" + items($0, ", ") { "c\($0)" } + "\n"
      },
      HostileShape(.storyGraph, "dashes in a day") {
        storyGraph + "T,A,,read,\"" + String(repeating: "-", count: $0) + "\",\n"
      },
      HostileShape(.storyGraph, "days") {
        storyGraph + "T,A,,read,\"" + items($0, ", ") { _ in "2021/05/20-2021/06/02" } + "\",\n"
      },
      HostileShape(.storyGraph, "contributors") {
        storyGraph + "T,A,,read,,\"" + items($0, ", ") { "B\($0) C" } + "\"\n"
      },
      HostileShape(.readingLog, "authors") {
        "Work ID,Title,Authors,Edition ID,Bookshelf\nOL1W,T,\"" + items($0, "|") { "A\($0)" }
          + "\",OL1M,Want to Read\n"
      },
    ]

  private static let goodreads =
    "Book Id,Title,Author,Additional Authors,ISBN13,Exclusive Shelf,Bookshelves\n"
  private static let libraryThing =
    "Book Id\tTitle\tPrimary Author\tSecondary Author\tISBNs\tCollections\n"
  private static let storyGraph =
    "Title,Authors,ISBN/UID,Read Status,Dates Read,Contributors\n"

  // MARK: JSON

  private static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
    String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
  }

  private static let json: [HostileShape] =
    texts.map { text in
      HostileShape(.json, "title of \(text.name)") { "[{\"title\":\"\(text.text($0))\"}]" }
    }
    + [(ImportFormat.json, "["), (.jsonLines, "")].flatMap { format, open in
      let close = open.isEmpty ? "\n" : "]"
      func shape(_ name: String, _ members: @escaping @Sendable (Int) -> String) -> HostileShape {
        HostileShape(format, name) { open + "{\"title\":\"T\"," + members($0) + "}" + close }
      }
      return [
        shape("unknown members") { items($0, ",") { "\"k\($0)\":\($0)" } },
        shape("unknown objects") { items($0, ",") { "\"k\($0)\":{\"a\":[]}" } },
        shape("members of one name") { items($0, ",") { "\"k\":\($0)" } },
        shape("small values") { "\"k\":[" + items($0, ",") { "\($0)" } + "]" },
        shape("nesting of lists") { "\"k\":" + nested("[", "]", $0) },
        shape("nesting of objects") { "\"k\":" + nested("{\"a\":", "}", $0) },
        shape("open brackets") { "\"k\":" + String(repeating: "[", count: $0) },
        shape("tags") { "\"tags\":[" + items($0, ",") { "\"t\($0)\"" } + "]" },
        shape("subjects") { "\"subjects\":[" + items($0, ",") { "\"t\($0)\"" } + "]" },
        shape("authors") { "\"authors\":[" + items($0, ",") { "\"A\($0)\"" } + "]" },
        shape("contributors") {
          "\"authors\":[" + items($0, ",") { "\"A\($0)\"" } + "],\"contributors\":["
            + items($0, ",") { "{\"name\":\"A\($0)\",\"role\":\"editor\"}" } + "]"
        },
        shape("own contributors") {
          "\"added_at\":\"2024-05-06T07:08:09.123Z\",\"authors\":["
            + items($0, ",") { "\"A\($0)\"" } + "],\"contributors\":["
            + items($0, ",") { "{\"name\":\"A\($0)\",\"role\":\"editor\"}" } + "]"
        },
        shape("numbers") { "\"isbn\":[" + items($0, ",") { "\"\(isbn($0))\"" } + "]" },
        shape("numbers that are none") {
          "\"isbn\":[" + items($0, ",") { "\"97800000\($0)\"" } + "]"
        },
        shape("numbers that are none among unknown members") {
          "\"isbn\":[" + items($0, ",") { "\"97800000\($0)\"" } + "],"
            + items($0, ",") { "\"k\($0)\":\($0)" }
        },
        shape("identifiers") {
          "\"identifiers\":{" + items($0, ",") { "\"k\($0)\":\"v\"" } + "}"
        },
        shape("days") { "\"read_at\":[" + items($0, ",") { "\"d\($0)\"" } + "]" },
        shape("escapes") { "\"notes\":\"" + String(repeating: "\\u00e9\\n", count: $0) + "\"" },
        shape("lines of a note") { "\"notes\":\"" + items($0, "\\r\\n") { "l\($0)" } + "\"" },
        HostileShape(format, "records") { n in
          open + items(n, open.isEmpty ? "\n" : ",") { "{\"title\":\"T\($0)\"}" } + close
        },
        HostileShape(format, "broken records") { n in
          open + items(n, open.isEmpty ? "\n" : ",") { "{\"title\(open.isEmpty ? 0 : $0)\":1 1}" }
            + close
        },
        HostileShape(format, "open strings") { n in
          open + items(n, open.isEmpty ? "\n" : ",") { "{\"title\($0)\":\"}" }
        },
      ]
    } + [
      HostileShape(.json, "wrapping members") { n in
        "{" + items(min(n, 4000), ",") { "\"k\($0)\":1" } + ",\"books\":[{\"title\":\"T\"}],"
          + items(n, ",") { "\"l\($0)\":1" } + "}"
      },
      HostileShape(.cslJSON, "authors") {
        csl + ",\"author\":[" + items($0, ",") { "{\"family\":\"F\($0)\",\"given\":\"G\"}" } + "]}]"
      },
      HostileShape(.cslJSON, "numbers") { csl + ",\"ISBN\":\"" + items($0, " ", isbn) + "\"}]" },
      HostileShape(.cslJSON, "keywords") {
        csl + ",\"keyword\":\"" + items($0, ", ") { "k\($0)" } + "\"}]"
      },
      HostileShape(.cslJSON, "unknown members") {
        csl + "," + items($0, ",") { "\"k\($0)\":\($0)" } + "}]"
      },
      HostileShape(.calibreJSON, "identifiers") {
        calibre + ",\"identifiers\":{" + items($0, ",") { "\"k\($0)\":\"v\"" } + "}}]"
      },
      HostileShape(.calibreJSON, "tags") {
        calibre + ",\"tags\":[" + items($0, ",") { "\"t\($0)\"" } + "]}]"
      },
      HostileShape(.calibreJSON, "isbn identifiers") {
        calibre + ",\"identifiers\":{"
          + items($0, ",") { "\"isbn\(String(repeating: " ", count: $0 % 50))\":\"x\($0)\"" }
          + "}}]"
      },
      HostileShape(.libraryThingJSON, "records") { n in
        "{" + items(n, ",") { "\"\($0)\":{\"books_id\":\"\($0)\",\"title\":\"T\"}" } + "}"
      },
      HostileShape(.libraryThingJSON, "tags") {
        "{\"1\":{\"books_id\":\"1\",\"title\":\"T\",\"tags\":[" + items($0, ",") { "\"t\($0)\"" }
          + "],\"collections\":[" + items($0, ",") { "\"c\($0)\"" } + "]}}"
      },
      HostileShape(.libraryThingJSON, "authors") {
        "{\"1\":{\"books_id\":\"1\",\"title\":\"T\",\"authors\":["
          + items($0, ",") { "{\"lf\":\"A\($0), B\",\"fl\":\"B A\($0)\"}" } + "]}}"
      },
      HostileShape(.openLibrary, "numbers") {
        "[{\"key\":\"/books/OL1M\",\"title\":\"T\",\"isbn_13\":["
          + items($0, ",") { "\"\(isbn($0))\"" } + "]}]"
      },
      HostileShape(.openLibrary, "identifiers") {
        "[{\"key\":\"/books/OL1M\",\"title\":\"T\",\"identifiers\":{"
          + items($0, ",") { "\"k\($0)\":[\"a\",\"b\"]" } + "}}]"
      },
      HostileShape(.openLibrary, "authors and subjects") {
        "[{\"key\":\"/books/OL1M\",\"title\":\"T\",\"authors\":["
          + items($0, ",") { "{\"key\":\"/authors/OL\($0)A\"}" } + "],\"subjects\":["
          + items($0, ",") { "\"s\($0)\"" } + "]}]"
      },
      HostileShape(.openLibrary, "unknown members of a dump") {
        "/type/edition\t/books/OL1M\t1\t2020\t{\"title\":\"T\","
          + items($0, ",") { "\"k\($0)\":1" } + "}\n"
      },
    ]

  private static let csl = "[{\"type\":\"book\",\"title\":\"T\""
  private static let calibre = "[{\"id\":1,\"title\":\"T\",\"authors\":\"A\""

  // MARK: Reference managers

  private static let bibtex: [HostileShape] =
    texts.map { text in
      bib("fields of \(text.name)") { n in
        ["subtitle", "author", "series", "year", "isbn"]
          .map { "\($0)={\(text.text(n))}" }.joined(separator: ",")
      }
    }
    + [
      bib("authors") { "author={" + items($0, " and ") { "A\($0)" } + "}" },
      bib("keywords") { "keywords={" + items($0, ", ") { "k\($0)" } + "}" },
      bib("fields of keywords") { items($0, ",") { "keywords={k\($0)}" } },
      bib("fields of authors") { items($0, ",") { "author={A\($0)}" } },
      bib("fields") { items($0, ",") { "k\($0)={v}" } },
      bib("fields of one name") { items($0, ",") { "k={v\($0)}" } },
      bib("notes") { items($0, ",") { "note={v\($0)}" } },
      bib("numbers") { items($0, ",") { "isbn={\(isbn($0))}" } },
      bib("numbers in one field") { "isbn={" + items($0, ", ", isbn) + "}" },
      bib("lines of a note") { "note={" + items($0, "\r\n") { "l\($0)" } + "}" },
      bib("nested groups") { "note={" + nested("{", "}", $0) + "}" },
      bib("nested commands") { "note={" + nested("\\emph{", "}", $0) + "}" },
      bib("nested accents") { "note={" + nested("\\'{", "}", $0) + "}" },
      bib("accents") { "note={" + String(repeating: "\\'", count: $0) + "}" },
      bib("an accent over much") { "note={\\'{" + String(repeating: "a", count: $0 * 4) + "}}" },
      bib("formulas") { "note={" + String(repeating: "$x", count: $0) + "}" },
      bib("addresses") { "note={" + String(repeating: "\\href{", count: $0) + "}" },
      bib("commands") { "note={" + String(repeating: "\\x ", count: $0) + "}" },
      bib("tildes") { "url={" + String(repeating: "~", count: $0) + "}" },
      HostileShape(.bibtex, "open braces") { "@book{a,title=" + String(repeating: "{", count: $0) },
      HostileShape(.bibtex, "entries") { items($0, "\n") { "@book{k\($0),title={T}}" } },
      HostileShape(.bibtex, "open entries") { items($0, "\n") { "@book{k\($0),title={T" } },
      HostileShape(.bibtex, "signs") {
        "@book{a,title={T}}" + String(repeating: "@ ", count: $0)
      },
      HostileShape(.bibtex, "macros") {
        items($0, "\n") { "@string{s\($0)=\"v\"}" } + "@book{a,title=s1}"
      },
      HostileShape(.bibtex, "macros of macros") {
        "@string{s0=\"v\"}" + items($0, "\n") { "@string{s\($0 + 1)=s\($0) # s\($0)}" }
          + "@book{a,title={T}}"
      },
      HostileShape(.bibtex, "long macros") { n in
        "@string{s0=\"" + String(repeating: "v", count: n) + "\"}"
          + items(n / 50, "\n") { "@string{s\($0 + 1)=s\($0)}" } + "@book{a,title={T}}"
      },
      HostileShape(.bibtex, "uses of a long macro") { n in
        "@string{s=\"" + String(repeating: "v", count: 4000) + "\"}"
          + items(n / 50, "\n") { "@book{k\($0),title=s}" }
      },
    ]

  private static func bib(
    _ name: String, _ fields: @escaping @Sendable (Int) -> String
  ) -> HostileShape {
    HostileShape(.bibtex, name) { "@book{a,title={T}," + fields($0) + "}" }
  }

  private static let ris: [HostileShape] =
    texts.map { text in
      HostileShape(.ris, "fields of \(text.name)") { n in
        "TY  - BOOK\n"
          + ["TI", "AU", "SN", "T2", "PY"].map { "\($0)  - \(text.text(n))\n" }.joined()
          + "ER  - \n"
      }
    }
    + [
      refman("authors") { items($0, "\n") { "AU  - A\($0)" } },
      refman("editors") { items($0, "\n") { "A2  - A\($0)" } },
      refman("keywords") { items($0, "\n") { "KW  - k\($0)" } },
      refman("keywords in one field") { "KW  - " + items($0, "\n") { "k\($0)" } },
      refman("keywords in one line") { "KW  - " + items($0, ";") { "k\($0)" } },
      refman("notes") { items($0, "\n") { "N1  - v\($0)" } },
      refman("descriptions") { items($0, "\n") { "N2  - v\($0)" } },
      refman("lines of a note") { "N1  - " + items($0, "\r\n") { "l\($0)" } },
      refman("numbers") { items($0, "\n") { "SN  - \(isbn($0))" } },
      refman("numbers that are none") { items($0, "\n") { "SN  - 97800000\($0)" } },
      refman("other tags") { items($0, "\n") { "X\($0 % 10)  - v\($0)" } },
      refman("own days") {
        items($0, "\n") { "U1  - libraryctl read_at: d\($0)" }
      },
      HostileShape(.ris, "records") { items($0, "\n") { "TY  - BOOK\nTI  - T\($0)\nER  - " } },
      HostileShape(.ris, "open records") { items($0, "\n") { "TY  - BOOK\nTI  - T\($0)" } },
      HostileShape(.ris, "ends") { "TY  - BOOK\n" + String(repeating: "ER  - \n", count: $0) },
      HostileShape(.ris, "quotes") {
        "TY  - BOOK\nTI  - T\n" + String(repeating: "\"x\n", count: $0)
      },
      HostileShape(.ris, "text before") {
        "TY  - BOOK\nER  - \n" + String(repeating: "x\n", count: $0)
      },
    ]

  private static func refman(
    _ name: String, _ fields: @escaping @Sendable (Int) -> String
  ) -> HostileShape {
    HostileShape(.ris, name) { "TY  - BOOK\nTI  - T\n" + fields($0) + "\nER  - \n" }
  }

  // MARK: Lists

  private static let lists: [HostileShape] =
    texts.flatMap { text in
      [ImportFormat.isbnList, .isbnText].map { format in
        HostileShape(format, text.name) { "9780261102217\n\(text.text($0))\n" }
      }
    }
    + [ImportFormat.isbnList, .isbnText].flatMap { format in
      [
        HostileShape(format, "lines") { items($0, "\n", isbn) },
        HostileShape(format, "numbers in a line") { "9780261102217\n" + items($0, " ", isbn) },
        HostileShape(format, "digits apart") {
          "9780261102217\n" + items($0, " ") { "\($0 % 10)" }
        },
        HostileShape(format, "labels") {
          "9780261102217\n" + String(repeating: "ISBN-10-1", count: $0)
        },
      ]
    }

  // MARK: MARC

  private static func field(_ tag: String, _ subfields: [(String, String)]) -> String {
    "<datafield tag=\"\(tag)\" ind1=\"0\" ind2=\"0\">"
      + subfields.map { "<subfield code=\"\($0.0)\">\($0.1)</subfield>" }.joined() + "</datafield>"
  }

  private static func xml(
    _ name: String, _ fields: @escaping @Sendable (Int) -> String
  ) -> HostileShape {
    HostileShape(.marcXML, name) {
      "<record xmlns=\"http://www.loc.gov/MARC21/slim\"><leader>00000nam a2200000   4500</leader>"
        + field("245", [("a", "T")]) + fields($0) + "</record>"
    }
  }

  private static let marcXML: [HostileShape] =
    texts.map { text in
      HostileShape(.marcXML, "fields of \(text.name)") { n in
        let text = text.text(n).replacing("&", with: "&amp;")
        let fields = [
          ("020", "a"), ("100", "a"), ("245", "a"), ("264", "c"), ("300", "a"), ("490", "a"),
        ]
        return "<record xmlns=\"http://www.loc.gov/MARC21/slim\">"
          + fields.map { field($0.0, [($0.1, text)]) }.joined() + "</record>"
      }
    }
    + [
      xml("fields of subjects") { items($0, "") { field("650", [("a", "s\($0)")]) } },
      xml("fields of people") { items($0, "") { field("700", [("a", "A\($0), B")]) } },
      xml("fields of bodies") { items($0, "") { field("710", [("a", "A\($0)")]) } },
      xml("fields of numbers") { items($0, "") { field("020", [("a", isbn($0))]) } },
      xml("cancelled numbers") { items($0, "") { field("020", [("z", isbn($0))]) } },
      xml("fields of notes") { items($0, "") { field("500", [("a", "n\($0)")]) } },
      xml("fields of contents") { items($0, "") { field("505", [("a", "n\($0)")]) } },
      xml("fields that are kept") {
        items($0, "") { field("9\($0 % 90 + 10)", [("x", "n\($0)")]) }
      },
      xml("tags") { items($0, "") { field(tag($0), [("x", "n\($0)")]) } },
      xml("titles in another script") {
        items($0, "") { field("880", [("6", "245-0\($0)"), ("a", "n\($0)")]) }
      },
      xml("people in another script") {
        items($0, "") { field("880", [("6", "700-0\($0)"), ("a", "n\($0)")]) }
      },
      xml("subfields of a title") { field("245", .init(repeating: ("a", "T"), count: $0)) },
      xml("subfields of a subject") { field("650", .init(repeating: ("x", "T"), count: $0)) },
      xml("roles") { n in field("700", [("a", "A")] + (0..<n).map { ("e", "r\($0)") }) },
      xml("numbers in a field") { n in field("020", (0..<n).map { ("a", isbn($0)) }) },
      xml("series") { items($0, "") { field("490", [("a", "s\($0)")]) } },
      HostileShape(.marcXML, "titles in another script first") {
        "<record xmlns=\"http://www.loc.gov/MARC21/slim\">"
          + items($0, "") { field("880", [("6", "245-0\($0)"), ("a", "n\($0)")]) }
          + field("245", [("a", "T")]) + "</record>"
      },
      HostileShape(.marcXML, "records") { n in
        "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">"
          + items(n, "\n") { "<record>" + field("245", [("a", "T\($0)")]) + "</record>" }
          + "</collection>"
      },
      HostileShape(.marcXML, "open records") { n in
        "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">"
          + items(n, "\n") { "<record>" + field("245", [("a", "T\($0)")]) }
      },
      HostileShape(.marcXML, "broken records") { n in
        "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">"
          + items(n, "\n") { "<record>" + field("245", [("a", "T\($0)")]) + "</rec>" }
      },
      HostileShape(.marcXML, "open tags") { n in
        "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">" + String(repeating: "<a>", count: n)
      },
      HostileShape(.marcXML, "attributes") { n in
        "<collection xmlns=\"http://www.loc.gov/MARC21/slim\"><record "
          + items(n, " ") { "a\($0)=\"1\"" } + ">" + field("245", [("a", "T")])
          + "</record></collection>"
      },
      HostileShape(.marcXML, "less-than signs") { n in
        "<record xmlns=\"http://www.loc.gov/MARC21/slim\">" + String(repeating: "<", count: n)
      },
    ]

  /// A tag of three letters or digits, different for each number.
  private static func tag(_ number: Int) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return String([
      signs[number / 2704 % 52], signs[number / 52 % 52], signs[number % 52],
    ])
  }

  /// A record of ISO 2709 with fields as they are, whose directory may lie.
  private static func record(
    _ fields: [(tag: String, text: String)], length: Int? = nil, isUTF8: Bool = true,
    end: String = "\u{1D}", places: [(Int, Int)]? = nil
  ) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text.suffix(count)
    }
    var directory = ""
    var data = ""
    var offset = 0
    for (index, field) in fields.enumerated() {
      let length = field.text.utf8.count + 1
      let place = places?[index] ?? (length, offset)
      directory += field.tag + digits(place.0, 4) + digits(place.1, 5)
      data += field.text + "\u{1E}"
      offset += length
    }
    let base = 25 + directory.utf8.count
    let total = length ?? base + data.utf8.count + end.utf8.count
    return digits(total, 5) + "nam " + (isUTF8 ? "a" : " ") + "22" + digits(base, 5) + "   4500"
      + directory + "\u{1E}" + data + end
  }

  private static let title = (tag: "245", text: "00\u{1F}aT")

  private static let marc: [HostileShape] = [
    HostileShape(.marc, "records") { n in
      (0..<n).map { record([("245", "00\u{1F}aT\($0)")]) }.joined()
    },
    HostileShape(.marc, "records of a wrong length") { n in
      (0..<n).map { record([("245", "00\u{1F}aT\($0)")], length: 99_999) }.joined()
    },
    HostileShape(.marc, "records without an end") { n in
      (0..<n).map { record([("245", "00\u{1F}aT\($0)")], length: 30, end: "") }.joined()
    },
    HostileShape(.marc, "leaders alone") { n in
      String(repeating: "00037nam a2200037   4500245000000000\u{1E}", count: n)
    },
    HostileShape(.marc, "fields") { n in
      record([title] + (0..<n).map { ("9\($0 % 90 + 10)", "00\u{1F}xn\($0)") })
    },
    HostileShape(.marc, "fields at one place") { n in
      let long = "00\u{1F}a" + String(repeating: "x", count: 5_000)
      return record(
        [title, ("900", long)] + (0..<n).map { _ in ("901", "") },
        places: [(6, 0), (5_005, 6)] + (0..<n).map { _ in (5_005, 6) })
    },
    HostileShape(
      .marc, "subfields of mixed character sets",
      bytes: { n in
        // Every other é is of UTF-8.
        record([title, ("650", "00" + String(repeating: "\u{1F}xé\u{1F}y\u{0}\u{0}", count: n))])
          .utf8.map { $0 == 0 ? 0xE9 : $0 }
      }),
    HostileShape(.marc, "terminators") { record([title]) + String(repeating: "\u{1D}", count: $0) },
    HostileShape(.marc, "delimiters") { n in
      record([title, ("650", String(repeating: "\u{1F}", count: n))])
    },
  ]
}
