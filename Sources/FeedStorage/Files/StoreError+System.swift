internal import FeedDomain
internal import Glibc
internal import Groundwork

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
