package import FeedDomain

/// A log that drops every line.
package struct NoLog: Log {
  package init() {}

  package func writeLogLine(
    _ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String
  ) {}
  package func maskSecretInLog(_ secret: Secret) {}
  package func eraseLog() {}
}
