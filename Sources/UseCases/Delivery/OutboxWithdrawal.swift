internal import FeedDomain

/// What was taken out of the outbox.
enum WithdrawnItems: Equatable, Sendable {
  /// A change that leaves nothing behind.
  case change
  /// A post, which is a draft again.
  case draft(Draft)
}

/// Takes items out of an account's outbox; the words of a post are a draft again.
@MainActor struct OutboxWithdrawal {
  let session: Session

  /// Takes an item out; nil where it is on the wire or gone.
  func takeOut(_ item: OutboxItem) async throws(StoreError) -> WithdrawnItems? {
    guard case .publish(let draft) = item.change else {
      return try await session.shelf.outbox.withdraw(item.id) ? .change : nil
    }
    // Saved first: there is no moment in which the words are nowhere. The id is a new one, since the
    // service may have seen the old one with the old words.
    let saved = try await session.drafts.keep(
      draft.copied(as: Draft.ID(session.world.orderedKey())), over: nil)
    if try await session.shelf.outbox.withdraw(item.id) { return .draft(saved) }
    try await session.shelf.drafts.discard(saved)
    return nil
  }

  /// Saves what an item says that was never written; nothing where it says nothing.
  func saveDraft(of item: OutboxItem) async throws(StoreError) {
    guard case .publish(let draft) = item.change else { return }
    _ = try await session.drafts.keep(draft, over: nil)
  }
}
