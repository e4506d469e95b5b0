extension Session {
  /// Saves a draft in place of what is known to be held of it, and returns it as it is held now.
  ///
  /// Where another window wrote on it meanwhile, or sent it, the draft is kept beside what that
  /// wrote, under an id of its own: whoever writes last must not overwrite what they never saw.
  func keep(_ draft: Draft, over known: Draft?) async throws(StoreError) -> Draft {
    guard !isOver else { throw .signedOut }
    var draft = draft
    var known = known
    while try await !shelf.drafts.save(draft, over: known, account: account.id, now: world.now) {
      draft = draft.copied(as: Draft.ID(world.orderedKey()))
      known = nil
    }
    return draft
  }

  /// The drafts that are not in the outbox by now, the latest first.
  func drafts() async throws(StoreError) -> [Draft] {
    let queued = try await shelf.outbox.items(of: account.id).map(\.id.rawValue)
    return try await shelf.drafts.drafts(of: account.id)
      .filter { !queued.contains($0.id.rawValue) }
  }

  /// Whether the draft left the drafts elsewhere, and nothing else waits under its id.
  func isSent(_ draft: Draft) async throws(StoreError) -> Bool {
    let waiting = try await shelf.outbox.items(of: account.id)
    guard waiting.allSatisfy({ $0.id.rawValue != draft.id.rawValue || $0.says(draft) }) else {
      return false
    }
    return try await !shelf.drafts.drafts(of: account.id).contains { $0.id == draft.id }
  }
}

extension OutboxItem {
  /// Whether it sends the same words and pictures, whatever of them is at the service by now.
  fileprivate func says(_ draft: Draft) -> Bool {
    guard case .publish(let queued) = change else { return false }
    return queued.copied(as: draft.id) == draft
  }
}
