import Storage

extension CommandError {
  /// Puts an error of any part into the user's words.
  init(describing error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as StorageError: self.init(error)
    case let error as BookReferenceError:
      self.init(.failed, error.description, hint: error.remedy)
    case let error as BookQueryError:
      self.init(.usage, error.description, hint: error.remedy)
      excerpt = QueryExcerpt(error.query, error.range).lines
    case let error as UndoError:
      self.init(.failed, error.description, hint: error.remedy)
    case let error as AccountError:
      self.init(.failed, error.description, hint: error.remedy)
    case let error as BookEditError:
      self.init(.usage, error.description, hint: error.remedy)
    default:
      self.init(
        .failed, "\(error)", hint: "this is a fault of libraryctl; please report it")
    }
  }

  private init(_ error: StorageError) {
    let code: ExitCode =
      switch error.kind {
      case .locked: .locked
      case .interrupted: .interrupted
      case .protected: .usage
      default: .failed
      }
    self.init(code, "\(error.what): \(error.cause)", in: error.place, hint: error.advice)
  }
}
