internal import FeedDomain

/// How eagerly a stream is kept up to date.
package struct StreamPacing: Sendable {
  /// After how long a stream is refreshed by itself; nil for never.
  package let interval: Duration?
  /// A stream that was fetched no longer ago than this is not fetched again when it is opened.
  package let freshFor: Duration

  /// After how long an absence the reader is offered to catch up; nil for never.
  package let unavailableReason: Duration?
  /// How much must be unread for that.
  package let unread: Int

  /// The interval where nobody chose one.
  package static let usualInterval = Duration.seconds(90)

  package init(
    interval: Duration? = usualInterval, freshFor: Duration = .seconds(15),
    unavailableReason: Duration? = .seconds(3_600), unread: Int = 40
  ) {
    (self.interval, self.freshFor) = (interval, freshFor)
    (self.unavailableReason, self.unread) = (unavailableReason, unread)
  }

  /// Since when the reader was away, where that is to be told.
  func away(_ status: FeedStatus, unread: Int, now: Timestamp) -> Timestamp? {
    guard let unavailableReason, let since = status.readUntil,
      now.since(since) >= unavailableReason,
      unread >= self.unread || status.hasUnreadGap
    else { return nil }
    return since
  }
}
