package import FeedDomain
package import Terminal

extension Wording {
  package var logTitle: SafeText { say("Log") }
  /// Which lines are shown.
  package func logFilter(_ level: LogLevel) -> SafeText {
    switch level {
    case .debug: say("everything")
    case .info: say("without details")
    case .error: say("failures only")
    }
  }
  package var logLevel: SafeText { say("level") }
  package var logEmpty: SafeText { say("Nothing has been logged.") }
  package var logAdvice: SafeText { say("The keys above set how much of each channel is logged.") }
  package var noLog: SafeText { say("No log is kept here: nothing is, in a demo.") }
}
