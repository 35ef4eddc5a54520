/// A shared value cannot be saved as it is; what else is saved in the transaction still can.
public struct SaveRefusal: Error, CustomStringConvertible {
  /// Why not.
  public let reason: any Error

  public init(_ reason: any Error) { self.reason = reason }

  public var description: String { "\(reason)" }
}
