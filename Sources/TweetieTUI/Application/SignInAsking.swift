import FeedDomain
import Preferences

/// When somebody is asked to sign in again because a service no longer accepts their token: never
/// over what they are writing, and not once more where they would not, until they do something that
/// needs it.
struct SignInAsking {
  private var postponed: Account?
  private var declined: Set<Account.ID> = []

  /// What becomes of a question.
  enum Answer {
    case now, later, never
  }

  /// Whether to ask for the account now, while somebody types or does not.
  mutating func ask(for account: Account, isTyping: Bool) -> Answer {
    guard !declined.contains(account.id) else { return .never }
    guard isTyping else { return .now }
    guard postponed == nil else { return .never }
    postponed = account
    return .later
  }

  /// Whom to ask now that nobody types any more; nil for nobody.
  mutating func due(isTyping: Bool) -> Account? {
    guard !isTyping, let account = postponed else { return nil }
    postponed = nil
    return account
  }

  /// Somebody would not.
  mutating func decline(_ account: Account) {
    postponed = nil
    declined.insert(account.id)
  }

  /// Somebody does what may need it.
  mutating func obey(_ command: Command) {
    switch command {
    case .refresh, .like, .boost, .bookmark, .open, .send, .follow, .vote: declined = []
    default: break
    }
  }

  /// Somebody has signed in.
  mutating func forget() { self = SignInAsking() }
}
