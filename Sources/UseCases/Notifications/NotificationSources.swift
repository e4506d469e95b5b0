internal import FeedDomain

/// Whose notices are looked at: those of the account in front, or of all accounts in one order of time.
@MainActor final class NotificationSources {
  private let session: Session
  private let board: NotificationBoard
  private let actions: PendingActions
  private let company: AccountGroup?
  /// What is done as any of them.
  private let news = AccountGroupActions()
  /// Whether those of all accounts are looked at.
  private(set) var areTogether: Bool
  /// Up to which moment those of each were read when they began to be looked at.
  private var readBefore: [Account.ID: Timestamp] = [:]
  /// The services that failed when they were asked last.
  private var silent: [FailedAccount] = []

  /// One that gives its notices.
  private struct Source {
    let session: Session
    let board: NotificationBoard
  }

  init(
    _ session: Session, board: NotificationBoard, actions: PendingActions, company: AccountGroup?,
    areTogether: Bool
  ) {
    (self.session, self.board, self.actions, self.company) = (session, board, actions, company)
    self.areTogether = areTogether
  }

  private var sources: [Source] {
    guard areTogether, let company else { return [Source(session: session, board: board)] }
    return company.boardsOfAll().map { Source(session: $0.desk.session, board: $0.board) }
  }

  /// How everything looks with what waits to be sent.
  var look: any Overlaying {
    if areTogether, let company { return company }
    return actions
  }

  /// Looks at those of all, or no longer; false where there are no others.
  func gather(_ areTogether: Bool) -> Bool {
    guard !areTogether || isOffered else { return false }
    (self.areTogether, silent) = (areTogether, [])
    return true
  }

  private var isOffered: Bool { (company?.boardsOfAll().count ?? 0) > 1 }
}

// MARK: - What there is

extension NotificationSources {
  /// The notices, the latest first: together down to where all that happened is known.
  var notices: [Notification] {
    guard areTogether else { return board.notices }
    let sources = sources
    let edge = sources.compactMap { $0.board.hasMore ? $0.board.notices.last?.at : nil }.max()
    return sources.flatMap { source in
      source.board.notices.map { $0.seen(by: source.session.account.id) }
    }.filter { notice in edge.map { notice.at >= $0 } ?? true }
      .sorted {
        ($0.at, $0.id.scope ?? "", $0.id.rawValue) > ($1.at, $1.id.scope ?? "", $1.id.rawValue)
      }
  }

  /// Those that had not been read when they began to be looked at.
  var unread: Set<Notification.ID> {
    Set(
      sources.flatMap { source in
        let account = source.session.account.id
        return source.board.unread(since: readBefore[account])
          .map { areTogether ? $0.id.of(account) : $0.id }
      })
  }

  /// How many services tell them.
  var count: Int { sources.count }

  var hasMore: Bool { sources.contains { $0.board.hasMore } }

  /// The first rate-limit error of the last refresh of all accounts; nil if there was none.
  var limit: FeedError? {
    silent.lazy.map(\.error).first { if case .rateLimited = $0 { true } else { false } }
  }

  /// What kinds of things their services tell.
  var kinds: Set<Notification.Kind> {
    sources.reduce(into: []) { $0.formUnion($1.session.connection.notices?.kinds ?? []) }
  }

  var together: Notifications.State.AccountGroup {
    guard areTogether else { return Notifications.State.AccountGroup(isOffered: isOffered) }
    let sources = sources
    return Notifications.State.AccountGroup(
      isOffered: true,
      members: sources.map {
        Member($0.session.account, $0.session.connection.abilities)
      }, silent: silent.count < sources.count ? silent : [])
  }
}

// MARK: - Asking

extension NotificationSources {
  /// Takes up what is held, and begins to look at it.
  func load() async {
    let sources = sources
    for source in sources { await source.board.load() }
    readBefore = [:]
    for source in sources { readBefore[source.session.account.id] = source.board.readUntil }
  }

  /// Asks what is new, of all at once; fails where every service does.
  func refresh(anew: Bool) async throws(FeedError) {
    let asked = sources.map { source in
      (source.session.account, Task { await source.board.answer(anew: anew) })
    }
    var silent: [FailedAccount] = []
    for (account, task) in asked {
      if let error = await task.value { silent.append(FailedAccount(account, error)) }
    }
    self.silent = silent
    if silent.count == asked.count, let error = silent.first?.error { throw error }
  }

  /// Asks for older ones where what is known ends first.
  func more(until isWanted: (Notification) -> Bool) async throws(FeedError) {
    let next = sources.filter(\.board.hasMore).max { $0.board.end < $1.board.end }
    try await next?.board.more(until: isWanted)
  }

  /// Everything that is there has been read.
  func markRead() { for source in sources { source.board.markRead() } }
}

extension NotificationBoard {
  /// When the oldest of them happened.
  fileprivate var end: Timestamp { notices.last?.at ?? Timestamp(milliseconds: .max) }

  /// Asks what is new; why it failed, nil where it did not.
  fileprivate func answer(anew: Bool) async -> FeedError? {
    do throws(FeedError) {
      try await refresh(anew: anew)
      return nil
    } catch { return error }
  }
}

// MARK: - Acting

extension NotificationSources {
  func toggle(_ action: Post.OwnActions, on post: Post?) {
    guard areTogether, let company else { return actions.toggle(action, on: post, in: session) }
    company.toggle(action, on: post)
  }

  func delete(_ post: Post?) {
    guard areTogether, let company else { return actions.delete(post, in: session) }
    company.delete(post)
  }

  /// Lets somebody follow who asked to, or not, as whoever they asked.
  func admit(_ person: Person.ID, _ isLetIn: Bool) {
    let change = PendingChange.admit(person.own, isLetIn)
    guard areTogether, let desk = company?.desk(of: person) else {
      if session.connection.abilities.canWrite { actions.perform(change) }
      return
    }
    if desk.session.connection.abilities.canWrite { desk.actions.perform(change) }
  }

  func undo() {
    guard areTogether, let company else { return actions.undo() }
    company.undo()
  }

  /// Forgets that somebody asked to follow: the service took the answer.
  func answered(_ person: Person.ID, as account: Account.ID) {
    sources.first { $0.session.account.id == account }?.board.answered(person)
  }

  /// Takes a post as its service confirmed it.
  func confirm(_ post: Post) {
    let account = post.id.whose ?? session.account.id
    sources.first { $0.session.account.id == account }?.board.confirm(post.asOwn)
  }

  /// Tells a listener whenever something happens to any of them, as long as it lives.
  func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    for source in sources { source.board.tell(listener, hear) }
  }

  /// Hears of what is done as any of those who are looked at together.
  func listen(_ hear: @escaping @MainActor (ActionEvent, Account.ID) -> Void) {
    guard areTogether, let company else { return }
    news.listen(to: company.boardsOfAll().map(\.desk)) { [weak self] news, account in
      if self?.areTogether == true { hear(news, account) }
    }
  }
}
