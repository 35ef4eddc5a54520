/// Does something with other dependencies.
/// - Parameters:
///   - prepare: changes them.
///   - operation: what is to be done.
public func withDependencies<Result>(
  _ prepare: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try DependencyValues.$isSetting.withValue(true) { try prepare(&values) }
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Does something asynchronous with other dependencies.
/// - Parameters:
///   - prepare: changes them.
///   - operation: what is to be done.
nonisolated(nonsending) public func withDependencies<Result>(
  _ prepare: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try DependencyValues.$isSetting.withValue(true) { try prepare(&values) }
  return try await DependencyValues.$current.withValue(values, operation: operation)
}
