internal import FeedDomain
internal import Glibc

/// A lock that one process holds at a time; a dead process holds none.
enum FileLock {
  /// Does some work while holding the lock, waiting for another's at most that long.
  @_semantics("optimize.sil.specialize.generic.never")
  static func holding<Value>(
    _ path: String, patience: Duration = .seconds(5), _ work: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "locking \(path)") }
    defer { close(descriptor) }
    let deadline = ContinuousClock.now + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        throw StoreError(errno: code, doing: "locking \(path)")
      }
      guard ContinuousClock.now < deadline else { throw .busy }
      usleep(5000)  // The lock is held for a few file operations, never while somebody thinks.
    }
    // Closing alone does not: a child that is being started has the file open, too.
    defer { _ = flock(descriptor, LOCK_UN) }
    return try work()
  }
}
