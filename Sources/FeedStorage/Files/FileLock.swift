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

extension StoreError {
  /// What the system said when a step failed; read `errno` before anything else can change it.
  init(errno code: CInt, doing step: String) { self.init(SystemError(doing: step, code: code)) }

  private init(_ error: SystemError) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = .failed(step: error.step, reason: error.reason)
    }
  }

  /// Does something with files, whose failures are the store's.
  @_semantics("optimize.sil.specialize.generic.never")
  static func of<Value>(_ work: () throws(SystemError) -> Value) throws(StoreError) -> Value {
    do throws(SystemError) { return try work() } catch { throw StoreError(error) }
  }
}
