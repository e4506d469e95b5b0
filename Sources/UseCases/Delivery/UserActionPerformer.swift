package import FeedDomain

/// A performer of the user's actions in one account, such as likes and posts, from the key press to
/// the service's answer: an action is shown at once, written to the outbox, sent, and rolled back
/// if the service refuses it. Posts are shown as the service confirmed them with pending changes
/// applied, so that a rollback only drops a change.
@MainActor
package final class UserActionPerformer: PendingChangeApplying {
  private let session: AccountSession
  private let undoWindow: Duration
  private let mutes: MuteList?
  private let writes = SerialQueue()
  private var overlay = PendingChangeIndex()
  private var history = ActionHistory()
  private var hidden = HiddenConversationPostIDs()
  private var listeners = EventListeners<ActionReport>()
  private var readListeners = EventListeners<Void>()
  /// The error of the last attempt to send an item of the outbox; nil if the attempt succeeded.
  private var deliveryError: FeedError?
  /// The last reported numbers of pending and refused outbox items, with the delivery error.
  private var reportedCounts = ActionReport.waiting(0, nil, refused: 0)
  /// The ids of outbox items that were undone before they were written.
  private var itemsUndoneBeforeWriting: Set<OutboxItem.ID> = []
  private lazy var delivery = OutboxDelivery(session, for: self)
  package private(set) lazy var personAlerts = TimedPersonAlerts(session, for: self)

  /// Creates the performer of the user's actions in an account. `undoWindow` is the time for which
  /// public changes are held back, so that they can be undone.
  package init(
    _ session: AccountSession, undoWindow: Duration = .seconds(5), mutes: MuteList? = nil
  ) {
    (self.session, self.undoWindow, self.mutes) = (session, undoWindow, mutes)
    session.addStoredPostsListener(self) { actions, posts in
      Task { [weak actions] in await actions?.reloadPostsAndNotifyScenes(posts) }
    }
  }

  /// Loads the outbox items of an earlier run or another process, and starts delivery.
  package func startDelivery() async {
    await reloadHiddenConversationPosts()
    await writes.enqueueWork { await self.reloadOutboxItems() }.value
    delivery.wakeDeliveryLoop()
    personAlerts.endAlertsOnTime()
  }

  /// Loads outbox items that another process changed, and lets all scenes reload.
  package func reloadOutboxAndScenes() async {
    await startDelivery()
    listeners.callListeners(.changedElsewhere)
  }

  package var hasNothingToApply: Bool {
    overlay.count == 0 && hidden.isEmpty && mutes?.mutes.isEmpty != false
  }

  package func applyingPendingChangesAndMutes(to post: Post, boostedBy booster: Person?) -> Post {
    let post = overlay.applyingPendingChanges(to: post)
    return mutes?.mutes.foldingMutedPost(post, boostedBy: booster, to: session.account) ?? post
  }

  /// Returns a person as the service confirmed them, with the pending follow, mute and block
  /// changes applied.
  package func applyingPendingChanges(to person: Person) -> Person {
    let person = overlay.applyingPendingChanges(to: person)
    guard hidesBoostsOnThisMachine(by: person) else { return person }
    var flags = person.relationshipFlags ?? RelationshipFlags()
    flags.hidesBoosts = true
    return person.withRelationshipFlags(flags)
  }

  package func hidesBoostsOnThisMachine(by person: Person) -> Bool {
    mutes?.mutes.activeBoostMute(of: person, at: session.world.now) != nil
  }

  /// Hides a person's boosts: for a limited time, on this machine; without a limit, at the service
  /// if it supports this, otherwise on this machine. Returns an error of storing the change.
  package func hideBoosts(by person: Person, for time: Duration?) async -> StoreError? {
    if time == nil, session.connection.serviceActions.contains(.hideBoosts) {
      performChange(
        .serviceAction(ServiceAction(.hideBoosts, person.id.rawValue, detail: person.handle)))
      return nil
    }
    guard let mutes else { return nil }
    let end = time.map { session.world.now.timeAdvanced(by: $0) }
    let mute = Mute.boosts(of: person.handle.lowercased(), until: end)
    history.addUndoableStep(.hidden(mute))
    return await mutes.setMute(mute, isMuted: true).value
  }

  /// Shows a person's boosts again that are hidden on this machine; returns false if they are not.
  package func unhideBoostsOnThisMachine(by person: Person) -> Bool {
    guard let mute = mutes?.mutes.activeBoostMute(of: person, at: session.world.now) else {
      return false
    }
    _ = mutes?.setMute(mute, isMuted: false)
    return true
  }

  package func hidesPost(_ post: Post.ID) -> Bool {
    overlay.deletesPost(post) || hidden.isInHiddenConversation(post)
  }

  package func hidesPost(_ post: Post) -> Bool {
    overlay.deletesPost(post.id) || hidden.isInHiddenConversation(post)
  }

  package func followRequestAnswer(to person: Person.ID) -> Bool? {
    overlay.followRequestAnswer(to: person)
  }

  /// The pending changes that the service has not refused, oldest first.
  var pendingChanges: [PendingChange] { overlay.items.filter { !$0.isRefused }.map(\.change) }

  /// The pending actions at the service that are no marks of posts and no changes of relationships,
  /// oldest first.
  var pendingServiceActions: [ServiceAction] {
    pendingChanges.compactMap { if case .serviceAction(let act) = $0 { act } else { nil } }
  }

  /// Notifies all scenes of the new versions of stored posts, so that they show them, even posts
  /// without a pending change.
  func notifyScenesOfStoredPosts(_ posts: [Post]) {
    guard !posts.isEmpty else { return }
    listeners.callListeners(.stored(posts))
    notifyScenesOfChangedPosts(Set(posts.map(\.id)))
  }

  /// Notifies all scenes of the posts and streams that changed in the store after an answer of the
  /// service.
  package func notifyScenesOfServiceChanges(_ changes: StoreChangeSet) {
    notifyScenesOfChangedPosts(changes.posts, feeds: changes.feeds)
  }

  /// Notifies all scenes that the user's mutes changed, so that posts are drawn again.
  package func notifyScenesOfMuteChanges() {
    listeners.callListeners(.changed(StoreChangeSet()))
    Task { await reloadHiddenConversationPosts() }
  }

  /// Reads which stored posts belong to conversations that the user has hidden.
  private func reloadHiddenConversationPosts() async {
    let roots = mutes?.mutes.hiddenConversationRoots(of: session.account.id) ?? []
    guard roots != hidden.roots else { return }
    var posts: Set<Post.ID> = []
    for root in roots {
      do throws(StoreError) {
        let stored = try await session.stores.feeds.storedConversation(
          of: root, account: session.account.id)
        posts.formUnion(stored?.allPostIDs ?? [])
      } catch {
        session.logStoreError(error, doing: "read a hidden conversation")
      }
    }
    // A conversation was hidden or shown again while the posts were read.
    guard roots == mutes?.mutes.hiddenConversationRoots(of: session.account.id) ?? [] else {
      return await reloadHiddenConversationPosts()
    }
    hidden = HiddenConversationPostIDs(roots, posts: posts)
    listeners.callListeners(.changed(StoreChangeSet()))
  }

  /// Hides the conversation of a post for good; returns the error if that cannot be stored.
  package func hideConversation(of post: Post.ID) async -> StoreError? {
    guard let mutes else { return nil }
    let stored: Conversation?
    do throws(StoreError) {
      stored = try await session.stores.feeds.storedConversation(
        of: post, account: session.account.id)
    } catch {
      return error
    }
    let title = stored?.nodes.first?.post.content.text.plain ?? ""
    let mute = Mute.conversation(
      HiddenConversation(
        account: session.account.id, post: stored?.nodes.first?.post.id ?? post, title: title))
    history.addUndoableStep(.hidden(mute))
    let error = await mutes.setMute(mute, isMuted: true).value
    await reloadHiddenConversationPosts()
    return error
  }

  /// Adds a listener, held weakly, for later action reports of the account.
  package func addActionReportListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, ActionReport) -> Void
  ) {
    listeners.addListener(listener, hear)
  }

  /// Performs a change, such as a like: on the screen, then in the outbox, then at the service.
  /// `canBeUndone` is false for a change that the user did not ask for, which the undo key skips.
  package func performChange(_ change: PendingChange, canBeUndone: Bool = true) {
    performChanges([change], canBeUndone: canBeUndone)
  }

  /// Makes changes such as the likes of many posts, which are written and undone together.
  package func performChanges(_ changes: [PendingChange], canBeUndone: Bool = true) {
    guard !changes.isEmpty else { return }
    let actions = applyChangesToScreen(changes, waitsForUndo: canBeUndone)
    if canBeUndone { history.addUndoableStep(.changes(actions)) }
    writes.enqueueWork { await self.writeActionsToOutbox(actions) }
  }

  /// Performs a change such as a like or a post, and returns its outbox item once the item is on
  /// disk.
  package func queueChange(_ change: PendingChange) async throws(StoreError) -> OutboxItem {
    let actions = applyChangesToScreen([change], waitsForUndo: true)
    history.addUndoableStep(.changes(actions))
    try await writes.enqueueWork { await self.writeActionsToOutbox(actions) }.value.get()
    return actions[0].item
  }

  package func waitUntilChangesWritten() async { await writes.waitUntilWorkIsFinished() }

  /// The number of the newest action that can be undone, greater than those of earlier actions; 0
  /// for none. A scene that undoes changes of its own compares it to undo the newest one first.
  package var newestUndoableAction: Int { history.newest }

  package func undoLastAction() {
    switch history.removeLastUndoableStep() {
    case nil: listeners.callListeners(.nothingToUndo)
    case .changes(let actions): undoChanges(actions)
    case .hidden(let mute):
      guard let mutes else { return }
      let removal = mutes.setMute(mute, isMuted: false)
      Task {
        let error = await removal.value
        listeners.callListeners(error.map(ActionReport.muteNotUndone) ?? .muteUndone(mute))
      }
    case .read(let entries, let isRead):
      writes.enqueueWork {
        let changed = await self.writeReadState(!isRead, .entries(entries))
        self.listeners.callListeners(.readStatesUndone(changed.count, !isRead))
      }
    }
  }

  private func undoChanges(_ actions: [ActionHistory.UndoableOutboxItem]) {
    var (removable, sent): ([OutboxItem], [PendingChange]) = ([], [])
    for action in actions {
      if !action.hasReplaced, overlay.outboxItem(action.item.id)?.isUndoneByRemoval == true {
        removable.append(action.item)
      } else {
        sent.append(action.item.change)
      }
    }
    if !sent.isEmpty { performInverses(of: sent) }
    guard !removable.isEmpty else { return }
    for item in removable { overlay.removePendingItem(item.id) }
    notifyScenesOfChangedPosts(removable.affectedPosts)
    writes.enqueueWork { [removable] in await self.removeUndoneItemsOrInvert(removable) }
  }

  /// Withdraws a pending outbox item; returns false if the item is being sent or gone. A post
  /// becomes a draft again.
  package func withdrawItem(_ id: OutboxItem.ID) async throws(StoreError) -> Bool {
    try await writes.enqueueWork { await self.withdrawOutboxItem(id) }.value.get() != nil
  }

  /// Withdraws a pending post and saves it as a draft under a new id; returns nil if the post is
  /// being sent or gone.
  package func withdrawPost(_ id: OutboxItem.ID) async throws(StoreError) -> Draft? {
    guard
      case .draft(let draft)? = try await writes.enqueueWork({ await self.withdrawOutboxItem(id) })
        .value
        .get()
    else { return nil }
    return draft
  }

  /// Sends a pending outbox item now; for nil, all items that wait after a failed attempt.
  package func deliverItemOrAllNow(_ id: OutboxItem.ID?) async {
    await writes.waitUntilWorkIsFinished()
    do throws(StoreError) {
      for item in try await session.stores.outbox.outboxItems(of: session.account.id)
      where id.map({ $0 == item.id && item.state != .sending }) ?? item.isReleasable {
        try await session.stores.outbox.setItemStateOrDelete(item.id, as: item.releasedState)
      }
    } catch {
      session.logStoreError(error, doing: "release waiting changes", on: .outbox)
    }
    await delivery.sendDueItems()
  }

  /// Continues sending the outbox after the user signed in again.
  package func resumeDeliveryAfterSignIn() { delivery.resumeDeliveryAfterSignIn() }

  func notifyScenesOfTokenRejection() { listeners.callListeners(.signedOut) }

  /// Stops sending the outbox, which keeps its items; returns once nothing is being written.
  package func stopDelivery() async {
    personAlerts.cancelAlertEndTimer()
    await delivery.stopDelivery()
    await session.lastWrites.waitUntilCountedWorkIsFinished()
    await writes.waitUntilWorkIsFinished()
  }
}

