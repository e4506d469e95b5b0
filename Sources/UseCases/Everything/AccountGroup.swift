package import FeedDomain

/// A group of the signed-in accounts whose home streams are read together as one common stream. Its
/// ids of posts and people name their account (`AccountScopedReference`); an id without an account
/// belongs to the active account.
@MainActor
package final class AccountGroup {
  private let running: RunningAccounts
  private let active: RunningAccounts.RunningAccount
  /// The lists of notifications of the group's accounts, by account; created on demand.
  private var notificationsByAccount: [Account.ID: AccountNotifications] = [:]
  /// The accounts of the group with a home stream, in the order in which they act on a post: those
  /// that can like posts first, among them the active account.
  private(set) var runningAccounts: [RunningAccounts.RunningAccount] = []
  var fetchFailures = AccountFetchFailures()
  /// The latest actions of the user in the common stream that can be undone, the newest last.
  private var actions: [UndoableGroupAction] = []
  /// The user's account through which each picture in the common stream is fetched, by the
  /// picture's address; pictures of the active account are left out.
  private var owners: [String: Account.ID] = [:]
  /// The ids of posts in the common stream, by stream entry, as the account knows them with which
  /// the user chose to act on the entry.
  private var chosenPostIDs: [FeedEntry.ID: Post.ID] = [:]

  /// An action of the user in the common stream, such as marking entries of several accounts as
  /// read.
  private struct UndoableGroupAction {
    /// The number of the action at each account that performed it (`newestUndoableAction`).
    var numbers: [Account.ID: Int] = [:]
  }

  private static let mostActions = 50

  /// Maximum number of picture addresses whose account is remembered; then all are forgotten, and
  /// shown rows add them again.
  private static let mostPictures = 8_000

  package init(
    _ running: RunningAccounts, front: RunningAccounts.RunningAccount,
    notifications: AccountNotifications? = nil
  ) {
    (self.running, active) = (running, front)
    notificationsByAccount[front.session.account.id] = notifications
  }

  /// True if several running accounts have a home stream, so that the common stream is offered.
  package var isOffered: Bool {
    running.startedAccounts.count { $0.session.hasHome && !$0.session.isOver } > 1
  }

  /// True if the group has several accounts with a home stream; reading the property updates the
  /// group to the accounts that are signed in.
  var hasSeveralAccounts: Bool {
    reloadGroupMembers()
    return runningAccounts.count > 1
  }

  /// True if the common stream of several accounts is open.
  var isCommonStreamOpen: Bool {
    running.startedAccounts.contains { $0.session.openFeeds.last == .everything }
  }

  /// Updates the account group to the accounts that are signed in now.
  func reloadGroupMembers() {
    runningAccounts = running.allUnlockedAccounts.filter { $0.session.hasHome }
      .sorted { actingRankLikersFirst(of: $0) < actingRankLikersFirst(of: $1) }
    chosenPostIDs = chosenPostIDs.filter { _, post in runningAccount(of: post) != nil }
  }

  /// The ids of the accounts in the account group, in the order in which they act on a post.
  var accounts: [Account.ID] { runningAccounts.map(\.session.account.id) }

  var members: [AccountGroupMember] {
    runningAccounts.map { AccountGroupMember($0.session.account, $0.session.connection.abilities) }
  }

  /// Returns the running account of a post's or person's id: the active account if the id names
  /// none; nil if the account is signed out.
  func runningAccount(of id: some AccountScopedReference) -> RunningAccounts.RunningAccount? {
    guard let account = id.whose else { return active }
    return running.startedAccounts.first { $0.session.account.id == account && !$0.session.isOver }
  }

  /// Returns the account in the group with an id; nil if none has it.
  func account(withID id: Account.ID) -> Account? {
    runningAccounts.first { $0.session.account.id == id }?.session.account
  }

  /// Returns the group's accounts that have notifications, each with its list of notifications,
  /// sorted by account.
  func accountsWithNotificationLists() -> [(
    runningAccount: RunningAccounts.RunningAccount, board: AccountNotifications
  )] {
    running.allUnlockedAccounts.filter { $0.session.connection.notifications != nil }
      .sorted { $0.session.account.id.rawValue < $1.session.account.id.rawValue }
      .map { runningAccount in
        let account = runningAccount.session.account.id
        let board = notificationsByAccount[account] ?? AccountNotifications(runningAccount.session)
        notificationsByAccount[account] = board
        return (runningAccount, board)
      }
  }

  /// Returns true if the account that read a stream entry also wrote or boosted it.
  func isByReceivingAccount(_ entry: FeedEntry) -> Bool {
    let person = entry.senderID
    // Few entries are the user's own; only for these is the account looked up.
    guard
      active.session.account.person == person
        || runningAccounts.contains(where: { $0.session.account.person == person })
    else { return false }
    return person == runningAccount(of: entry.post.id)?.session.account.person
  }

  private func actingRankLikersFirst(of runningAccount: RunningAccounts.RunningAccount) -> (
    Int, Int, String
  ) {
    let (session, account) = (runningAccount.session, runningAccount.session.account.id)
    let canLike = session.connection.abilities.marks.contains(.liked)
    return (canLike ? 0 : 1, account == active.session.account.id ? 0 : 1, account.rawValue)
  }
}

