/// How eagerly a stream is kept up to date.
public struct StreamPacing: Sendable {
  /// After how long a stream is refreshed by itself; nil for never.
  public let interval: Duration?
  /// A stream that was fetched no longer ago than this is not fetched again when it is opened.
  public let freshFor: Duration

  /// How eagerly a stream is kept up to date.
  public init(interval: Duration? = .seconds(90), freshFor: Duration = .seconds(15)) {
    self.interval = interval
    self.freshFor = freshFor
  }
}
