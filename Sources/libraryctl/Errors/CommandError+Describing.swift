extension CommandError {
  /// Puts an error of any part into the user's words.
  init(describing error: any Error) {
    switch error {
    case let error as CommandError: self = error
    default:
      self.init(
        .failed, "\(error)", hint: "this is a fault of libraryctl; please report it")
    }
  }
}