/// An account of an account group, with its abilities.
package struct AccountGroupMember: Equatable, Sendable {
  package let account: Account
  package let abilities: PostAbilities

  package init(_ account: Account, _ abilities: PostAbilities) {
    (self.account, self.abilities) = (account, abilities)
  }
}

// MARK: - Actions on posts

extension AccountGroup: PostActionPerforming {
  func toggleMark(_ action: Post.UserPostMarks, on post: Post?) {
    guard let post, let runningAccount = self.runningAccount(of: post.id) else { return }
    performAndRecordForOneAccount(at: runningAccount) { $0.toggleMark(action, on: post.asOwn) }
  }

  /// Marks entries of the common stream as read or unread, each at the account that its id names,
  /// as one action; returns the number of entries that changed.
  func setReadState(_ isRead: Bool, _ entries: [Post.ID], canBeUndone: Bool = true) async -> Int {
    var (action, count) = (UndoableGroupAction(), 0)
    let accounts = Dictionary(grouping: entries, by: \.whose).sorted {
      ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "")
    }
    for (_, own) in accounts {
      guard let first = own.first, let runningAccount = self.runningAccount(of: first) else {
        continue
      }
      let performer = runningAccount.actions
      let changed = await performer.setReadState(
        isRead, .entries(own.map(\.withoutAccount)), canBeUndone: canBeUndone, isReported: false)
      count += changed.count
      // Marks that the undo key skips are no action of the group.
      if canBeUndone, !changed.isEmpty {
        action.numbers[runningAccount.session.account.id] = performer.newestUndoableAction
      }
    }
    recordGroupAction(action)
    return count
  }

  func deletePost(_ post: Post?) {
    guard let post, let runningAccount = self.runningAccount(of: post.id) else { return }
    performAndRecordForOneAccount(at: runningAccount) { $0.deletePost(post.asOwn) }
  }

  private func performAndRecordForOneAccount(
    at runningAccount: RunningAccounts.RunningAccount, _ perform: (UserActionPerformer) -> Void
  ) {
    let before = runningAccount.actions.newestUndoableAction
    perform(runningAccount.actions)
    let number = runningAccount.actions.newestUndoableAction
    // The account may have refused the action.
    guard number > before else { return }
    recordGroupAction(UndoableGroupAction(numbers: [runningAccount.session.account.id: number]))
  }

  private func recordGroupAction(_ action: UndoableGroupAction) {
    guard !action.numbers.isEmpty else { return }
    actions.append(action)
    actions.removeFirst(max(0, actions.count - Self.mostActions))
  }

  /// Undoes the group's last action at all accounts that performed it; first, what one of these
  /// accounts did later in other scenes.
  func undoLastAction() {
    while let action = actions.last {
      let performers = action.numbers.compactMap { account, number in
        runningAccounts.first { $0.session.account.id == account }.map { ($0.actions, number) }
      }
      if let (performer, _) = performers.first(where: { $0.0.newestUndoableAction > $0.1 }) {
        return performer.undoLastAction()
      }
      actions.removeLast()
      let undoable = performers.filter { $0.0.newestUndoableAction == $0.1 }
      for (performer, _) in undoable { performer.undoLastAction() }
      // What was refused, or cannot be taken back, is no longer in the histories.
      if !undoable.isEmpty { return }
    }
    active.actions.undoLastAction()
  }

  /// Switches to the next account that sees a stream entry, for acting on its post; returns that
  /// account, nil if no other account sees the post.
  func switchToNextActingAccount(_ entry: FeedEntry) -> Account? {
    guard entry.accountPostIDs.count > 1,
      let place = entry.accountPostIDs.firstIndex(of: entry.post.id)
    else { return nil }
    let next = entry.accountPostIDs[(place + 1) % entry.accountPostIDs.count]
    chosenPostIDs[entry.id] = next
    return runningAccount(of: next)?.session.account
  }

  /// Returns stream rows in which each post is replaced by the version of the account that the user
  /// chose to act with.
  func rowsWithChosenAccountVersions(_ rows: [FeedRow]) async -> [FeedRow] {
    guard !chosenPostIDs.isEmpty else { return rows }
    var chosenRows: [FeedRow] = []
    for row in rows {
      guard case .entry(let entry) = row, let chosen = chosenPostIDs[entry.id],
        chosen != entry.post.id, entry.accountPostIDs.contains(chosen), let account = chosen.whose,
        let post = await runningAccount(of: chosen)?.session.storedPost(chosen.withoutAccount)
      else {
        chosenRows.append(row)
        continue
      }
      chosenRows.append(.entry(entry.replacingPost(post.scopingIDs(to: account))))
    }
    return chosenRows
  }
}

