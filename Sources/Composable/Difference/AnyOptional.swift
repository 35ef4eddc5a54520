/// An optional of any type, to see what is in it.
protocol AnyOptional {
  /// What is in it; an optional in an optional is opened too.
  var content: Any? { get }
}

extension Optional: AnyOptional {
  var content: Any? { map { ($0 as? any AnyOptional)?.content ?? $0 } }

  /// A value without the optionals around it; nil stays as it is.
  static func opened(_ value: Any) -> Any where Wrapped == Any {
    (value as? any AnyOptional)?.content ?? value
  }
}
