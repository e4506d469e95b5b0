internal import FeedDomain

/// Hears what is done as any of the accounts that are read together, and tells it with their ids.
@MainActor final class AccountGroupActions {
  /// How much waits to be sent and how much was refused, account by account.
  private var waiting: [Account.ID: (waiting: Int, refused: Int)] = [:]

  /// Hears of those accounts, and goes on hearing of the ones before.
  func listen(
    to desks: [RunningAccounts.RunningAccount],
    _ tell: @escaping @MainActor (ActionEvent, Account.ID) -> Void
  ) {
    for desk in desks {
      let account = desk.session.account.id
      desk.actions.tell(self) { listener, news in
        guard let news = listener.take(news, of: account) else { return }
        tell(news.seen(by: account), account)
      }
    }
  }

  /// What waits is counted over all.
  private func take(_ news: ActionEvent, of account: Account.ID) -> ActionEvent? {
    guard case .waiting(let count, let error, let refused) = news else { return news }
    waiting[account] = (count, refused)
    return .waiting(
      waiting.values.reduce(0) { $0 + $1.waiting }, error,
      refused: waiting.values.reduce(0) { $0 + $1.refused })
  }
}

extension ActionEvent {
  /// The same with ids that tell whose they are.
  fileprivate func seen(by account: Account.ID) -> ActionEvent {
    switch self {
    case .acted(let change): .acted(change.seen(by: account))
    case .held(let change, let until): .held(change.seen(by: account), until: until)
    case .undone(let change): .undone(change.seen(by: account))
    case .refused(let change, let error): .refused(change.seen(by: account), error)
    case .withheld(let change, let reason): .withheld(change.seen(by: account), reason)
    case .notKept(let change, let error): .notKept(change.seen(by: account), error)
    case .delivered(let change, .post(let post)):
      .delivered(change.seen(by: account), .post(post.seen(by: account)))
    case .delivered(let change, let outcome): .delivered(change.seen(by: account), outcome)
    case .stored(let posts): .stored(posts.map { $0.seen(by: account) })
    case .changed(let changes): .changed(changes.seen(by: account))
    case .nothingToUndo, .sending, .uploading, .waiting, .changedElsewhere, .signedOut: self
    }
  }
}

extension PendingChange {
  fileprivate func seen(by account: Account.ID) -> PendingChange {
    switch self {
    case .mark(let post, let action, let isDone): .mark(post.of(account), action, isDone)
    case .vote(let post, let answers): .vote(post.of(account), answers)
    case .delete(let post): .delete(post.of(account))
    case .follow, .mute, .block, .admit, .publish, .act: self
    }
  }
}

extension ChangeSet {
  fileprivate func seen(by account: Account.ID) -> ChangeSet {
    ChangeSet(
      feeds: feeds.contains(.home) ? [.everything] : [],
      posts: Set(posts.map { $0.of(account) }))
  }
}
