internal import FeedDomain

enum WithdrawnChangeOrDraft: Equatable, Sendable {
  /// A withdrawn outbox item: a change that leaves nothing behind, such as a like.
  case change
  case draft(Draft)
}

extension AccountSession {
  /// Removes an item from the outbox, and saves a post as a draft; returns nil if the item is being
  /// sent or gone.
  func withdrawItem(_ item: OutboxItem) async throws(StoreError) -> WithdrawnChangeOrDraft? {
    guard case .publish(let draft) = item.change else {
      return try await stores.outbox.withdrawItem(item.id) ? .change : nil
    }
    // The draft is saved before the item is removed, so that a crash loses no text. It gets a new
    // id, since the service may know the old id with the old text.
    let saved = try await drafts.storeDraft(
      draft.draftCopyWithUnsentPictures(as: Draft.ID(world.timeSortableKey())), over: nil)
    if try await stores.outbox.withdrawItem(item.id) { return .draft(saved) }
    try await stores.drafts.discardDraftIfUnchanged(saved)
    return nil
  }
}

extension AccountSession.SessionStores {
  /// Removes the waiting outbox items with the same subjects as changes that only restore the state
  /// confirmed by the service. Returns these changes; the others, and those whose subject is being
  /// sent, must be sent.
  func removeCancelledItemsReturningCancellers(by items: [OutboxItem]) async -> [OutboxItem] {
    guard let account = items.first?.account else { return [] }
    do throws(StoreError) {
      let waiting = Dictionary(grouping: try await outbox.outboxItems(of: account)) {
        $0.change.subject
      }
      var cancelling: [(item: OutboxItem, rivals: [OutboxItem.ID])] = []
      for item in items {
        let rivals = waiting[item.change.subject] ?? []
        if rivals.allSatisfy(\.isUntouched), try await changeEqualsConfirmedState(item) {
          cancelling.append((item, rivals.map(\.id)))
        }
      }
      let withdrawn = try await outbox.withdrawItems(cancelling.flatMap(\.rivals))
      return cancelling.filter { withdrawn.isSuperset(of: $0.rivals) }.map(\.item)
    } catch {
      // Sending the changes is harmless; queueing them meets the store's error again, and reports
      // it.
      return []
    }
  }

  private func changeEqualsConfirmedState(_ item: OutboxItem) async throws(StoreError) -> Bool {
    switch item.change {
    case .mark(let id, let action, let isDone):
      let post = try await feeds.storedPost(id, account: item.account)
      return post.map { $0.userMarks.contains(action) == isDone } ?? false
    case .follow(let id, let isFollowed):
      let person = try await feeds.storedPerson(id, account: item.account)
      return person?.relationship.map { $0.isWanted == isFollowed } ?? false
    case .mute(let id, let isMuted):
      let person = try await feeds.storedPerson(id, account: item.account)
      return person?.relationship.map { $0.isMuted == isMuted } ?? false
    case .block(let id, let isBlocked):
      let person = try await feeds.storedPerson(id, account: item.account)
      return person?.relationship.map { ($0 == .blocked) == isBlocked } ?? false
    case .answerFollowRequest, .vote, .publish, .delete, .serviceAction, .markRead: return false
    }
  }
}
