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

extension OutboxItem {
  /// Whether it waits for the person alone.
  package var isRefused: Bool {
    if case .refused = state { true } else { false }
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

  /// Whether it takes back what was said.
  package var isDeletion: Bool {
    if case .delete = self { true } else { false }
  }

  /// Whether it is a post with a picture that is not at the service yet: when something is not found,
  /// that is the picture's file, and when something was called off, its opening.
  package var hasUnsentPictures: Bool {
    guard case .publish(let draft) = self else { return false }
    return draft.attachments.contains { $0.uploaded == nil }
  }
}
