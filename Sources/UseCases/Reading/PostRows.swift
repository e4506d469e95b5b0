package import FeedDomain

/// A list of a scene's rows with posts, both as confirmed by the service and as shown with pending
/// changes. Only rows named by a change are computed again.
package struct PostRows<Row: PostHoldingRow>: Equatable, Sendable {
  package private(set) var confirmed: [Row] = []
  /// The confirmed rows with pending changes applied, without the rows that a change hides.
  package private(set) var visibleRows: [Row] = []
  /// The indices of the confirmed rows that a pending change hides, in ascending order.
  private var removed: [Int] = []
  /// The ids of the rows' posts that were replaced since pending changes were last applied.
  private var unseen: Set<Post.ID> = []
  package private(set) var undelivered = PostIDsWithUnsentChanges()

  package init() {}

  package init(_ rows: [Row], undelivered: PostIDsWithUnsentChanges = PostIDsWithUnsentChanges()) {
    (confirmed, visibleRows, self.undelivered) = (rows, rows, undelivered)
  }

  package func post(_ id: Post.ID) -> Post? {
    visibleRows.lazy.compactMap(\.heldPost).first { $0.id == id }
  }

  /// Removes all rows of posts; the marks of unsent changes stay.
  mutating func removeAllRows() { self = PostRows([], undelivered: undelivered) }

  /// Replaces all rows of posts, and applies pending changes to them; the marks of unsent changes
  /// stay.
  @MainActor
  mutating func replaceRows(with rows: [Row], through actions: any PendingChangeApplying) {
    let before = visibleRows
    (unseen, removed) = ([], [])
    let changed =
      actions.hasNothingToApply
      ? nil
      : rows.indices.first { rows[$0].applyingPendingChanges(through: actions) != rows[$0] }
    guard let first = changed else {
      // Without a pending change both lists share their storage.
      confirmed = rows == before ? before : rows
      visibleRows = confirmed
      return
    }
    (confirmed, visibleRows) = (rows, Array(rows[..<first]))
    for index in first..<rows.count {
      if let row = rows[index].applyingPendingChanges(through: actions) {
        visibleRows.append(row)
      } else {
        removed.append(index)
      }
    }
    // Equal rows keep the old storage, so that comparing them is quick.
    if visibleRows == before { visibleRows = before }
  }

  /// Replaces posts by newer versions from the service, which are shown after the next
  /// `applyPendingChanges`.
  mutating func replacePostVersions(_ posts: [Post]) {
    let told = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    for index in confirmed.indices {
      guard let post = confirmed[index].heldPost.flatMap({ told[$0.id] }) else { continue }
      confirmed[index] = confirmed[index].replacingPost(post)
      unseen.insert(post.id)
    }
  }

  /// Applies pending changes to the rows of posts that a change set names, or that were replaced
  /// since the last call; to all rows if the change set is empty, as after a mute.
  @MainActor
  mutating func applyPendingChanges(
    _ changes: StoreChangeSet = StoreChangeSet(), through actions: any PendingChangeApplying
  ) {
    let named: Set<Post.ID>? = changes.isEmpty ? nil : changes.posts.union(unseen)
    unseen = []
    var removedBefore = removed[...]
    removed = []
    // The position of the next row among the shown rows.
    var place = 0
    for index in confirmed.indices {
      var isShown = removedBefore.first != index
      if !isShown { removedBefore.removeFirst() }
      if named == nil || confirmed[index].heldPost.map({ named?.contains($0.id) == true }) == true {
        let before = isShown ? visibleRows[place] : nil
        let row = confirmed[index].applyingPendingChanges(through: actions)
        switch (before, row) {
        case (let before?, let row?): if row != before { visibleRows[place] = row }
        case (_?, nil): visibleRows.remove(at: place)
        case (nil, let row?): visibleRows.insert(row, at: place)
        case (nil, nil): break
        }
        isShown = row != nil
      }
      if isShown { place += 1 } else { removed.append(index) }
    }
  }

  /// Updates the rows of a scene after an action report: the posts, their pending changes, and the
  /// marks of unsent changes.
  @MainActor
  mutating func applyActionReport(_ event: ActionReport, through actions: any PendingChangeApplying)
  {
    undelivered.updateUnsentMarksAfterReport(event)
    switch event {
    case .stored(let posts): replacePostVersions(posts)
    case .changed(let changes): applyPendingChanges(changes, through: actions)
    case .delivered(_, .post(let post)): replacePostVersions([post])
    case .delivered(.delete(let post), _): removePost(post)
    default: break
    }
  }

  /// Removes the rows of a deleted post, once the pending deletion no longer hides them.
  mutating func removePost(_ post: Post.ID) {
    let kept = confirmed.indices.filter { confirmed[$0].heldPost?.id != post }
    removed = kept.indices.filter { removed.contains(kept[$0]) }
    confirmed = kept.map { confirmed[$0] }
    visibleRows.removeAll { $0.heldPost?.id == post }
  }
}