// MARK: - Actions on posts, where the service allows them

extension UserActionPerformer: PostActionPerforming {
  func toggleMark(_ action: Post.UserPostMarks, on post: Post?) {
    guard let post, permitsAction(.mark(action), on: post) else { return }
    performChange(.mark(post.id, action, !post.userMarks.contains(action)))
  }

  func deletePost(_ post: Post?) {
    guard let post, permitsAction(.delete, on: post) else { return }
    performChange(.delete(post.id))
  }

  private func permitsAction(_ action: PostAction, on post: Post) -> Bool {
    let isOwn = post.author.id == session.account.person
    return session.connection.abilities.permission(to: action, on: post, isOwn: isOwn) == .allowed
  }
}

// MARK: - Read states

extension UserActionPerformer {
  /// Marks entries as read or unread: in the store, on the screen, and through the outbox at a
  /// service that keeps read states; returns the changed entries. `canBeUndone` is false for marks
  /// that the user did not ask for, which the undo key skips. Without `isReported`, the caller
  /// reports the number of changed entries.
  @discardableResult
  package func setReadState(
    _ isRead: Bool, _ selection: EntriesByIDOrFeed, canBeUndone: Bool = true,
    isReported: Bool = true
  ) async -> [Post.ID] {
    let changed = await writes.enqueueWork { await self.writeReadState(isRead, selection) }.value
    guard canBeUndone else { return changed }
    if !changed.isEmpty { history.addUndoableStep(.read(changed, isRead)) }
    if isReported { listeners.callListeners(.markedRead(changed.count, isRead)) }
    return changed
  }

