import Glibc

/// What a program writes by hand instead of a store: an array, a dictionary of positions and a lock.
final class PlainChildren {
  private var elements: ContiguousArray<Child.State>
  private var positions: [ChildID: Int]
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(count: Int) {
    elements = ContiguousArray((0..<count).map { Child.State(id: ChildID($0)) })
    positions = [:]
    for (position, element) in elements.enumerated() { positions[element.id] = position }
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(never)
  func increment(_ id: ChildID) {
    pthread_mutex_lock(mutex)
    if let position = positions[id] { elements[position].count += 1 }
    pthread_mutex_unlock(mutex)
  }
}
