/// What the service made of a change.
public indirect enum Outcome: Equatable, Sendable {
  /// The post as it is now, or as it was published.
  case post(Post)
  /// The person as they are now.
  case person(Person)
  /// How the reader stands to somebody now.
  case standing(Person.ID, Relationship)
  /// Done, and nothing more to tell.
  case done
}

/// Sends what a person does.
public protocol PublishingGateway: Sendable {
  /// Sends a change.
  ///
  /// The same key never has an effect twice: a repeat of what has arrived returns its outcome.
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome
  /// Sends a change that may have arrived before, at the earliest at that moment; where the service
  /// cannot tell a repeat by its key, by looking for what came of it.
  func resend(
    _ change: Change, key: OutboxItem.ID, since begun: Timestamp
  ) async throws(FeedError) -> Outcome
  /// Has the reader's profile show a picture, as its small or its wide one.
  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError)
  /// A post of the reader's as it was written, as a draft under that id that takes its place, where
  /// what was posted can be changed; `refused` where it is of a kind that cannot.
  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft
  /// Sends what is to be done with an item, for the first time or again.
  func deliver(_ change: Change, of item: OutboxItem) async throws(FeedError) -> Outcome
}

extension PublishingGateway {
  /// Most services have no such pictures, or let nobody change them from here.
  public func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    throw .refused(nil)
  }

  /// At most services what was posted stays as it is.
  public func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    throw .refused(nil)
  }

  /// Where the key is enough, a repeat is sent as the first was.
  public func resend(
    _ change: Change, key: OutboxItem.ID, since begun: Timestamp
  ) async throws(FeedError) -> Outcome {
    try await send(change, key: key)
  }

  /// Where nothing else of an item matters, its id is the key of all its tries.
  public func deliver(
    _ change: Change, of item: OutboxItem
  ) async throws(FeedError) -> Outcome {
    try await deliver(change, of: item, key: item.id)
  }

  /// Sends it under a key, and again where it may have arrived before.
  public func deliver(
    _ change: Change, of item: OutboxItem, key: OutboxItem.ID
  ) async throws(FeedError) -> Outcome {
    item.attempts > 1
      ? try await resend(change, key: key, since: item.createdAt)
      : try await send(change, key: key)
  }
}
