internal import FeedDomain

/// A reader and writer of an account's drafts in the store, which compares them with the outbox.
@MainActor
struct AccountDraftStorage {
  let session: AccountSession

  /// Saves a draft in place of a known version, and returns the saved draft. If another window
  /// changed or sent the draft meanwhile, the text is saved as a new draft, so that no unseen text
  /// is overwritten.
  func storeDraft(_ draft: Draft, over known: Draft?) async throws(StoreError) -> Draft {
    guard !session.isOver else { throw .signedOut }
    var draft = draft
    var known = known
    while try await !writeDraftIfUnchanged(draft, over: known) {
      draft = draft.draftCopyWithUnsentPictures(as: Draft.ID(session.world.timeSortableKey()))
      known = nil
    }
    return draft
  }

  /// Returns the drafts that are not in the outbox, latest first.
  func unsentDrafts() async throws(StoreError) -> [Draft] {
    let queued = try await outboxItems().map(\.id.rawValue)
    return try await storedDrafts().filter { !queued.contains($0.id.rawValue) }
  }

  /// Returns true if another window sent the draft.
  func wasDraftSentByOtherWindow(_ draft: Draft) async throws(StoreError) -> Bool {
    guard
      try await outboxItems().allSatisfy({
        $0.id.rawValue != draft.id.rawValue || $0.publishesDraftIgnoringUploads(draft)
      })
    else {
      return false
    }
    return try await !storedDrafts().contains { $0.id == draft.id }
  }

  /// Writes a draft in place of a known version; returns false if another window changed or sent
  /// the draft meanwhile.
  private func writeDraftIfUnchanged(_ draft: Draft, over known: Draft?) async throws(StoreError)
    -> Bool
  {
    try await session.stores.drafts.saveDraftIfUnchanged(
      draft, over: known, account: session.account.id, now: session.world.now)
  }

  private func storedDrafts() async throws(StoreError) -> [Draft] {
    try await session.stores.drafts.drafts(of: session.account.id)
  }

  private func outboxItems() async throws(StoreError) -> [OutboxItem] {
    try await session.stores.outbox.outboxItems(of: session.account.id)
  }
}

extension OutboxItem {
  /// Returns true if the outbox item publishes this draft, even with other upload ids.
  fileprivate func publishesDraftIgnoringUploads(_ draft: Draft) -> Bool {
    guard case .publish(let queued) = change else { return false }
    return queued.draftCopyWithUnsentPictures(as: draft.id) == draft
  }
}
