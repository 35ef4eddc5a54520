import Catalogue
import LoopbackServer

/// A title server of one's own whose titles come in editions. Title and tag of an answer are the same
/// text, so that a row shows whether the two are of one answer.
enum TitleEditions {
  /// Answers with the titles of an edition; a title whose tag the request has is unchanged.
  static func route(_ name: String, edition: Int) -> LoopbackServer.Route {
    let tag = "\(name) \(edition)"
    return { request in
      let entries = request.titles.map { title in
        title.etag == tag
          ? #"{"isbn": "\#(title.isbn)", "outcome": "unchanged"}"#
          : """
          {"isbn": "\(title.isbn)", "outcome": "found", "etag": "\(tag)", \
          "record": {"title": "\(tag)"}}
          """
      }
      return .json(#"{"version": 1, "titles": [\#(entries.joined(separator: ", "))]}"#)
    }
  }

  /// Rows whose tag is not the one of their data.
  static let torn = """
    SELECT number, fetched, validators FROM books WHERE fetched->>'$.title' IS NOT validators;
    """
}

extension Request {
  /// What a request to a title server asks for.
  var titles: [(isbn: String, etag: String?)] {
    guard let json = try? JSONValue(json: String(decoding: body, as: UTF8.self)),
      case .array(let titles)? = json["titles"]
    else { return [] }
    return titles.compactMap { title in
      guard case .string(let isbn)? = title["isbn"] else { return nil }
      if case .string(let etag)? = title["etag"] { return (isbn, etag) }
      return (isbn, nil)
    }
  }
}
