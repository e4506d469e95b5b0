/// The reader's settings of a web feed.
public struct SubscriptionSettings: Hashable, Sendable {
  /// The reader's own title of the feed; nil for the feed's title.
  public var title: String?
  /// The time between automatic refreshes; nil for the interval that the feed asks for.
  public var interval: Duration?
  /// True if the whole text of each entry is shown from its page.
  public var showsFullText = false
  /// The name that the program gives of itself to the feed's server; nil for the usual one.
  public var userAgent: String?
  /// True if entries are marked as read once the reader has moved past them; nil for the setting of
  /// all feeds.
  public var marksPassed: Bool?

  package init(
    title: String? = nil, interval: Duration? = nil, showsFullText: Bool = false,
    userAgent: String? = nil, marksPassed: Bool? = nil
  ) {
    (self.title, self.interval, self.showsFullText) = (title, interval, showsFullText)
    (self.userAgent, self.marksPassed) = (userAgent, marksPassed)
  }

  public var isEmpty: Bool { self == SubscriptionSettings() }
}

/// A change of the reader's list of web feeds that concerns one feed.
public enum SubscriptionChange: Equatable, Sendable {
  /// A change of a feed's title; nil restores the feed's own.
  case rename(String?)
  /// A change of a feed's folder; nil for none.
  case move(String?)
  /// A change of a feed's settings, except for its title.
  case set(SubscriptionSettings)
}