extension AccountGroup: PendingChangeApplying {
  package var hasNothingToApply: Bool {
    running.startedAccounts.allSatisfy(\.actions.hasNothingToApply)
  }

  package func applyingPendingChangesAndMutes(to post: Post, boostedBy booster: Person?) -> Post {
    guard let account = post.id.whose, let runningAccount = self.runningAccount(of: post.id) else {
      return active.actions.applyingPendingChangesAndMutes(to: post, boostedBy: booster)
    }
    return runningAccount.actions.applyingPendingChangesAndMutes(to: post.asOwn, boostedBy: booster)
      .scopingIDs(
        to: account)
  }

  package func hidesPost(_ post: Post) -> Bool {
    runningAccount(of: post.id)?.actions.hidesPost(post.asOwn) ?? false
  }

  package func hidesPost(_ post: Post.ID) -> Bool {
    runningAccount(of: post)?.actions.hidesPost(post.withoutAccount) ?? false
  }

  package func hidesBoostsOnThisMachine(by person: Person) -> Bool {
    active.actions.hidesBoostsOnThisMachine(by: person)
  }

  package func followRequestAnswer(to person: Person.ID) -> Bool? {
    runningAccount(of: person)?.actions.followRequestAnswer(to: person.withoutAccount)
  }
}

// MARK: - Pictures

extension AccountGroup {
  /// Remembers through which of the user's accounts the pictures in stream rows are fetched;
  /// pictures of the active account are left out.
  func recordPictureAccounts(in rows: [FeedRow]) {
    if owners.count > Self.mostPictures { owners = [:] }
    for case .entry(let entry) in rows {
      guard let account = entry.post.id.whose, account != active.session.account.id else {
        continue
      }
      for photo in entry.post.pictures {
        for rendition in photo.renditions { owners[rendition.url] = account }
      }
    }
  }

  /// Returns the session of the background account through which a picture is fetched; nil for a
  /// picture of the active account or an unknown one.
  package func backgroundSession(owningPicture rendition: Photo.PhotoRendition) -> AccountSession? {
    owners[rendition.url].flatMap { owner in
      runningAccounts.first { $0.session.account.id == owner }?.session
    }
  }
}

extension Post {
  /// All pictures that are shown with this post, in one list: its photos, the author's portrait,
  /// and the link preview's picture.
  fileprivate var pictures: [Photo] {
    content.photos + [author.portrait, content.card?.picture].compactMap(\.self)
  }
}

extension AccountSession {
  fileprivate var hasHome: Bool { connection.streams.contains(.feed(.home)) }
}

// MARK: - Failed accounts

/// A record of the last failed fetch of each account in an account group, with the time before
/// which the account's service is not asked automatically.
struct AccountFetchFailures {
  private struct AccountFetchBackoff {
    var failures: Int
    var error: FeedError
    /// The time before which the failed account's service is not asked automatically.
    var notBefore: Timestamp
  }

  private var problems: [Account.ID: AccountFetchBackoff] = [:]

  func failedAccounts(among accounts: [Account]) -> [FailedAccount] {
    accounts.compactMap { account in problems[account.id].map { FailedAccount(account, $0.error) } }
  }

  /// Returns true if an account's service may be asked automatically at this time.
  func mayFetchAutomatically(_ account: Account.ID, at now: Timestamp) -> Bool {
    problems[account].map { $0.notBefore <= now } ?? true
  }

