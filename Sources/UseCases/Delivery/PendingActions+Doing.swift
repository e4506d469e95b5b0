internal import FeedDomain

extension PendingActions {
  /// Makes the change on the screen; what keeps it comes after.
  func begin(_ change: PendingChange, isHeld: Bool) -> ActionHistory.Entry {
    let now = session.world.now
    let isHeld = isHeld && change.isPublic && undoWindow > .zero
    let until = isHeld ? now.advanced(by: undoWindow) : nil
    let item = OutboxItem(
      id: key(for: change), account: session.account.id, change: change,
      state: .queued(notBefore: until, after: nil), createdAt: now)
    let replaced = overlay.add(item)
    listeners.tell(.acted(change))
    tellChanged(change.affected)
    if let until { listeners.tell(.held(change, until: until)) }
    return ActionHistory.Entry(item: item, hasReplaced: !replaced.isEmpty)
  }

  /// Puts the change into the outbox, unless it was overtaken or comes to nothing.
  func keep(_ deed: ActionHistory.Entry) async -> Result<Void, StoreError> {
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
      listeners.tell(.notKept(item.change, error))
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
  func invert(_ change: PendingChange) {
    guard let inverse = change.inverse else { return listeners.tell(.nothingToUndo) }
    let deed = begin(inverse, isHeld: false)
    listeners.tell(.undone(change))
    writes.add { await self.keep(deed) }
  }

  /// Takes an item out of the outbox; nil where it is on the wire or gone.
  func remove(_ id: OutboxItem.ID) async -> Result<WithdrawnItems?, StoreError> {
    do throws(StoreError) {
      let items = try await session.shelf.outbox.items(of: session.account.id)
      guard let item = items.first(where: { $0.id == id }) else { return .success(nil) }
      let taken = try await OutboxWithdrawal(session: session).takeOut(item)
      guard taken != nil else { return .success(nil) }
      overlay.remove(id)
      history.forget(id)
      // Of what may have arrived nobody can say that it is undone.
      if item.tries == nil { listeners.tell(.undone(item.change)) }
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
      do throws(StoreError) {
        try await OutboxWithdrawal(session: session).saveDraft(of: item)
      } catch {
        listeners.tell(.notKept(item.change, error))
      }
      return listeners.tell(.undone(item.change))
    }
    switch await remove(item.id) {
    case .success(.some): break
    case .success(nil):
      // It went on the wire in this very moment.
      await reread()
      invert(item.change)
    case .failure(let error):
      listeners.tell(.notKept(item.change, error))
      await reread()
    }
  }

  /// A draft's own id, so that queueing it twice is queueing it once.
  private func key(for change: PendingChange) -> OutboxItem.ID {
    if case .publish(let draft) = change { return OutboxItem.ID(draft.id.rawValue) }
    return OutboxItem.ID(session.world.randomKey())
  }
}

/// What a reader does to a post on the screen, where the service takes it.
extension PendingActions {
  /// Does an action, or takes it back.
  func toggle(_ action: Post.OwnActions, on post: Post?, in session: Session) {
    guard let post, permits(.mark(action), on: post, in: session) else { return }
    perform(.mark(post.id, action, !post.own.contains(action)))
  }

  /// Deletes a post of their own.
  func delete(_ post: Post?, in session: Session) {
    guard let post, permits(.delete, on: post, in: session) else { return }
    perform(.delete(post.id))
  }

  private func permits(_ deed: PostAction, on post: Post, in session: Session) -> Bool {
    let isOwn = post.author.id == session.account.person
    return session.connection.abilities.permission(to: deed, on: post, isOwn: isOwn)
      == .allowed
  }
}
