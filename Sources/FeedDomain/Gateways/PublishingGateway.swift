/// What the service made of a change.
public enum Outcome: Equatable, Sendable {
  /// The post as it is now, or as it was published.
  case post(Post)
  /// The person as they are now.
  case person(Person)
  /// Done, and nothing more to tell.
  case done
}

/// Sends what a person does.
public protocol PublishingGateway: Sendable {
  /// Sends a change.
  ///
  /// The same key never has an effect twice: a repeat of what has arrived returns its outcome.
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome
}
