public import FeedDomain

/// An event about the reader's actions and stored posts, for all scenes with posts or people.
public indirect enum ActionEvent: Equatable, Sendable {
  /// A change is shown; the outbox has stored it or is about to.
  case acted(PendingChange)
  /// A change is delayed until a time, and can be undone.
  case held(PendingChange, until: Timestamp)
  /// A change was withdrawn, or its inverse will be sent.
  case undone(PendingChange)
  case nothingToUndo
  /// The service refused a change, which was rolled back.
  case refused(PendingChange, FeedError)
  /// The service refused a change, and offers nothing of its kind.
  case withheld(PendingChange, Permission.Reason)
  /// The progress of uploading a post's pictures, in 0...1; nil when finished.
  case uploading(OutboxItem.ID, Double?)
  /// The service carried out a change.
  case delivered(PendingChange, Outcome)
  /// A change could not be stored, and was rolled back.
  case notKept(PendingChange, StoreError)
  /// Numbers of waiting and of refused changes, with the latest failure.
  case waiting(Int, FeedError?, refused: Int = 0)
  /// Stored posts with new counts, content or actions; followed by `changed`.
  case stored([Post])
  /// Posts or feeds that look different after a change, a rollback or an update.
  case changed(ChangeSet)
  /// Another process changed the stores, so that everything shown may be outdated.
  case changedElsewhere
  /// The service rejected the token; pending changes are sent after signing in again.
  case signedOut
}

extension Presenting {
  /// Performs the one-time effects of an event.
  func perform(_ news: ActionEvent, of account: Account) {
    switch news {
    case .acted(.mark(let post, .liked, true)): perform(.flash(post))
    case .signedOut: perform(.askToSignIn(account))
    case .acted, .held, .undone, .nothingToUndo, .refused, .withheld, .delivered, .notKept:
      perform(.action(news, of: account))
    case .uploading, .waiting, .stored, .changed, .changedElsewhere: break
    }
  }
}
