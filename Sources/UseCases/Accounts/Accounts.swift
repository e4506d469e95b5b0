package import FeedDomain

/// Looking through the accounts: which is used, what waits in each, and the way out of them.
package enum Accounts {
  /// An account.
  package struct Entry: Equatable, Sendable {
    package let account: Account
    /// Whether it is the one in front.
    package let isCurrent: Bool
    /// How many changes wait to be sent.
    package let waiting: Int
    /// Who it is, as far as that is held.
    package let person: Person?
    /// How many notifications are held that were not read.
    package let unread: Int
    /// Whether its token was refused, so that nothing goes on for it.
    package let isRefused: Bool
    /// The command that gives its secret; nil where that is kept.
    package let command: String?
    /// Whether the command gave none, so that nothing goes on for it.
    package let isLocked: Bool

    package init(
      _ account: Account, isCurrent: Bool, waiting: Int, person: Person? = nil, unread: Int = 0,
      isRefused: Bool = false, command: String? = nil, isLocked: Bool = false
    ) {
      (self.person, self.unread) = (person, unread)
      self.isLocked = isLocked
      self.command = command
      self.account = account
      self.isCurrent = isCurrent
      self.waiting = waiting
      self.isRefused = isRefused
    }
  }

  package enum Request: Equatable, Sendable {
    case open
    /// To go on with that one; where its token was refused, after signing in to it again.
    case use(Account.ID)
    /// To sign out of one: asks first, and shows what has not been sent.
    case signOut(Account.ID)
    /// To sign out of it, having been asked.
    case reallySignOut
    /// Not to sign out of it after all.
    case stay
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// The accounts, the one in front first.
    case accounts([Entry])
    /// That account is the current one now.
    case using(SignedInAccount)
    /// That account has to be signed in to again first.
    case mustSignIn(Account)
    /// Before signing out: what would be lost.
    case confirmSignOut(Account, SignOutLosses)
    /// Nobody signs out after all.
    case staying
    /// Signing out is going on: the service is told.
    case signingOut
    /// Everything of the account is erased here; the error is why the service could not be told.
    case signedOut(Account, FeedError?, wasCurrent: Bool)
    /// Something could not be read, kept or erased.
    case storeFailed(StoreError)
  }
}
