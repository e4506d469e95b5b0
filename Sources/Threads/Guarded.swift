internal import Glibc

/// A value protected by a lock.
/// Unlike the standard library's `Mutex`, the lock works after a fork: `Mutex` relies on a thread
/// id that is wrong then (`csystem_fork` corrects it).
/// Unchecked, as the compiler cannot see that the value is only used under the lock.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

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

  /// Runs a closure with exclusive access to the value.
  public func withLock<Result>(_ use: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try use(&value)
  }
}
