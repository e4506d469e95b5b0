internal import FeedDomain
internal import Glibc

extension StoreError {
  /// What the system said when a step failed; read `errno` before anything else can change it.
  init(errno code: Int32, doing step: String) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = .failed(step: step, reason: String(cString: strerror(code)))
    }
  }
}
