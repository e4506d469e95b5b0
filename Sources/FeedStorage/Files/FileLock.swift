internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A lock that one process holds at a time; a dead process holds none.
enum FileLock {
  /// Does some work while holding the lock, waiting for another's at most that long.
  @_semantics("optimize.sil.specialize.generic.never")
  static func holding<Value>(
    _ path: String, patience: Duration = .seconds(5), _ work: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let file = try StoreError.of { () throws(SystemError) in
      try OpenFile(path, O_RDWR | O_CREAT | O_NONBLOCK, doing: "locking")
    }
    let deadline = ContinuousClock.now + patience
    while !(try StoreError.of { () throws(SystemError) in try file.lockNow() }) {
      guard ContinuousClock.now < deadline else { throw .busy }
      usleep(5000)  // The lock is held for a few file operations, never while somebody thinks.
    }
    defer { file.unlock() }
    return try work()
  }
}
