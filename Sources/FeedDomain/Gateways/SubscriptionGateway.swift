/// The reader's own list of what they follow, at a service that is such a list.
public protocol SubscriptionGateway: Sendable {
  /// What they follow, in the order of the list.
  func subscriptions() async throws(FeedError) -> [Subscription]
  /// What of a stream told nothing when it was asked last.
  func troubled(in feed: Feed) async -> [Subscription]
  /// Adds what is at an address, at several, or on the list in the file of that path. Of a list that
  /// is not the reader's own, what is on this machine or in their network is left out.
  func add(_ typed: String, isOwnList: Bool) async throws(FeedError) -> AddedSubscriptions
  /// What of the list in the file of that path cannot be taken, in the order of the file.
  func rejected(in path: String) async throws(FeedError) -> [RejectedEntry]
  /// Takes one off the list.
  func remove(_ id: Subscription.ID) async throws(FeedError)
  /// The list as other programs read it.
  func outline() async throws(FeedError) -> String
}
