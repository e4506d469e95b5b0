import FeedDomain
import Terminal

/// An account, as a row.
struct AccountRow: Identifiable, Equatable {
  let id: Account.ID
  /// Whose it is.
  let handle: SafeText
  /// As they call themselves; the handle where that is not known.
  let name: SafeText
  /// Their picture; nil where they have none, or it cannot be had from here.
  let portrait: Photo?
  /// How many notifications are new; empty for none.
  let unread: SafeText
  /// Where.
  let service: SafeText
  /// Whether it is the one in front, and what waits in it; empty for nothing to tell.
  let remarks: [SafeText]
  /// Where its secret comes from; nil where that is kept.
  let secret: SafeText?
  /// Whether it is the one in front.
  let isCurrent: Bool
  /// Whether it has to be signed in to again.
  let isRefused: Bool
}

/// What the accounts scene shows.
struct AccountsViewModel: Equatable {
  /// The name of the scene.
  let title: SafeText
  /// The accounts, the one in front first.
  var rows: [AccountRow] = []
  /// What is asked before signing out, or that it goes on; nil for neither.
  var dialog: ProfileDialog?
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// Goes on with that account.
    case use(SignedInAccount)
    /// Signs in to that account again.
    case askToSignIn(Account)
    /// The account in front is gone.
    case leave(Message)
    /// Tells the person something.
    case say(Message)
  }
}
