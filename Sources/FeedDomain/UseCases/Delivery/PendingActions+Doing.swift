extension PendingActions {
  /// Makes the change on the screen; what keeps it comes after.
  func begin(_ change: Change, isHeld: Bool) -> ActionHistory.Deed {
    let now = session.world.now
    let isHeld = isHeld && change.isPublic && undoWindow > .zero
    let until = isHeld ? now.advanced(by: undoWindow) : nil
    let item = OutboxItem(
      id: key(for: change), account: session.account.id, change: change,
      state: .queued(notBefore: until, after: nil), createdAt: now)
    let replaced = overlay.add(item)
    observers.tell(.acted(change))
    tellChanged(change.affected)
    if let until { observers.tell(.held(change, until: until)) }
    return ActionHistory.Deed(item: item, hasReplaced: !replaced.isEmpty)
  }

  /// Puts the change into the outbox, unless it was overtaken or comes to nothing.
  func keep(_ deed: ActionHistory.Deed) async -> Result<Void, StoreError> {
    let item = deed.item
    guard overlay.item(item.id) != nil else {
      neverWritten.insert(item.id)
      return .success(())
    }
    do throws(StoreError) {
      // Nobody is told that something waits which nobody will send.
      guard !session.isOver else { throw .signedOut }
      if deed.hasReplaced, await session.shelf.cancelsOut(item) {
        overlay.remove(item.id)
        tellChanged(item.change.affected)
      } else {
        try await session.shelf.outbox.enqueue(item)
      }
    } catch {
      overlay.remove(item.id)
      history.forget(item.id)
      observers.tell(.notKept(item.change, error))
      tellChanged(item.change.affected)
      // What it replaced on the screen may still be in the outbox.
      await reread()
      return .failure(error)
    }
    tellWaiting()
    delivery.wake()
    return .success(())
  }

  /// Makes a change that undoes another, at once and for good.
  func invert(_ change: Change) {
    guard let inverse = change.inverse else { return observers.tell(.nothingToUndo) }
    let deed = begin(inverse, isHeld: false)
    observers.tell(.undone(change))
    writes.add { await self.keep(deed) }
  }

  /// A draft's own id, so that queueing it twice is queueing it once.
  private func key(for change: Change) -> OutboxItem.ID {
    if case .publish(let draft) = change { return OutboxItem.ID(draft.id.rawValue) }
    return OutboxItem.ID(session.world.randomKey())
  }
}

extension Session.Shelf {
  /// Whether the change asks for nothing but what the service confirmed last, so that it goes
  /// together with what waits on the same subject.
  ///
  /// Only where nothing of it was on the wire: what was may have arrived, and must be taken back.
  fileprivate func cancelsOut(_ item: OutboxItem) async -> Bool {
    do throws(StoreError) {
      let rivals = try await outbox.items(of: item.account)
        .filter { $0.change.subject == item.change.subject }
      guard rivals.allSatisfy(\.isUntouched), try await isConfirmed(item) else { return false }
      for rival in rivals {
        guard try await outbox.withdraw(rival.id) else { return false }
      }
      return true
    } catch {
      // Sent once too often is harmless; enqueueing will meet the store's trouble again and tell.
      return false
    }
  }

  private func isConfirmed(_ item: OutboxItem) async throws(StoreError) -> Bool {
    switch item.change {
    case .mark(let id, let action, let isDone):
      let post = try await feeds.post(id, account: item.account)
      return post.map { $0.own.contains(action) == isDone } ?? false
    case .follow(let id, let isFollowed):
      let person = try await feeds.person(id, account: item.account)
      return person?.relationship.map { $0.isWanted == isFollowed } ?? false
    case .mute(let id, let isMuted):
      let person = try await feeds.person(id, account: item.account)
      return person?.relationship.map { $0.isMuted == isMuted } ?? false
    case .block(let id, let isBlocked):
      let person = try await feeds.person(id, account: item.account)
      return person?.relationship.map { ($0 == .blocked) == isBlocked } ?? false
    case .admit, .vote, .publish, .delete: return false
    }
  }
}