  /// Takes over the states of entries that were imported from another program's database: marks
  /// the fetched ones as read, and stores the tags of bookmarks.
  package func adoptImportedEntryStates(_ states: ImportedEntryStates) async {
    await setReadState(
      true, .entries(states.fetchedReadEntries), isReported: !states.fetchedReadEntries.isEmpty)
    do throws(StoreError) {
      for (post, tags) in states.bookmarkTags {
        for tag in tags where !session.isOver {
          try await session.stores.bookmarkTags?.storeLocalBookmarkTag(
            tag, true, on: post, account: session.account.id)
        }
      }
    } catch {
      listeners.callListeners(.notStored(.markRead([], true), error))
    }
  }

  private func writeReadState(_ isRead: Bool, _ selection: EntriesByIDOrFeed) async -> [Post.ID] {
    guard let readStates = session.stores.readStates, session.account.service.hasReadStates,
      !session.isOver
    else { return [] }
    let world = session.world
    var outboxKeys: (@Sendable () -> OutboxItem.ID)?
    if session.connection.readStates != nil { outboxKeys = { OutboxItem.ID(world.randomKey()) } }
    do throws(StoreError) {
      let changed = try await readStates.setEntriesRead(
        isRead, selection, account: session.account.id, now: world.now, outboxKeys: outboxKeys)
      guard !changed.isEmpty else { return [] }
      let changes = try await session.stores.feeds.setPostsRead(
        isRead, changed, account: session.account.id)
      await notifyScenesOfReadStates(of: changes.posts)
      if outboxKeys != nil {
        await reloadOutboxItems()
        delivery.wakeDeliveryLoop()
      }
      return changed
    } catch {
      listeners.callListeners(.notStored(.markRead([], isRead), error))
      return []
    }
  }

