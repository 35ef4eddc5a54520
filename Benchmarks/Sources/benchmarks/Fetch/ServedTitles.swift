import Catalogue
import Glibc
import LoopbackServer

/// The titles that the server of the benchmarks knows, and the requests that ask for them.
enum ServedTitles {
  static let keysPerRequest = 25

  static func isbns(_ count: Int) -> [ISBN] {
    (0..<count).compactMap { index in
      let body = 979_100_000_000 + UInt64(index)
      return (0..<10 as Range<UInt64>).lazy.compactMap { ISBN(number: body * 10 + $0) }.first
    }
  }

  /// The numbers as they go into requests.
  static func batches(of isbns: [ISBN]) -> [[ISBN]] {
    stride(from: 0, to: isbns.count, by: keysPerRequest).map {
      Array(isbns[$0..<min($0 + keysPerRequest, isbns.count)])
    }
  }

  /// `bibkeys` of a request.
  static func keys(of batch: [ISBN]) -> String {
    batch.map { "ISBN:\($0)" }.joined(separator: ",")
  }

  /// Says where it is and answers, until nobody holds the other end of standard input any more.
  static func serve(books: Int) throws {
    // Ready beforehand, for batches as they are cut here; others are put together.
    var answers: [String: Response] = [:]
    var members: [String: String] = [:]
    for batch in batches(of: isbns(books)) {
      let some = batch.map { "\"ISBN:\($0)\": \(record($0))" }
      for (isbn, member) in zip(batch, some) { members["ISBN:\(isbn)"] = member }
      answers[keys(of: batch)] = .json("{" + some.joined(separator: ", ") + "}")
    }
    let server = try LoopbackServer { [answers, members] request in
      request.query("bibkeys").flatMap { answers[$0] }
        ?? .json("{" + request.bibkeys.compactMap { members[$0] }.joined(separator: ", ") + "}")
    }
    print(server.url)
    while getchar() != EOF {}
    server.stop()
  }

  /// A record of the usual size.
  private static func record(_ isbn: ISBN) -> String {
    Edition(
      isbn: isbn.description, title: "A book with the number \(isbn)",
      authors: ["Ann Author", "Bob Writer"],
      more: [
        #""url": "https://openlibrary.org/books/OL24374150M/A_book""#,
        #""publishers": [{"name": "A House of Books"}], "publish_date": "August 31, 2010""#,
        #""number_of_pages": 1007, "publish_places": [{"name": "New York"}]"#,
        #""subjects": [{"name": "Fantasy", "url": "https://openlibrary.org/subjects/fantasy"}, "#
          + #"{"name": "Fiction, fantasy, epic", "url": "https://openlibrary.org/subjects/epic"}]"#,
        #""cover": {"small": "https://covers.openlibrary.org/b/id/1-S.jpg", "#
          + #""medium": "https://covers.openlibrary.org/b/id/1-M.jpg"}"#,
      ], key: "/books/OL24374150M"
    ).data
  }
}
