public import FeedDomain

public enum OutboxWaitReason: Equatable, Sendable {
  /// A reason to wait: none, since the outbox item is sent next.
  case sentNext
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
    var queue = BlockingItemSearch()
    for older in items.prefix(while: { $0.id != item.id }) {
      _ = queue.addItemReturningBlockers(older)
    }
    self.init(
      of: item, behind: queue.addItemReturningBlockers(item),
      OutboxObstacles(of: items, now: now), now: now, isNew: isNew)
  }

  /// Returns the reasons why an account's outbox items wait, oldest first, in the same order.
  package static func waitReasons(of items: [OutboxItem], now: Timestamp) -> [OutboxWaitReason] {
    let obstacles = OutboxObstacles(of: items, now: now)
    var queue = BlockingItemSearch()
    return items.map { item in
      OutboxWaitReason(
        of: item, behind: queue.addItemReturningBlockers(item), obstacles, now: now, isNew: false)
    }
  }

  private init(
    of item: OutboxItem, behind holders: [OutboxItem], _ obstacles: OutboxObstacles,
    now: Timestamp, isNew: Bool
  ) {
    guard case .queued(let until, let error) = item.state else {
      self = .sentNext
      return
    }
    if let last = item.lastMoment, last < now {
      self = .tooLate
      return
    }
    let stop = isNew ? obstacles.rateLimit : obstacles.stop
    if obstacles.needsSignIn {
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
      self = error.map { .nextTry(nil, after: $0) } ?? .sentNext
    }
  }

  /// The time at which the outbox item stops waiting for this reason; nil if unknown.
  var end: Timestamp? {
    switch self {
    case .sentNext, .older, .refusedDeletion, .tooLate: nil
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
}

/// A record of what delays all items of an account's outbox.
private struct OutboxObstacles {
  let needsSignIn: Bool
  /// The rate limit that ends last; nil for none.
  var rateLimit: FailedDeliveryAttempt?
  /// The rate limit or connection error whose pause ends last; nil for none. A connection error
  /// does not delay new items.
  var stop: FailedDeliveryAttempt?

  init(of items: [OutboxItem], now: Timestamp) {
    needsSignIn = items.contains(where: \.needsSignIn)
    for failure in items.compactMap({ $0.failedAttemptAwaitingRetry(now: now) }) {
      let isRateLimit = if case .rateLimited = failure.error { true } else { false }
      if isRateLimit, rateLimit.map({ $0.moment < failure.moment }) ?? true {
        rateLimit = failure
      }
      if isRateLimit || failure.error.isOutOfReach,
        stop.map({ $0.moment < failure.moment }) ?? true
      {
        stop = failure
      }
    }
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
