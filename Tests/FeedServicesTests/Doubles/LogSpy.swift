import FeedDomain
import Threads

/// Keeps what is logged, at every level.
final class LogSpy: Log {
  private let kept = Guarded<[String]>([])

  var facts: [String] { kept.withLock { $0 } }

  func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {
    let fact = fact()
    kept.withLock { $0.append(fact) }
  }
}
