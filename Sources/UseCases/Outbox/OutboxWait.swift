package import FeedDomain

/// What something in the outbox waits for.
package enum OutboxWait: Hashable, Sendable {
  /// Its turn, with nothing in its way.
  case turn
  /// The end of the time in which it can be undone.
  case undo(until: Timestamp)
  /// Something that goes before it.
  case older
  /// The next try, where it is known when, after one failed: its own, that of what goes before it,
  /// or one that held up everything.
  case nextTry(Timestamp?, after: FeedError)
  /// Nothing that would help: the service was to post it at a moment that is too near by now, or past.
  case tooLate

  /// What the item waits for, among all that waits of its account, oldest first. What is about to be
  /// queued as new makes the program try the line again at once.
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

  /// When it waits for something else at the latest.
  var end: Timestamp? {
    switch self {
    case .turn, .older, .tooLate: nil
    case .undo(let until): until
    case .nextTry(let moment, _): moment
    }
  }
}

extension OutboxItem {
  /// Until when the service must have it to post it at its moment; nil for what has none.
  var lastMoment: Timestamp? {
    guard case .publish(let draft) = change, draft.editing == nil else { return nil }
    return draft.postsAt?.advanced(by: .zero - DraftLimits.notice)
  }
}

/// A try that failed, and when the next one is.
private struct FailedTry {
  let moment: Timestamp
  let error: FeedError

  /// Whether everything else would have failed as well. A line is tried again for what is new; a
  /// limit is a limit.
  func holdsUpAll(new isNew: Bool) -> Bool {
    if case .rateLimited = error { true } else { error.isOutOfReach && !isNew }
  }
}

extension OutboxItem {
  /// Why the last try failed, where the next one is to come.
  fileprivate func nextTry(now: Timestamp) -> FailedTry? {
    guard case .queued(let until?, let error?) = state, until > now else { return nil }
    return FailedTry(moment: until, error: error)
  }

  /// Whether nothing is sent until somebody signs in.
  fileprivate var needsSignIn: Bool {
    if case .queued(_, .signedOut) = state { true } else { false }
  }
}
