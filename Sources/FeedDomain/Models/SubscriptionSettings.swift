/// The reader's settings of a web feed.
public struct SubscriptionSettings: Hashable, Sendable {
  /// The reader's own title of the web feed; nil to use the feed's title.
  public var title: String?
  /// The time between automatic refreshes of the web feed; nil for the interval that the feed asks
  /// for.
  public var interval: Duration?
  /// True if the program fetches the whole text of each entry of the web feed from its page.
  public var showsFullText = false
  /// The name under which the program asks the web feed's server; nil for the usual one.
  public var userAgent: String?
  /// True if entries of the web feed are marked as read once the reader has moved past them; nil to
  /// use the setting for all feeds.
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

/// An edit of one web feed in the reader's list.
public enum SubscriptionChange: Equatable, Sendable {
  /// An edit of a web feed: another title; nil restores the feed's own.
  case rename(String?)
  /// An edit of a web feed: another folder; nil for none.
  case move(String?)
  /// An edit of a web feed: other settings, except for its title.
  case set(SubscriptionSettings)
}
