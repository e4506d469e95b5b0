public import FeedDomain

/// The reason why an outbox item waits.
public enum OutboxWaitReason: Equatable, Sendable {
  /// The item is next, and waits for nothing else.
  case turn
  /// The item can be undone until a time.
  case undo(until: Timestamp)
  /// The outbox item waits for an older one.
  case older
  /// A retry is due at a time, if known, after an error of this item, an older one, or the
  /// connection.
  case nextTry(Timestamp?, after: FeedError)
  /// The item can no longer be sent, as its publication time is too near or past.
  case tooLate

  /// Determines why an item waits among the account's items, oldest first. A new item retries the
  /// connection at once.
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
    let failures = items.compactMap { $0.nextTry(now: now) }
    var queue = OutboxQueue()
    for older in items.prefix(while: { $0.id != item.id }) { _ = queue.add(older) }
    let older = queue.add(item).first
    let stop = failures.filter { $0.holdsUpAll(new: isNew) }.max { $0.moment < $1.moment }
    if items.contains(where: \.needsSignIn) {
      self = .nextTry(nil, after: .signedOut)
    } else if let until, until > now {
      self = error.map { .nextTry(until, after: $0) } ?? .undo(until: until)
    } else if let older {
      self = older.nextTry(now: now).map { .nextTry($0.moment, after: $0.error) } ?? .older
    } else if let stop {
      self = .nextTry(stop.moment, after: stop.error)
    } else {
      self = error.map { .nextTry(nil, after: $0) } ?? .turn
    }
  }

  /// The time at which the reason changes, if known.
  var end: Timestamp? {
    switch self {
    case .turn, .older, .tooLate: nil
    case .undo(let until): until
    case .nextTry(let moment, _): moment
    }
  }
}

extension OutboxItem {
  /// The latest time to send a scheduled post; nil for other items.
  var lastMoment: Timestamp? {
    guard case .publish(let draft) = change, draft.editing == nil else { return nil }
    return draft.postsAt?.advanced(by: .zero - DraftLimits.notice)
  }
}

/// A failed attempt with the time of the retry.
private struct FailedTry {
  let moment: Timestamp
  let error: FeedError

  /// Returns whether the error holds up all items; connection errors do not hold up new ones.
  func holdsUpAll(new isNew: Bool) -> Bool {
    if case .rateLimited = error { true } else { error.isOutOfReach && !isNew }
  }
}

extension OutboxItem {
  /// The failed attempt before a scheduled retry.
  fileprivate func nextTry(now: Timestamp) -> FailedTry? {
    guard case .queued(let until?, let error?) = state, until > now else { return nil }
    return FailedTry(moment: until, error: error)
  }

  /// True if nothing is sent before signing in again.
  fileprivate var needsSignIn: Bool {
    if case .queued(_, .signedOut) = state { true } else { false }
  }
}
