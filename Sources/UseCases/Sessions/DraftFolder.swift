internal import FeedDomain

/// What the person of an account writes and has not sent.
@MainActor struct DraftFolder {
  let session: Session

  /// Saves a draft in place of what is known to be held of it, and returns it as it is held now.
  ///
  /// Where another window wrote on it meanwhile, or sent it, the draft is kept beside what that
  /// wrote, under an id of its own: whoever writes last must not overwrite what they never saw.
  func keep(_ draft: Draft, over known: Draft?) async throws(StoreError) -> Draft {
    guard !session.isOver else { throw .signedOut }
    var draft = draft
    var known = known
    while try await !save(draft, over: known) {
      draft = draft.copied(as: Draft.ID(session.world.orderedKey()))
      known = nil
    }
    return draft
  }

  /// The drafts that are not in the outbox by now, the latest first.
  func all() async throws(StoreError) -> [Draft] {
    let queued = try await waiting().map(\.id.rawValue)
    return try await held().filter { !queued.contains($0.id.rawValue) }
  }

  /// Whether the draft left the drafts elsewhere, and nothing else waits under its id.
  func isSent(_ draft: Draft) async throws(StoreError) -> Bool {
    guard try await waiting().allSatisfy({ $0.id.rawValue != draft.id.rawValue || $0.says(draft) })
    else {
      return false
    }
    return try await !held().contains { $0.id == draft.id }
  }

  private func save(_ draft: Draft, over known: Draft?) async throws(StoreError) -> Bool {
    try await session.shelf.drafts.save(
      draft, over: known, account: session.account.id, now: session.world.now)
  }

  private func held() async throws(StoreError) -> [Draft] {
    try await session.shelf.drafts.drafts(of: session.account.id)
  }

  private func waiting() async throws(StoreError) -> [OutboxItem] {
    try await session.shelf.outbox.items(of: session.account.id)
  }
}

extension OutboxItem {
  /// Whether it sends the same words and pictures, whatever of them is at the service by now.
  fileprivate func says(_ draft: Draft) -> Bool {
    guard case .publish(let queued) = change else { return false }
    return queued.copied(as: draft.id) == draft
  }
}
