/// Every way in which remembering can fail us.
public enum StoreError: Error, Hashable, Sendable {
  /// No space is left.
  case full
  /// The place cannot be written.
  case readOnly
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
