extension Shared {
  @inlinable
  var domain: SharedDomain {
    switch place {
    case .whole(let storage): storage.domain
    case .part(let part): part.domain
    }
  }

  @inlinable
  func beginChange() {
    switch place {
    case .whole(let storage): storage.beginChange()
    case .part(let part): part.beginChange()
    }
  }

  @inlinable
  func endChange() {
    switch place {
    case .whole(let storage): storage.endChange()
    case .part(let part): part.endChange()
    }
  }

  /// The value, for who holds the lock, and has begun a change before changing it.
  @inlinable
  var current: Value {
    _read {
      switch place {
      case .whole(let storage): yield storage.value
      case .part(let part): yield part.value
      }
    }
    nonmutating _modify {
      switch place {
      case .whole(let storage): yield &storage.value
      case .part(let part): yield &part.value
      }
    }
  }

  /// The `forEach` whose child has an element for the moment.
  @inlinable
  var lender: CallSite? {
    get { if case .whole(let storage) = place { storage.lender } else { nil } }
    nonmutating set { if case .whole(let storage) = place { storage.lender = newValue } }
  }

  @inlinable
  func checkLending() {
    if case .whole(let storage) = place, let lender = storage.lender {
      storage.reportReadWhileLent(lender)
    }
  }

  /// Whether both lead to the same place.
  func isSame(as other: Self) -> Bool {
    switch (place, other.place) {
    case (.whole(let one), .whole(let other)): one === other
    case (.part(let one), .part(let other)): one.isSame(as: other)
    default: false
    }
  }
}
