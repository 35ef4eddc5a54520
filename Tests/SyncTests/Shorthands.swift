import Catalogue
import Testing

@testable import Sync

/// An ISBN from text that a test vouches for.
func isbn(_ text: String, at location: SourceLocation = #_sourceLocation) throws -> ISBN {
  try #require(ISBN(reading: text.utf8), sourceLocation: location)
}

func requests(_ texts: String...) throws -> [TitleRequest] {
  try texts.map { TitleRequest(isbn: try isbn($0)) }
}

/// The ISBN-13 number `index` of a made-up publisher.
func madeUpISBN(_ index: Int) throws -> ISBN {
  let body = 979_100_000_000 + UInt64(index)
  return try #require((0...9).lazy.compactMap { ISBN(number: body * 10 + $0) }.first)
}

extension TitleOutcome {
  var details: BookDetails? {
    if case .found(let record) = self { record.details } else { nil }
  }

  var failure: TitleFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  var malformedReason: String? {
    if case .failed(.malformed(let reason)) = self { reason } else { nil }
  }

  var unreadableReason: String? {
    if case .failed(.unreadable(let reason)) = self { reason } else { nil }
  }

  var offlineReason: String? {
    if case .failed(.offline(let reason)) = self { reason } else { nil }
  }

  var unconfiguredReason: String? {
    if case .failed(.unconfigured(let reason)) = self { reason } else { nil }
  }
}

extension HTTPHeaders {
  init(_ fields: [String: String]) {
    self.init()
    for (name, value) in fields {
      Array("\(name): \(value)\r\n".utf8).withUnsafeBytes { add(line: $0) }
    }
  }
}
