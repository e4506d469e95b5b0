/// How eagerly a stream is kept up to date.
package struct StreamPacing: Sendable {
  /// After how long a stream is refreshed by itself; nil for never.
  package let interval: Duration?
  /// A stream that was fetched no longer ago than this is not fetched again when it is opened.
  package let freshFor: Duration

  /// The interval where nobody chose one.
  package static let usualInterval = Duration.seconds(90)

  package init(interval: Duration? = usualInterval, freshFor: Duration = .seconds(15)) {
    (self.interval, self.freshFor) = (interval, freshFor)
  }
}
