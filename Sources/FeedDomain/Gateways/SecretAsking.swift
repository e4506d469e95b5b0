/// Asks the person's own commands for secrets.
public protocol SecretAsking: Sendable {
  /// What the command answers, without blanks to be dropped; each command is run but once.
  func secret(from command: String) throws(SecretFailure) -> Secret
}

/// Why a command gave no secret.
public struct SecretFailure: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Error, Equatable, Sendable {
    /// No program may be started here.
    case forbidden
    /// There is no such program.
    case notFound
    /// It could not be started, with the system's words.
    case notStarted(String)
    /// It did not end in time, and was ended.
    case tooSlow
    /// It printed more than any secret, and was ended.
    case tooMuch
    /// It said by its exit code that it failed.
    case failed(code: Int)
    /// A signal ended it.
    case killed(signal: Int)
    /// It printed nothing, or a line of blanks.
    case empty
    /// What it printed is no UTF-8 text.
    case unreadable
    /// The store of secrets is locked, and asks for more than can be answered here.
    case locked
  }

  /// The command, as the person typed it.
  public let command: String
  /// What went wrong.
  public let reason: Reason

  package init(_ command: String, _ reason: Reason) {
    (self.command, self.reason) = (command, reason)
  }
}
