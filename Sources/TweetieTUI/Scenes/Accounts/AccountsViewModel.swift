import FeedDomain
import Terminal

/// An account, as a row.
struct AccountRow: Identifiable, Equatable {
  let id: Account.ID
  /// Whose it is.
  let handle: SafeText
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
  let rows: [AccountRow]
}

/// Shows the accounts.
@MainActor protocol AccountsDisplaying: AnyObject {
  /// Shows them so.
  func display(_ viewModel: AccountsViewModel)
  /// Asks before signing out, or shows it going on; nil takes that away.
  func show(_ dialog: ProfileDialog?)
  /// Goes on with that account.
  func use(_ account: SignedInAccount)
  /// Signs in to that account again.
  func askToSignIn(_ account: Account)
  /// The account in front is gone.
  func leave(_ message: Message)
  /// Tells the person something.
  func say(_ message: Message)
}
