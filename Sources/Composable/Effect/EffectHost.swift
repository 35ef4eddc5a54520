/// The store of an effect, which counts what is in flight.
protocol EffectHost: AnyObject, Sendable {
  func effectDidBegin()
  func effectDidEnd()
}
