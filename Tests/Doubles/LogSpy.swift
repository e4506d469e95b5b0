package import FeedDomain
import Threads

/// Keeps what is logged, at every level.
package final class LogSpy: Log {
  private let kept = Guarded<[String]>([])

  package init() {}

  package var facts: [String] { kept.withLock { $0 } }

  package func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {
    let fact = fact()
    kept.withLock { $0.append(fact) }
  }
}
