/// Every way in which remembering can fail us.
public enum StoreError: Error, Hashable, Sendable {
  /// No space is left.
  case full
  /// The place cannot be written.
  case readOnly
  /// Nothing can be kept in that folder; none where the system names no home.
  case noPlace(folder: String?)
  /// The file is damaged, or not ours.
  case damaged
  /// The file was written by a newer version.
  case newer
  /// Somebody else holds it for too long.
  case busy
  /// It is closed: the program is ending.
  case closed
  /// The account was signed out meanwhile: nothing of it is kept any more.
  case signedOut
  /// Something else, with the step that failed and the system's words.
  case failed(step: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// For the log, which is read by whoever looks for a cause.
  public var description: String {
    switch self {
    case .full: "the disk is full"
    case .readOnly: "not writable"
    case .noPlace(let folder): folder.map { "nothing can be kept in \($0)" } ?? "no home"
    case .damaged: "damaged"
    case .newer: "written by a newer version"
    case .busy: "held by another process"
    case .closed: "closed"
    case .signedOut: "signed out"
    case .failed(let step, let reason): "\(step) failed: \(reason)"
    }
  }
}