  /// Maximum number of posts that are read from the store one by one to show a changed read state.
  private static let shownReadStates = 500

  /// Notifies all scenes that the read states of posts changed in the store, so that they show them
  /// and count unread entries again.
  private func notifyScenesOfReadStates(of posts: Set<Post.ID>) async {
    if posts.count <= Self.shownReadStates {
      await reloadPostsAndNotifyScenes(posts)
    } else {
      listeners.callListeners(.changedElsewhere)
    }
    readListeners.callListeners(())
  }

  /// Adds a listener that is called whenever read states of the account changed, for as long as the
  /// listener is alive.
  package func addReadStateListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    readListeners.addListener(listener) { listener, _ in hear(listener) }
  }

  /// Takes over the read states that the service reported at a time, and lets all scenes show them.
  package func adoptServiceReadStates(_ states: [ServiceEntryReadState], reportedAt: Timestamp)
    async
  {
    guard let readStates = session.stores.readStates, !session.isOver else { return }
    do throws(StoreError) {
      let account = session.account.id
      let change = try await readStates.adoptServiceReadStates(
        states, reportedAt: reportedAt, account: account)
      var changes = try await session.stores.feeds.setPostsRead(true, change.read, account: account)
      changes.posts.formUnion(
        try await session.stores.feeds.setPostsRead(false, change.unread, account: account).posts)
      guard !change.read.isEmpty || !change.unread.isEmpty else { return }
      await notifyScenesOfReadStates(of: changes.posts)
    } catch {
      session.logStoreError(error, doing: "store the service's read states")
    }
  }
}

