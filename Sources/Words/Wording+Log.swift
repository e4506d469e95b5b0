package import FeedDomain
package import Terminal

extension Wording {
  /// The name of the scene.
  package var logTitle: SafeText { say("Log") }
  /// Which lines are shown.
  package func logFilter(_ level: LogLevel) -> SafeText {
    switch level {
    case .debug: say("everything")
    case .info: say("without details")
    case .error: say("failures only")
    }
  }
  /// What the keys of the channels change.
  package var logLevel: SafeText { say("level") }
  /// That nothing was written, and how more is.
  package var logEmpty: SafeText { say("Nothing has been logged.") }
  package var logAdvice: SafeText { say("The keys above set how much of each channel is logged.") }
  /// That nothing is written at all.
  package var noLog: SafeText { say("No log is kept here: nothing is, in a demo.") }
}
