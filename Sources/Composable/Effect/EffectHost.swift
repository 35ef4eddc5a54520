/// The store of an effect, which counts what is in flight.
protocol EffectHost: AnyObject, Sendable {
  /// How many actions have been reduced.
  var actions: UInt64 { get }
  func effectDidBegin()
  func effectDidEnd()
}
