package import FeedDomain

/// An outbox in memory that follows the rules of the real one.
package actor FakeOutbox: Outbox, DraftStore {
  package private(set) var held: [OutboxItem] = []
  package private(set) var drafts: [(Draft, Account.ID)] = []
  package private(set) var versions: [(Draft.ID, EarlierDraftText)] = []
  package private(set) var steps: [String] = []
  package private(set) var erased: [Account.ID] = []
  private var failure: StoreError?
  private var isHolding = false
  private var waitingSaves: [CheckedContinuation<Void, Never>] = []
  private var unread: [OutboxItem.ID] = []
  private var came: [Post.ID: OutboxItem.ID] = [:]
  /// The ids of the items that were recorded as delivered.
  private var delivered: Set<OutboxItem.ID> = []

  package init(_ items: [OutboxItem] = [], unreadable: [OutboxItem.ID] = []) {
    held = items
    unread = unreadable
  }

  package init(drafts: [Draft], of account: Account.ID) {
    self.drafts = drafts.map { ($0, account) }
  }

  /// Makes every write to the outbox fail from now on; nil ends the failures.
  package func fail(_ error: StoreError?) { failure = error }

  /// Makes every saving of a draft wait from now on.
  package func holdSaves() { isHolding = true }

  package func releaseSaves() {
    isHolding = false
    for save in waitingSaves { save.resume() }
    waitingSaves = []
  }

  /// The number of savings of drafts that wait.
  package var heldSaves: Int { waitingSaves.count }

  package func enqueueItems(_ items: [OutboxItem]) throws(StoreError) {
    try check()
    for item in items {
      steps.append("enqueue \(item.id.rawValue)")
      if case .publish(let draft) = item.change { drafts.removeAll { $0.0.id == draft.id } }
    }
    let (ids, subjects) = (Set(items.map(\.id)), Set(items.compactMap(\.change.subject)))
    held.removeAll {
      $0.state != .sending
        && (ids.contains($0.id) || $0.change.subject.map(subjects.contains) ?? false)
    }
    held += items
  }

  package func outboxItems(of account: Account.ID?) -> [OutboxItem] {
    held.filter { account == nil || $0.account == account }
  }

  package func unreadableItemIDs(of account: Account.ID?) -> [OutboxItem.ID] { unread }

  /// Adds the id of an outbox item that cannot be read.
  package func spoil(_ id: OutboxItem.ID) { unread.append(id) }

  package func claimNextItem(of account: Account.ID, now: Timestamp) throws(StoreError)
    -> OutboxItem?
  {
    try check()
    guard !held.contains(where: { $0.account == account && $0.state == .sending }) else {
      return nil
    }
    var queue = BlockingItemSearch()
    for (place, item) in held.enumerated() where item.account == account {
      let holders = queue.addItemReturningBlockers(item)
      if item.isDue(now: now), holders.isEmpty {
        held[place] = item.with(.sending, attempts: item.attempts + 1)
        return held[place]
      }
    }
    return nil
  }

  package func recordSendingStart(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) throws(StoreError) {
    try check()
    steps.append("send \(id.rawValue)")
    change(id) { tries in
      PossiblyArrivedSendAttempts(
        firstAttempt: tries?.firstAttempt ?? moment, lastAttempt: moment,
        earlierPosts: tries?.earlierPosts.union(posts) ?? posts)
    }
  }

  package func recordItemNotSent(_ id: OutboxItem.ID) throws(StoreError) {
    try check()
    change(id) { _ in nil }
  }

  package func recordPublishedPost(
    _ post: Post.ID?, publishedBy id: OutboxItem.ID, of account: Account.ID
  ) throws(StoreError) {
    try check()
    delivered.insert(id)
    if let post { came[post] = id }
  }

  package func wasItemDelivered(_ id: OutboxItem.ID, of account: Account.ID) -> Bool {
    delivered.contains(id)
  }

  package func outboxItemIDsByPublishedPost(of account: Account.ID) -> [Post.ID: OutboxItem.ID] {
    came
  }

  private func change(
    _ id: OutboxItem.ID, _ tries: (PossiblyArrivedSendAttempts?) -> PossiblyArrivedSendAttempts?
  ) {
    guard let place = held.firstIndex(where: { $0.id == id }) else { return }
    held[place] = held[place].trying(tries(held[place].earlierAttempts))
  }

  package func recordUploadedPicture(
    _ name: String, forPicture index: Int, of id: OutboxItem.ID
  ) throws(StoreError) {
    try check()
    guard let place = held.firstIndex(where: { $0.id == id }),
      case .publish(let draft) = held[place].change
    else { return }
    var attachments = draft.attachments
    attachments[index].uploaded = name
    held[place] = OutboxItem(
      id: id, account: held[place].account,
      change: .publish(draft.with(\.attachments, attachments)),
      state: held[place].state, attempts: held[place].attempts, refusals: held[place].refusals,
      createdAt: held[place].createdAt, earlierAttempts: held[place].earlierAttempts)
  }

  package func setItemStateOrDelete(_ id: OutboxItem.ID, as state: OutboxItem.OutboxItemState?)
    throws(StoreError)
  {
    try check()
    steps.append("settle \(id.rawValue)")
    guard let place = held.firstIndex(where: { $0.id == id }) else { return }
    if let state {
      let isFinal = if case .refused(let error) = state { !error.mayPass } else { false }
      held[place] = held[place].with(
        state, attempts: held[place].attempts, refusals: isFinal ? 1 : 0)
      if state == .refused(.outcomeUnknown), let tries = held[place].earlierAttempts {
        held[place] = held[place].trying(
          PossiblyArrivedSendAttempts(
            firstAttempt: tries.firstAttempt, lastAttempt: tries.lastAttempt,
            earlierPosts: tries.earlierPosts, isConfirmed: true))
      }
    } else {
      held.remove(at: place)
    }
  }

  package func replaceSentItemWithNextPost(_ id: OutboxItem.ID, with next: OutboxItem)
    throws(StoreError)
  {
    try check()
    steps.append("follow \(id.rawValue)")
    guard let place = held.firstIndex(where: { $0.id == id }) else { return }
    if held.contains(where: { $0.id == next.id }) {
      held.remove(at: place)
    } else {
      held[place] = next
    }
  }

  package func withdrawItems(
    _ ids: [OutboxItem.ID]
  ) throws(StoreError) -> Set<OutboxItem.ID> {
    try check()
    let wanted = Set(ids)
    let withdrawn = Set(
      unread.filter(wanted.contains)
        + held.filter { wanted.contains($0.id) && $0.state != .sending }.map(\.id))
    unread.removeAll(where: withdrawn.contains)
    held.removeAll { withdrawn.contains($0.id) && $0.state != .sending }
    return withdrawn
  }

  package func eraseOutboxData(of account: Account.ID) throws(StoreError) {
    try check()
    erased.append(account)
    held.removeAll { $0.account == account }
    drafts.removeAll { $0.1 == account }
  }

  package func saveDraftIfUnchanged(
    _ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> Bool {
    if isHolding { await withCheckedContinuation { waitingSaves.append($0) } }
    try check()
    let held = drafts.first { $0.0.id == draft.id }?.0
    guard held == known || held == draft else { return false }
    drafts.removeAll { $0.0.id == draft.id }
    drafts.insert((draft, account), at: 0)
    return true
  }

  package func drafts(of account: Account.ID) -> [Draft] {
    drafts.filter { $0.1 == account }.map(\.0)
  }

  package func discardDraftIfUnchanged(_ draft: Draft) throws(StoreError) {
    try check()
    drafts.removeAll { $0.0 == draft }
  }

  package func keepEarlierDraftText(
    _ version: EarlierDraftText, of draft: Draft.ID, account: Account.ID
  ) throws(StoreError) {
    try check()
    versions.insert((draft, version), at: 0)
  }

  package func earlierDraftTexts(of draft: Draft.ID) -> [EarlierDraftText] {
    versions.filter { $0.0 == draft }.map(\.1)
  }

  private func check() throws(StoreError) {
    if let failure { throw failure }
  }
}

extension OutboxItem {
  fileprivate func with(_ state: OutboxItemState, attempts: Int, refusals more: Int = 0)
    -> OutboxItem
  {
    OutboxItem(
      id: id, account: account, change: change, state: state, attempts: attempts,
      refusals: refusals + more, createdAt: createdAt, earlierAttempts: earlierAttempts)
  }

  fileprivate func trying(_ tries: PossiblyArrivedSendAttempts?) -> OutboxItem {
    OutboxItem(
      id: id, account: account, change: change, state: state, attempts: attempts,
      refusals: refusals, createdAt: createdAt, earlierAttempts: tries)
  }
}
