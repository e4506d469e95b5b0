/// Looking through the accounts: which is used, what waits in each, and the way out of them.
public enum Accounts {
  /// An account.
  public struct Entry: Equatable, Sendable {
    /// The account.
    public let account: Account
    /// Whether it is the one in front.
    public let isCurrent: Bool
    /// How many changes wait to be sent.
    public let waiting: Int
    /// Whether its token was refused, so that nothing goes on for it.
    public let isRefused: Bool
    /// The command that gives its secret; nil where that is kept.
    public let command: String?
    /// Whether the command gave none, so that nothing goes on for it.
    public let isLocked: Bool

    /// An account.
    public init(
      _ account: Account, isCurrent: Bool, waiting: Int, isRefused: Bool = false,
      command: String? = nil, isLocked: Bool = false
    ) {
      self.isLocked = isLocked
      self.command = command
      self.account = account
      self.isCurrent = isCurrent
      self.waiting = waiting
      self.isRefused = isRefused
    }
  }

  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To see them.
    case open
    /// To go on with that one; where its token was refused, after signing in to it again.
    case use(Account.ID)
    /// To sign out of one: asks first, and shows what has not been sent.
    case signOut(Account.ID)
    /// To sign out of it, having been asked.
    case reallySignOut
    /// Not to sign out of it after all.
    case stay
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
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