  mutating func recordFetchSuccess(of account: Account.ID) { problems[account] = nil }

  mutating func recordFetchFailure(of account: Account.ID, _ error: FeedError, in world: any World)
  {
    let failures = (problems[account]?.failures ?? 0) + 1
    let end = world.now.timeAdvanced(by: world.retryDelay(after: error, failures: failures))
    problems[account] = AccountFetchBackoff(failures: failures, error: error, notBefore: end)
  }
}

/// An account of a group whose last request failed, with the error.
package struct FailedAccount: Equatable, Sendable {
  package let account: Account
  package let error: FeedError

  package init(_ account: Account, _ error: FeedError) {
    (self.account, self.error) = (account, error)
  }
}

// MARK: - Events

/// An object that passes the action reports of all accounts of a group to a closure, with ids that
/// name the account.
@MainActor
final class AccountGroupReportForwarder {
  /// The numbers of pending and refused outbox items of each account.
  private var waiting: [Account.ID: (waiting: Int, refused: Int)] = [:]

  /// Passes all later action reports of some accounts to a closure, each with the id of its
  /// account.
  func listenToActionReports(
    to runningAccounts: [RunningAccounts.RunningAccount],
    _ tell: @escaping @MainActor (ActionReport, Account.ID) -> Void
  ) {
    for runningAccount in runningAccounts {
      let account = runningAccount.session.account.id
      runningAccount.actions.addActionReportListener(self) { listener, event in
        tell(
          listener.totallingOutboxCounts(in: event, of: account).scopingIDs(to: account),
          account)
      }
    }
  }

  /// Returns an action report with the numbers of outbox items added up over all accounts of the
  /// group; other reports are unchanged.
  private func totallingOutboxCounts(in event: ActionReport, of account: Account.ID) -> ActionReport
  {
    guard case .waiting(let count, let error, let refused) = event else { return event }
    waiting[account] = (count, refused)
    return .waiting(
      waiting.values.reduce(0) { $0 + $1.waiting }, error,
      refused: waiting.values.reduce(0) { $0 + $1.refused })
  }
}

extension ActionReport {
  /// Returns the action report with post ids that name the account.
  fileprivate func scopingIDs(to account: Account.ID) -> ActionReport {
    switch self {
    case .performed(let change): .performed(change.scopingIDs(to: account))
    case .heldBack(let change, let until):
      .heldBack(change.scopingIDs(to: account), until: until)
    case .undone(let change): .undone(change.scopingIDs(to: account))
    case .refused(let change, let error): .refused(change.scopingIDs(to: account), error)
    case .withheld(let change, let reason):
      .withheld(change.scopingIDs(to: account), reason)
    case .notStored(let change, let error):
      .notStored(change.scopingIDs(to: account), error)
    case .delivered(let change, .post(let post)):
      .delivered(
        change.scopingIDs(to: account), .post(post.scopingIDs(to: account)))
    case .delivered(let change, .overruled(let count, let post)):
      .delivered(
        change.scopingIDs(to: account),
        .overruled(count, post?.scopingIDs(to: account)))
    case .delivered(let change, let outcome):
      .delivered(change.scopingIDs(to: account), outcome)
    case .stored(let posts): .stored(posts.map { $0.scopingIDs(to: account) })
    case .changed(let changes): .changed(changes.translatedToMergedTimeline(with: account))
    case .muteUndone, .muteNotUndone, .readStatesUndone, .nothingToUndo, .markedRead, .sending,
      .uploading,
      .waiting, .changedElsewhere, .signedOut:
      self
    }
  }
}

extension PendingChange {
  fileprivate func scopingIDs(to account: Account.ID) -> PendingChange {
    switch self {
    case .mark(let post, let action, let isDone):
      .mark(post.scoped(to: account), action, isDone)
    case .vote(let post, let answers): .vote(post.scoped(to: account), answers)
    case .delete(let post): .delete(post.scoped(to: account))
    case .markRead(let entries, let isRead, let feeds):
      .markRead(entries.map { $0.scoped(to: account) }, isRead, ofFeeds: feeds)
    case .follow, .mute, .block, .answerFollowRequest, .publish, .serviceAction: self
    }
  }
}

extension StoreChangeSet {
  fileprivate func translatedToMergedTimeline(with account: Account.ID) -> StoreChangeSet {
    StoreChangeSet(
      feeds: feeds.contains(.home) ? [.everything] : [],
      posts: Set(posts.map { $0.scoped(to: account) }))
  }
}
