internal import FeedDomain

/// What became of an item that was claimed.
enum DeliveryResult {
  /// It is done and can go.
  case done
  /// It is done, and the next post of its thread takes its place.
  case followed(by: OutboxItem)
  /// It stays, in that state.
  case kept(OutboxItem.State)
}

extension Outbox {
  /// Says what became of an item.
  func settle(_ id: OutboxItem.ID, _ settlement: DeliveryResult) async throws(StoreError) {
    switch settlement {
    case .done: try await settle(id, as: nil)
    case .followed(let next): try await follow(id, with: next)
    case .kept(let state): try await settle(id, as: state)
    }
  }
}

extension OutboxItem {
  /// What takes its place once the service has it: nothing, or the next post of its thread, which
  /// answers it. Its id follows from this one's: where two windows send the same thread, each of its
  /// posts is there once.
  func settlement(after outcome: Outcome, at now: Timestamp) -> DeliveryResult {
    guard case .publish(let draft) = change else { return .done }
    var answered: Post.ID?
    if case .post(let post) = outcome { answered = post.id }
    let id = Draft.ID(TimedKey.following(self.id.rawValue))
    guard let rest = draft.rest(answering: answered, as: id) else { return .done }
    // Where nobody tells what the next one answers, its author decides.
    let state: State =
      answered == nil ? .refused(.badReply) : .queued(notBefore: nil, after: nil)
    return .followed(
      by: OutboxItem(
        id: ID(id.rawValue), account: account, change: .publish(rest), state: state,
        createdAt: now))
  }
}
