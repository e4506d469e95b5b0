public import FeedDomain

public enum OutboxWaitReason: Equatable, Sendable {
  /// A reason to wait: none, since the outbox item is sent next.
  case turn
  /// A reason to wait: the outbox item can be undone until this time.
  case undo(until: Timestamp)
  /// A reason to wait: an older outbox item of the account is sent first.
  case older
  /// A reason to wait: the service refused to delete the post that the outbox item replaces, and
  /// the user has to decide.
  case refusedDeletion
  /// A reason to wait: the next attempt is due at this time, nil if unknown, after an error of this
  /// outbox item, of an older one, or of the connection.
  case nextTry(Timestamp?, after: FeedError)
  /// A reason to wait: the time is past at which the service would still accept the scheduled post,
  /// so that it is not sent.
  case tooLate

  /// Creates the reason why an outbox item waits, given the account's items, oldest first. A new
  /// item is sent at once even if the connection failed before.
  package init(
    of item: OutboxItem, among items: [OutboxItem], now: Timestamp, isNew: Bool = false
  ) {
    guard case .queued(let until, let error) = item.state else {
      self = .turn
      return
    }
    if let last = item.lastMoment, last < now {
      self = .tooLate
      return
    }
    let failures = items.compactMap { $0.failedAttemptAwaitingRetry(now: now) }
    var queue = BlockingItemSearch()
    for older in items.prefix(while: { $0.id != item.id }) {
      _ = queue.addItemReturningBlockers(older)
    }
    let holders = queue.addItemReturningBlockers(item)
    let stop = failures.filter { $0.delaysAllOutboxItems(isNew: isNew) }.max {
      $0.moment < $1.moment
    }
    if items.contains(where: \.needsSignIn) {
      self = .nextTry(nil, after: .signedOut)
    } else if let until, until > now {
      self = error.map { .nextTry(until, after: $0) } ?? .undo(until: until)
    } else if holders.contains(where: \.isRefused) {
      self = .refusedDeletion
    } else if let older = holders.first {
      self =
        older.failedAttemptAwaitingRetry(now: now).map { .nextTry($0.moment, after: $0.error) }
        ?? .older
    } else if let stop {
      self = .nextTry(stop.moment, after: stop.error)
    } else {
      self = error.map { .nextTry(nil, after: $0) } ?? .turn
    }
  }

  /// The time at which the outbox item stops waiting for this reason; nil if unknown.
  var end: Timestamp? {
    switch self {
    case .turn, .older, .refusedDeletion, .tooLate: nil
    case .undo(let until): until
    case .nextTry(let moment, _): moment
    }
  }
}

extension OutboxItem {
  /// The latest time at which the outbox item's scheduled post can still be sent; nil for items
  /// without a scheduled post.
  var lastMoment: Timestamp? {
    guard case .publish(let draft) = change, draft.editing == nil else { return nil }
    return draft.postsAt?.timeAdvanced(by: .zero - DraftLimits.notice)
  }
}

/// A failed attempt to send an outbox item, with its error and the time of the next attempt.
private struct FailedDeliveryAttempt {
  let moment: Timestamp
  let error: FeedError

  /// Returns true if the error delays all outbox items; a connection error does not delay new ones.
  func delaysAllOutboxItems(isNew: Bool) -> Bool {
    if case .rateLimited = error { true } else { error.isOutOfReach && !isNew }
  }
}

extension OutboxItem {
  /// Returns the failed attempt of the outbox item that is to be repeated; nil if there is none.
  fileprivate func failedAttemptAwaitingRetry(now: Timestamp) -> FailedDeliveryAttempt? {
    guard case .queued(let until?, let error?) = state, until > now else { return nil }
    return FailedDeliveryAttempt(moment: until, error: error)
  }

  /// True if the outbox item waits until the user signs in again.
  fileprivate var needsSignIn: Bool {
    if case .queued(_, .signedOut) = state { true } else { false }
  }
}
