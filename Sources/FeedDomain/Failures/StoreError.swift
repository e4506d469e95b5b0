/// An error of a store: database, file or cache.
public enum StoreError: Error, Hashable, Sendable {
  case full
  case readOnly
  /// The folder cannot be created; nil if the system names no home.
  case noPlace(folder: String?)
  /// The file is damaged or has another format.
  case damaged
  /// The file was written by a newer version.
  case newer
  /// Another process holds the lock for too long.
  case busy
  /// The store was closed at the program's end.
  case closed
  /// The account was signed out meanwhile.
  case signedOut
  /// Another failure, with the failed step and the system's message.
  case failed(step: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// A text for the log that names the error.
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
