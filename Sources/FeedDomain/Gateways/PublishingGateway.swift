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

/// What a service tells of a change that may have arrived.
public enum ReadBack: Equatable, Sendable {
  /// It arrived, with that outcome.
  case arrived(Outcome)
  /// Sending it again has no second effect: it is the same to the service.
  case repeatable
  /// It is not there, and too early to say that it will not be: to be looked for again.
  case undecided
  /// Nobody can tell.
  case unknown
}

/// Sends what a person does.
public protocol PublishingGateway: Sendable {
  /// Sends a change, under the key of all its tries.
  ///
  /// `outcomeUnknown` where it was sent, must happen once, and no reply came.
  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome
  /// Looks for what came of a change that may have arrived before.
  func readBack(
    _ change: Change, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack
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

  /// Where the same key never has a second effect, nothing is looked for.
  public func readBack(
    _ change: Change, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    .repeatable
  }

  /// Where nothing else of an item matters, its id is the key of all its tries.
  public func deliver(
    _ change: Change, of item: OutboxItem
  ) async throws(FeedError) -> Outcome {
    try await send(change, key: item.id)
  }
}