// MARK: - Writing and undoing

extension UserActionPerformer {
  /// Applies changes to the screen as outbox items that are not written yet; returns the changes
  /// for undoing. If `waitsForUndo`, public changes wait for their time of undoing.
  private func applyChangesToScreen(_ changes: [PendingChange], waitsForUndo: Bool)
    -> [ActionHistory.UndoableOutboxItem]
  {
    let now = session.world.now
    let until = waitsForUndo && undoWindow > .zero ? now.timeAdvanced(by: undoWindow) : nil
    let actions = changes.map { change in
      let item = OutboxItem(
        id: draftIDOrRandomID(for: change), account: session.account.id, change: change,
        state: .queued(notBefore: change.isPublic ? until : nil, after: nil), createdAt: now)
      let replaced = overlay.addItemReturningReplaced(item)
      listeners.callListeners(.performed(change))
      return ActionHistory.UndoableOutboxItem(item: item, hasReplaced: !replaced.isEmpty)
    }
    notifyScenesOfChangedPosts(actions.map(\.item).affectedPosts)
    if let until {
      for change in changes where change.isPublic {
        listeners.callListeners(.heldBack(change, until: until))
      }
    }
    return actions
  }

  /// Writes changes to the outbox, without those that a later change replaced or that only cancel a
  /// pending change; if the store fails, takes the changes back on the screen and returns the
  /// error.
  private func writeActionsToOutbox(
    _ actions: [ActionHistory.UndoableOutboxItem]
  ) async -> Result<Void, StoreError> {
    let kept = actions.filter { overlay.outboxItem($0.item.id) != nil }
    let ids = Set(kept.map(\.item.id))
    itemsUndoneBeforeWriting.formUnion(actions.map(\.item.id).filter { !ids.contains($0) })
    guard let first = kept.first else { return .success(()) }
    do throws(StoreError) {
      // After a sign-out nothing is queued, since nothing would be sent.
      guard !session.isOver else { throw .signedOut }
      let cancelling = await session.stores.removeCancelledItemsReturningCancellers(
        by: kept.filter(\.hasReplaced).map(\.item))
      for item in cancelling { overlay.removePendingItem(item.id) }
      notifyScenesOfChangedPosts(cancelling.affectedPosts)
      let cancelled = Set(cancelling.map(\.id))
      try await session.stores.outbox.enqueueItems(
        kept.map(\.item).filter { !cancelled.contains($0.id) })
    } catch {
      for action in kept { overlay.removePendingItem(action.item.id) }
      history.removeUndoableChanges(ids)
      listeners.callListeners(.notStored(first.item.change, error))
      notifyScenesOfChangedPosts(kept.map(\.item).affectedPosts)
      // The items that the changes replaced on the screen may still be in the outbox.
      await reloadOutboxItems()
      return .failure(error)
    }
    notifyScenesOfOutboxCounts()
    delivery.wakeDeliveryLoop()
    return .success(())
  }

  /// Performs the inverses of changes, such as an unlike; the inverses cannot be undone.
  private func performInverses(of changes: [PendingChange]) {
    let inverses = changes.compactMap(\.inverse)
    guard let first = changes.first, !inverses.isEmpty else {
      return listeners.callListeners(.nothingToUndo)
    }
    let actions = applyChangesToScreen(inverses, waitsForUndo: false)
    listeners.callListeners(.undone(first))
    writes.enqueueWork { await self.writeActionsToOutbox(actions) }
  }

