/// Something that a domain knows by a key, for as long as someone uses it.
struct WeakReference {
  weak var object: AnyObject?
}
