package import FeedDomain
package import Preferences
import Threads

/// The log file, without secrets. Opened with the first line; errors of writing are ignored.
package final class FileLog: Log {
  private struct State {
    var file: RotatingFile
    var thresholds: [LogChannel: LogThreshold]
    var secrets: Set<String> = []
    var follower: (@Sendable () -> Void)?
  }

  /// The file's path; nil if no log is kept.
  private let path: String?
  private let state: Guarded<State>
  private let world: any World
  /// Called with every line, whatever the thresholds.
  private let echo: (@Sendable (String) -> Void)?

  /// A log in a file, rotated at `limit` bytes, or without one. `echo` is called with every line.
  package init(
    path: String?, thresholds: [LogChannel: LogThreshold], world: any World, limit: Int = 1 << 20,
    echo: (@Sendable (String) -> Void)? = nil
  ) {
    let file = RotatingFile(path: path ?? "/dev/null", limit: limit)
    self.path = path
    state = Guarded(State(file: file, thresholds: thresholds))
    self.world = world
    self.echo = echo
  }

  package func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {
    let isKept = path != nil && threshold(of: channel).admits(level)
    guard isKept || echo != nil else { return }
    let (fact, now) = (fact(), world.now)
    let (line, follower) = state.withLock { state in
      let line = LogLine.text(fact, channel, level, at: now, hiding: state.secrets)
      if isKept { _ = state.file.append(line) }
      return (line, isKept ? state.follower : nil)
    }
    echo?(line)
    follower?()
  }

  package func threshold(of channel: LogChannel) -> LogThreshold {
    state.withLock { $0.thresholds[channel] ?? .error }
  }

  package func setThreshold(_ threshold: LogThreshold, of channel: LogChannel) {
    state.withLock { $0.thresholds[channel] = threshold }
  }

  /// Sets a callback, on any thread, for each line that is written; nil for none.
  package func follow(_ tell: (@Sendable () -> Void)?) { state.withLock { $0.follower = tell } }

  /// True if a log file is kept; otherwise thresholds have no effect.
  package var isKept: Bool { path != nil }

  /// Returns the last lines, the latest last; nil if no log is kept.
  package func tail() async -> [LogRecord]? { path.map { LogTail(path: $0).records() } }

  package func forget() { if path != nil { state.withLock { $0.file.erase() } } }

  package func conceal(_ secret: Secret) {
    guard !secret.revealed.isEmpty else { return }
    state.withLock { _ = $0.secrets.insert(secret.revealed) }
  }
}

extension LogThreshold {
  func admits(_ level: LogLevel) -> Bool {
    switch self {
    case .off: false
    case .error: level >= .error
    case .info: level >= .info
    case .debug: true
    }
  }
}
