internal import Glibc

/// A value that several threads use, one after the other.
///
/// Not the standard library's `Mutex`, which goes by a thread number that is wrong after a fork
/// (`csystem_fork` puts it right); this depends on nothing of the kind.
///
/// Unchecked, because the compiler cannot see that the value is only touched while the lock is
/// held.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Guards a value.
  public init(_ value: sending Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  /// Uses the value while no other thread does.
  public func withLock<Result>(_ use: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try use(&value)
  }
}
