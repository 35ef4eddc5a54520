/// A shared value that its domain knows by a key, for as long as someone uses it.
struct WeakReference {
  weak var storage: AnyObject?
}
