package import FeedDomain
import Threads

/// Keeps what is logged, at every level, and what is concealed.
package final class LogSpy: Log {
  private struct State {
    var facts: [String] = []
    var failures: [String] = []
    var concealed: [Secret] = []
  }

  private let kept = LockedValue(State())

  package init() {}

  /// Everything that was logged.
  package var facts: [String] { kept.withLock { $0.facts } }
  /// What was logged as a failure.
  package var failures: [String] { kept.withLock { $0.failures } }
  /// What may not be written any more.
  package var concealed: [Secret] { kept.withLock { $0.concealed } }

  package func writeLine(
    _ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String
  ) {
    let fact = fact()
    kept.withLock { state in
      state.facts.append(fact)
      if level == .error { state.failures.append(fact) }
    }
  }

  package func maskSecret(_ secret: Secret) { kept.withLock { $0.concealed.append(secret) } }

  package func eraseLog() { kept.withLock { ($0.facts, $0.failures) = ([], []) } }
}
