/// Stands in a test value for a function that a test has to give: who calls it makes the test fail,
/// by name.
///
/// ```swift
/// static let testValue = Self(fetch: unimplemented("NumberFact.fetch"))
/// ```
/// - Parameter name: what it stands for.
/// - Returns: a function that reports its use and throws an `UnimplementedError`.
public func unimplemented<each Argument, Result>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(name, at: place)
    throw UnimplementedError(name: name)
  }
}

/// Stands in a test value for a function that cannot throw, and that a test has to give: who calls it
/// makes the test fail, by name.
/// - Parameters:
///   - name: what it stands for.
///   - placeholder: what the function returns, once its use is reported.
public func unimplemented<each Argument, Result: Sendable>(
  _ name: String, placeholder: Result, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(name, at: place)
    return placeholder
  }
}

private func reportUnimplemented(_ name: String, at place: CallSite) {
  IssueReporting.report(
    """
    A function of a dependency was called in a test that does not give it.

      Function: \(name)

    Likely causes: the test reaches code that it did not mean to reach, or it gives no value.

    Give one with withDependencies.
    """, at: place)
}
