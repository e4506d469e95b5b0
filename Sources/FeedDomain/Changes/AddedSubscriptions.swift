/// The result of adding web feeds to the reader's list.
public struct AddedSubscriptions: Equatable, Sendable {
  public var new: [Subscription]
  /// The addresses of web feeds on this machine or in the local network, which were not added since
  /// a list of another person named them.
  public var withheld: [String]
  /// The saved searches of an imported list, which are stored with the settings.
  public var searches: [SavedSearch]
  /// The web feeds of an imported list that the service did not add, each with its error, while it
  /// added others.
  public var failures: [SubscriptionFailure]

  package init(
    _ new: [Subscription] = [], withheld: [String] = [], searches: [SavedSearch] = [],
    failures: [SubscriptionFailure] = []
  ) {
    (self.new, self.withheld, self.searches) = (new, withheld, searches)
    self.failures = failures
  }
}
