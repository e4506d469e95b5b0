/// What was taken out of the outbox.
enum TakenBack: Equatable, Sendable {
  /// A change that leaves nothing behind.
  case change
  /// A post, which is a draft again.
  case draft(Draft)
}

extension PendingActions {
  /// Takes an item out of the outbox; nil where it is on the wire or gone.
  func remove(_ id: OutboxItem.ID) async -> Result<TakenBack?, StoreError> {
    do throws(StoreError) {
      let items = try await session.shelf.outbox.items(of: session.account.id)
      guard let item = items.first(where: { $0.id == id }) else { return .success(nil) }
      let taken = try await takeOut(item)
      guard taken != nil else { return .success(nil) }
      overlay.remove(id)
      history.forget(id)
      observers.tell(.undone(item.change))
      tellChanged(item.change.affected)
      tellWaiting()
      return .success(taken)
    } catch {
      return .failure(error)
    }
  }

  /// Takes back what was taken off the screen already.
  func finishUndoing(_ item: OutboxItem) async {
    if neverWritten.remove(item.id) != nil {
      await saveDraft(of: item)
      return observers.tell(.undone(item.change))
    }
    switch await remove(item.id) {
    case .success(.some): break
    case .success(nil):
      // It went on the wire in this very moment.
      await reread()
      invert(item.change)
    case .failure(let error):
      observers.tell(.notKept(item.change, error))
      await reread()
    }
  }

  private func takeOut(_ item: OutboxItem) async throws(StoreError) -> TakenBack? {
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

  private func saveDraft(of item: OutboxItem) async {
    guard case .publish(let draft) = item.change else { return }
    do throws(StoreError) {
      _ = try await session.drafts.keep(draft, over: nil)
    } catch {
      observers.tell(.notKept(item.change, error))
    }
  }
}
