/// A part of a value, with what it is called there.
struct ValuePart {
  enum Label {
    case none
    case field(String)
    case position(Int)
    case key(Any)
    case id(AnyHashable)

    static func field(named name: String?, isWrapped: Bool = false) -> Self {
      guard let name else { return .none }
      // Unnamed parts of a tuple are called .0, .1, …
      if name.first == "." { return .none }
      // A property wrapper keeps its value under an underscore.
      return .field(isWrapped && name.first == "_" ? String(name.dropFirst()) : name)
    }
  }

  let label: Label
  let value: Any

  /// What the part is known by among others; nil when it has no ID, or only its address.
  var id: AnyHashable? {
    func id<Known: Identifiable>(of known: Known) -> AnyHashable { AnyHashable(known.id) }
    guard let known = value as? any Identifiable, !(type(of: value) is AnyClass) else {
      return nil
    }
    return id(of: known)
  }
}
