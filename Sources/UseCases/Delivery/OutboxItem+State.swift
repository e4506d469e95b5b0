internal import FeedDomain

extension OutboxItem {
  /// Whether taking it out of the outbox undoes it. What was tried may have arrived, and is undone
  /// by its inverse; a post has none, and becomes a draft again.
  var canBeTakenOut: Bool {
    guard case .queued = state, tries == nil else { return false }
    return isUntouched || change.inverse == nil
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

  /// The same item, as far as that.
  func with(_ state: State) -> OutboxItem { changed(self) { $0.state = state } }
}

extension Change {
  /// The posts that look different because of it.
  var affected: Set<Post.ID> { post.map { [$0] } ?? [] }
}
