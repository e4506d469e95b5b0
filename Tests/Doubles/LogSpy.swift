package import FeedDomain
import Threads

/// A log that keeps the lines of every level, and the secrets to conceal.
package final class LogSpy: Log {
  private struct State {
    var facts: [String] = []
    var failures: [String] = []
    var concealed: [Secret] = []
  }

  private let kept = LockedValue(State())

  package init() {}

  /// The logged lines of every level.
  package var facts: [String] { kept.withLock { $0.facts } }
  /// The logged lines of failures.
  package var failures: [String] { kept.withLock { $0.failures } }
  /// The secrets that must not be written to the log.
  package var concealed: [Secret] { kept.withLock { $0.concealed } }

  package func writeLogLine(
    _ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String
  ) {
    let fact = fact()
    kept.withLock { state in
      state.facts.append(fact)
      if level == .error { state.failures.append(fact) }
    }
  }

  package func maskSecretInLog(_ secret: Secret) { kept.withLock { $0.concealed.append(secret) } }

  package func eraseLog() { kept.withLock { ($0.facts, $0.failures) = ([], []) } }
}