/// A protocol for the rows of scenes that may hold a post, which pending changes update.
package protocol PostHoldingRow: Equatable, Sendable {
  var heldPost: Post? { get }
  func replacingPost(_ post: Post) -> Self
  @MainActor func applyingPendingChanges(through actions: any PendingChangeApplying) -> Self?
}

extension PostHoldingRow {
  @MainActor package func applyingPendingChanges(through actions: any PendingChangeApplying)
    -> Self?
  {
    guard let post = heldPost else { return self }
    return actions.hidesPost(post)
      ? nil : replacingPost(actions.applyingPendingChanges(to: post))
  }
}

extension Post: PostHoldingRow {
  package var heldPost: Post? { self }
  package func replacingPost(_ post: Post) -> Post { post }
}

extension FeedEntry: PostHoldingRow {
  package var heldPost: Post? { post }
}

extension FeedRow: PostHoldingRow {
  package var heldPost: Post? { if case .entry(let entry) = self { entry.post } else { nil } }

  package func replacingPost(_ post: Post) -> FeedRow {
    if case .entry(let entry) = self { .entry(entry.replacingPost(post)) } else { self }
  }

  /// Returns a timeline row with pending changes and mutes applied, also mutes of the booster; nil
  /// if the row is hidden.
  @MainActor
  package func applyingPendingChanges(through actions: any PendingChangeApplying) -> FeedRow? {
    guard case .entry(let entry) = self else { return self }
    let booster = entry.boostedBy
    let isHidden = booster.map { actions.hidesBoostsOnThisMachine(by: $0) } ?? false
    guard !isHidden, !actions.hidesPost(entry.post) else { return nil }
    return .entry(
      entry.replacingPost(
        actions.applyingPendingChangesAndMutes(to: entry.post, boostedBy: booster)))
  }
}

extension Conversation.ConversationNode: PostHoldingRow {
  package var heldPost: Post? { post }
  package func replacingPost(_ post: Post) -> Conversation.ConversationNode {
    Conversation.ConversationNode(post, depth: depth)
  }
}

extension Notification: PostHoldingRow {
  package var heldPost: Post? { post }

  package func replacingPost(_ post: Post) -> Notification { replacingPost(Optional(post)) }

  /// Returns a notification with pending changes applied; nil for a follow request that is
  /// answered, and if the post is hidden.
  @MainActor
  package func applyingPendingChanges(through actions: any PendingChangeApplying) -> Notification? {
    if kind == .request, people.contains(where: { actions.followRequestAnswer(to: $0.id) != nil }) {
      return nil
    }
    guard let post else { return self }
    return actions.hidesPost(post)
      ? nil : replacingPost(actions.applyingPendingChanges(to: post))
  }
}

/// A set of the ids of posts marked as having unsent changes: those whose change can still be
/// undone, and all others after a failed attempt.
package struct PostIDsWithUnsentChanges: Equatable, Sendable {
  private var changedPosts: Set<Post.ID> = []
  private var undoablePosts: Set<Post.ID> = []
  private var hasFailedAttempt = false
  /// The number of changes in the outbox that are not sent yet.
  package private(set) var waiting = 0
  /// The number of changes in the outbox that the service refused.
  package private(set) var refused = 0

  package init() {}

  package var marked: Set<Post.ID> {
    hasFailedAttempt ? changedPosts.union(undoablePosts) : undoablePosts
  }

  package func hasUnsentChange(_ post: Post.ID) -> Bool {
    undoablePosts.contains(post) || hasFailedAttempt && changedPosts.contains(post)
  }

  /// The uploaded fraction of the pictures of the post that is being sent, in 0...1; nil if none
  /// are being uploaded.
  package private(set) var uploaded: Double?

  package mutating func updateUnsentMarksAfterReport(_ event: ActionReport) {
    switch event {
    case .performed(let change): if let post = change.post { changedPosts.insert(post) }
    case .heldBack(let change, _): if let post = change.post { undoablePosts.insert(post) }
    case .delivered(let change, _), .refused(let change, _), .withheld(let change, _),
      .undone(let change), .notStored(let change, _):
      if let post = change.post {
        changedPosts.remove(post)
        undoablePosts.remove(post)
      }
    case .waiting(let count, let error, let refused):
      waiting = count
      self.refused = refused
      hasFailedAttempt = error != nil
      if count == 0 { (changedPosts, undoablePosts) = ([], []) }
    case .uploading(_, let part): uploaded = part
    case .muteUndone, .muteNotUndone, .readStatesUndone, .nothingToUndo, .markedRead, .sending,
      .stored, .changed,
      .changedElsewhere, .signedOut:
      break
    }
  }
}