  /// Removes a pending item from the outbox; returns nil if the item is being sent or gone.
  private func withdrawOutboxItem(_ id: OutboxItem.ID) async -> Result<
    WithdrawnChangeOrDraft?, StoreError
  > {
    do throws(StoreError) {
      let items = try await session.stores.outbox.outboxItems(of: session.account.id)
      guard let item = items.first(where: { $0.id == id }),
        let withdrawn = try await session.withdrawItem(item)
      else { return .success(nil) }
      overlay.removePendingItem(id)
      history.removeUndoableChange(id)
      // An item that may have arrived is not reported as undone.
      if item.earlierAttempts == nil { listeners.callListeners(.undone(item.change)) }
      notifyScenesOfChangedPosts(item.change.affectedPostIDs)
      notifyScenesOfOutboxCounts()
      return .success(withdrawn)
    } catch {
      return .failure(error)
    }
  }

  /// Removes outbox items that were undone on the screen before; sends the inverse changes of items
  /// that are being sent already.
  private func removeUndoneItemsOrInvert(_ items: [OutboxItem]) async {
    guard items.count > 1 else {
      if let item = items.first { await removeUndoneItemOrInvert(item) }
      return
    }
    // Only changes without text, such as likes, are made many at a time.
    let written = items.filter { itemsUndoneBeforeWriting.remove($0.id) == nil }
    do throws(StoreError) {
      let withdrawn = try await session.stores.outbox.withdrawItems(written.map(\.id))
      listeners.callListeners(.undone(items[0].change))
      notifyScenesOfOutboxCounts()
      let late = written.filter { !withdrawn.contains($0.id) }
      guard !late.isEmpty else { return }
      // These items are being sent since a moment ago, so the inverse changes are sent after them.
      await reloadOutboxItems()
      performInverses(of: late.map(\.change))
    } catch {
      listeners.callListeners(.notStored(items[0].change, error))
      await reloadOutboxItems()
    }
  }

  private func removeUndoneItemOrInvert(_ item: OutboxItem) async {
    if itemsUndoneBeforeWriting.remove(item.id) != nil {
      do throws(StoreError) {
        if case .publish(let draft) = item.change {
          _ = try await session.drafts.storeDraft(draft, over: nil)
        }
      } catch {
        listeners.callListeners(.notStored(item.change, error))
      }
      return listeners.callListeners(.undone(item.change))
    }
    switch await withdrawOutboxItem(item.id) {
    case .success(.some): break
    case .success(nil):
      // The item is being sent since a moment ago, so the inverse change is sent after it.
      await reloadOutboxItems()
      performInverses(of: [item.change])
    case .failure(let error):
      listeners.callListeners(.notStored(item.change, error))
      await reloadOutboxItems()
    }
  }

  /// Returns the id for the outbox item of a change: of a post, the draft's id, so that the draft
  /// is queued only once; otherwise a random one.
  private func draftIDOrRandomID(for change: PendingChange) -> OutboxItem.ID {
    if case .publish(let draft) = change { return OutboxItem.ID(draft.id.rawValue) }
    return OutboxItem.ID(session.world.randomKey())
  }

  /// Reads the outbox again, so that the screen shows its present items.
  private func reloadOutboxItems() async {
    do throws(StoreError) {
      let items = try await session.stores.outbox.outboxItems(of: session.account.id)
      let known = Set(items.map(\.id))
      let later = overlay.items.filter { !known.contains($0.id) }
      replacePendingItems(with: items + later.filter { writes.unfinished > 1 && $0.isUntouched })
    } catch {
      session.logStoreError(error, doing: "read waiting changes", on: .outbox)
    }
  }

  private func replacePendingItems(with items: [OutboxItem]) {
    guard items != overlay.items else { return }
    notifyScenesOfChangedPosts(overlay.replaceAllPendingItems(with: items))
    notifyScenesOfOutboxCounts()
  }

  /// Reads posts from the store, and notifies all scenes, so that they show them as stored.
  private func reloadPostsAndNotifyScenes(_ posts: Set<Post.ID>) async {
    guard !session.isOver else { return }
    var stored: [Post] = []
    for id in posts { if let post = await session.storedPost(id) { stored.append(post) } }
    notifyScenesOfStoredPosts(stored)
  }

  private func notifyScenesOfChangedPosts(_ posts: Set<Post.ID>, feeds: Set<Feed> = []) {
    guard !posts.isEmpty || !feeds.isEmpty else { return }
    listeners.callListeners(.changed(StoreChangeSet(feeds: feeds, posts: posts)))
  }

