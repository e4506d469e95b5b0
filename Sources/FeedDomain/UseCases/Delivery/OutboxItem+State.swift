extension OutboxItem {
  /// Whether taking it out of the outbox undoes it. What was tried may have arrived, and is undone
  /// by its inverse; a post has none, and becomes a draft again.
  var canBeTakenOut: Bool {
    guard case .queued = state, tries == nil else { return false }
    return isUntouched || change.inverse == nil
  }

  /// Whether it waits for the person alone.
  package var isRefused: Bool {
    if case .refused = state { true } else { false }
  }

  /// Whether it has not been sent, nor tried to be: taking it back leaves nothing behind.
  var isUntouched: Bool {
    if case .queued = state { attempts == 0 } else { false }
  }

  /// Whether the clock was set back since it was told until when to wait: nobody meant that long.
  func waitsForAnotherClock(now: Timestamp) -> Bool {
    guard case .queued(let until?, let error) = state else { return false }
    // What is held back so that it can be undone waits as long as the person chose.
    guard error != nil else { return createdAt > now.advanced(by: .seconds(60)) }
    return until > now.advanced(by: Backoff.longest * 2)
  }

  /// Whether the other makes it pointless: same subject, and this one is not on the wire.
  func isReplaced(by other: OutboxItem) -> Bool {
    guard let subject = change.subject, subject == other.change.subject else { return false }
    return id != other.id && state != .sending
  }

  /// Whether nobody can tell what came of it, and the person is asked.
  package var isInDoubt: Bool { state == .refused(.outcomeUnknown) }

  /// Whether it can be sent now, as far as it is concerned itself.
  package func isDue(now: Timestamp) -> Bool {
    switch state {
    case .queued(let notBefore, _): notBefore.map { $0 <= now } ?? true
    case .ambiguous: true
    case .sending, .refused: false
    }
  }

  /// Whether a younger item of the account depends on this one and waits for it: because both are
  /// about the same, because both belong to one thread, or because what somebody says stays in order
  /// as long as this one waits for its turn or for the line. One that fails by itself, or is held back
  /// itself, lets others pass.
  fileprivate func holdsBack(_ younger: OutboxItem, isHeld: Bool) -> Bool {
    guard !isRefused else { return false }
    if let subject = change.subject, subject == younger.change.subject { return true }
    guard case .publish(let draft) = change else { return false }
    guard case .publish(let other) = younger.change else {
      return draft.editing != nil && draft.editing == younger.change.post
        && !younger.change.isDeletion
    }
    return !isHeld && !failsByItself || !draft.threadPosts.isDisjoint(with: other.threadPosts)
  }

  /// Whether its last try failed for a reason of its own, which does not concern others.
  private var failsByItself: Bool {
    guard case .queued(_, let error?) = state else { return false }
    switch error {
    case .unreachable, .untrusted, .rateLimited, .signedOut, .invalidCredentials, .missingLibrary:
      return false
    case .refused, .misconfigured, .notFound, .serverFailed, .badReply, .endless, .cancelled,
      .outcomeUnknown:
      return true
    }
  }

  /// The same item, as far as that.
  func with(_ state: State) -> OutboxItem { changed(self) { $0.state = state } }
}

/// The waiting items of an account, looked through from the oldest on.
package struct OutboxQueue {
  private var waiting: [(item: OutboxItem, isHeld: Bool)] = []

  /// A queue in which nothing waits.
  package init() {}

  /// Adds an item behind all others, and returns those of them that it waits for.
  package mutating func add(_ item: OutboxItem) -> [OutboxItem] {
    let holders = waiting.filter { $0.item.holdsBack(item, isHeld: $0.isHeld) }.map(\.item)
    waiting.append((item, !holders.isEmpty))
    return holders
  }
}

extension Draft {
  /// The posts of the thread it belongs to, as far as it names them.
  fileprivate var threadPosts: Set<Post.ID> { Set([editing, replyTo, quoting].compactMap(\.self)) }
}

extension Change {
  /// Whether it says something new, which others would read twice if it were sent twice.
  package var saysSomethingNew: Bool {
    switch self {
    case .publish(let draft): draft.editing == nil
    case .act(let act): act.kind == .message || act.kind == .publishMedia
    case .mark, .follow, .mute, .block, .admit, .vote, .delete: false
    }
  }

  /// The posts that look different because of it.
  var affected: Set<Post.ID> { post.map { [$0] } ?? [] }
}
