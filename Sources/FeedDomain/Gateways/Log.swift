/// Where facts go that help to find out what happened; never a token nor what somebody wrote.
public protocol Log: Sendable {
  /// Notes a fact.
  func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String)
  /// Blots out a secret wherever it would be written from now on.
  func conceal(_ secret: Secret)
  /// Erases what was written: somebody signed out, and nobody can tell whom an address is of.
  func forget()
}

/// What a logged fact is about.
public enum LogChannel: String, CaseIterable, Sendable {
  /// Requests and replies.
  case network
  /// Files and databases.
  case storage
  /// Photographs.
  case pictures
  /// The terminal.
  case terminal
  /// What waits to be sent.
  case outbox
}

/// How much a logged fact matters.
public enum LogLevel: Int, CaseIterable, Comparable, CustomStringConvertible, Sendable {
  /// Only for looking closely.
  case debug
  /// Worth a line.
  case info
  /// Something failed.
  case error

  /// Its name, for which the type need not be looked into: that is slow the first time.
  public var description: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .error: "error"
    }
  }

  /// The one that matters less comes first.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