  private func notifyScenesOfOutboxCounts() {
    let refused = overlay.refusedCount
    let counts = ActionReport.waiting(overlay.count - refused, deliveryError, refused: refused)
    guard counts != reportedCounts else { return }
    reportedCounts = counts
    listeners.callListeners(counts)
  }
}

// MARK: - Delivery

extension UserActionPerformer {
  /// Replaces the pending outbox item whose state changed, without notifying the scenes.
  func recordItemState(_ item: OutboxItem) { overlay.replacePendingItem(item) }

  func showSendingItem(_ item: OutboxItem) {
    overlay.replacePendingItem(item)
    listeners.callListeners(.sending(item.id))
  }

  /// Shows the uploaded fraction of an outbox item's pictures, from 0 to 1.
  func showUploadProgress(of item: OutboxItem, _ part: Double) {
    listeners.callListeners(.uploading(item.id, part < 1 ? part : nil))
  }

  /// Shows that the service carried out a change. `isStored` is false if its outcome is not stored.
  func showDeliveredItem(
    _ item: OutboxItem, _ outcome: ChangeOutcome, _ changes: StoreChangeSet, isStored: Bool
  ) {
    // If the outcome could not be stored, the item stays in the overlay, so that the screen shows
    // the change.
    if isStored { overlay.removePendingItem(item.id) }
    if item.change.inverse == nil { history.removeUndoableChange(item.id) }
    deliveryError = nil
    session.requireUserListFetch(item.change)
    if case .overruled(_, let post?) = outcome { listeners.callListeners(.stored([post])) }
    listeners.callListeners(.delivered(item.change, outcome))
    notifyScenesOfChangedPosts(
      changes.posts.union(item.change.affectedPostIDs), feeds: changes.feeds)
    notifyScenesOfOutboxCounts()
  }

  /// Shows that the service refused a change. `isKept` is true if the item stays in the outbox, as
  /// a post does.
  func showRefusedItem(_ item: OutboxItem, _ error: FeedError, isKept: Bool) {
    if isKept { overlay.replacePendingItem(item) } else { overlay.removePendingItem(item.id) }
    history.removeUndoableChange(item.id)
    let reason = session.connection.abilities.refusalReasonForAllSuchChanges(
      for: item.change, after: error)
    listeners.callListeners(
      reason.map { .withheld(item.change, $0) } ?? .refused(item.change, error))
    notifyScenesOfChangedPosts(item.change.affectedPostIDs)
    notifyScenesOfOutboxCounts()
  }

  /// Shows that sending an outbox item failed and will be repeated.
  func showPostponedItem(_ item: OutboxItem, _ error: FeedError) {
    overlay.replacePendingItem(item)
    deliveryError = error
    notifyScenesOfOutboxCounts()
  }

  /// The number of writes to the outbox that this performer has begun. A caller reads it before it
  /// reads outbox items, and passes both to `replacePendingItems(with:readAt:)`, which ignores the
  /// items if another write began meanwhile.
  var writeCount: Int { writes.addedTaskCount }

  /// Shows outbox items that were read when the number of writes was `count`; ignored after later
  /// writes, since the items would bring back changes that were undone.
  func replacePendingItems(with items: [OutboxItem], readAt count: Int) {
    if count == writes.addedTaskCount, writes.unfinished == 0 { replacePendingItems(with: items) }
  }
}

extension [OutboxItem] {
  fileprivate var affectedPosts: Set<Post.ID> {
    reduce(into: []) { $0.formUnion($1.change.affectedPostIDs) }
  }
}

extension OutboxItem {
  /// True if the outbox item can be sent at once when the user asks: after a failure that may pass,
  /// other than a rate limit, or while it collects entries to mark as read.
  fileprivate var isReleasable: Bool {
    if case .markRead = change, case .queued(_, nil) = state { return true }
    return switch state {
    case .queued(_, .rateLimited), .queued(_, nil), .sending, .ambiguous: false
    case .queued(_, .some): true
    case .refused(let error): error.mayPass
    }
  }

  /// The state to which the outbox item changes when the user asks to send it at once.
  fileprivate var releasedState: OutboxItemState {
    switch state {
    case .queued(_, let error): .queued(notBefore: nil, after: error)
    case .refused(let error): .queued(notBefore: nil, after: error)
    case .sending, .ambiguous: state
    }
  }
}
