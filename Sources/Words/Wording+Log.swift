package import FeedDomain
package import Terminal

extension Wording {
  package func logFilter(_ level: LogLevel) -> SafeText {
    switch level {
    case .debug: say("everything")
    case .info: say("without details")
    case .error: say("failures only")
    }
  }
}
