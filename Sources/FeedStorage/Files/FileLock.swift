internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A namespace for the locking of files. One process at a time holds a lock, which ends with the
/// process.
enum FileLock {
  /// Runs a closure while holding the lock on a file; throws `busy` if another process holds the
  /// lock for longer than `patience`.
  @_semantics("optimize.sil.specialize.generic.never")
  static func withFileLock<Value>(
    _ path: String, patience: Duration = .seconds(5), _ work: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let file = try StoreError.convertingFileErrors { () throws(FileOperationError) in
      try OpenFile(path, O_RDWR | O_CREAT | O_NONBLOCK, doing: "locking")
    }
    let deadline = ContinuousClock.now + patience
    while !(try StoreError.convertingFileErrors { () throws(FileOperationError) in
      try file.tryLockFile()
    }) {
      guard ContinuousClock.now < deadline else { throw .busy }
      // A short pause between two tries: the lock is held for a few file operations only.
      usleep(5000)
    }
    defer { file.unlockFile() }
    return try work()
  }
}

extension StoreError {
  /// Creates the store error for a failed system call. `errno` must be read before another call
  /// changes it.
  init(errno code: CInt, doing step: String) {
    self.init(FileOperationError(doing: step, code: code))
  }

  private init(_ error: FileOperationError) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = .failed(step: error.step, reason: error.reason)
    }
  }

  /// Runs file operations, and throws their errors as store errors.
  @_semantics("optimize.sil.specialize.generic.never")
  static func convertingFileErrors<Value>(of work: () throws(FileOperationError) -> Value)
    throws(StoreError)
    -> Value
  {
    do throws(FileOperationError) { return try work() } catch { throw StoreError(error) }
  }
}
