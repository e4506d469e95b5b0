public import FeedDomain

/// What every scene that shows posts or people may need to hear of.
public indirect enum ActionEvent: Equatable, Sendable {
  /// The change was made on the screen; the outbox has it, or will in a moment.
  case acted(PendingChange)
  /// It is held back until that moment and can be undone (`U`).
  case held(PendingChange, until: Timestamp)
  /// It was taken back before it was sent, or its inverse was sent after it.
  case undone(PendingChange)
  case nothingToUndo
  /// The service said no: it was rolled back to what the service last confirmed.
  case refused(PendingChange, FeedError)
  /// So it did, and nothing of the kind can be done at the service.
  case withheld(PendingChange, Permission.Reason)
  /// So much of a post's pictures has arrived, from 0 to 1; nil when the rest of it is sent.
  case uploading(OutboxItem.ID, Double?)
  /// The service did it.
  case delivered(PendingChange, Outcome)
  /// It could not be kept, so it was rolled back and will not be sent.
  case notKept(PendingChange, StoreError)
  /// So many changes wait to be sent, and so many were refused and wait for the reader; the error is
  /// why the last try failed.
  case waiting(Int, FeedError?, refused: Int = 0)
  /// These posts are held with other counts, words or marks than before. That they look different is
  /// told right after it.
  case stored([Post])
  /// These posts look different now: a change was made or rolled back, or the service told more.
  case changed(ChangeSet)
  /// Another process changed what is stored: anything shown may be older than what is held now.
  case changedElsewhere
  /// The service no longer accepts the token; what waits is sent after signing in again.
  case signedOut
}

extension Presenting {
  /// Passes on what of an action's news happens once in a scene of that account.
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
