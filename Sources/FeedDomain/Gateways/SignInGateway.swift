/// What somebody types to sign in.
public struct Credentials: Hashable, Sendable {
  /// The name or handle.
  public let user: String
  /// The password.
  public let password: Secret

  package init(user: String, password: Secret) {
    (self.user, self.password) = (user, password)
  }
}

/// A password or token, which no log and no message shows.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The secret itself, for the one who sends or stores it.
  public let revealed: String

  package init(_ secret: String) { revealed = secret }

  /// Dots.
  public var description: String { "•••" }
  /// Dots.
  public var debugDescription: String { description }
  /// Nothing to see.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An account with the token that opens it.
public struct SignedInAccount: Hashable, Sendable {
  /// The account.
  public let account: Account
  /// Its token.
  public let token: Secret
  /// What gives the secret in the token; nil where the token is kept as it is.
  public let source: SecretSource?

  package init(_ account: Account, token: Secret, source: SecretSource? = nil) {
    (self.account, self.token, self.source) = (account, token, source)
  }
}

extension SignedInAccount {
  /// Whether its secret is not known yet: a stand-in is in its token.
  public var isLocked: Bool { source.map { $0.record == token } ?? false }

  /// The account with another token.
  public func holding(_ token: Secret) -> SignedInAccount {
    SignedInAccount(account, token: token, source: source)
  }

  /// The account with its secret from there, where nothing else is said of it.
  public func inheriting(_ source: SecretSource?) -> SignedInAccount {
    SignedInAccount(account, token: token, source: self.source ?? source)
  }
}

/// Trades secrets for an account.
public protocol SignInGateway: Sendable {
  /// The ways in, the one to offer first first; never empty.
  var ways: [SignInWay] { get }
  /// What lets anybody in who only wants to look around; nil where nobody gets in like that.
  var visitor: SignInAnswers? { get }
  /// The way by which that account was signed in to, as far as can be told.
  func way(of account: SignedInAccount) -> SignInWay
  /// Whether the account's token is known to lead to somebody else by now.
  func isAnothers(_ account: SignedInAccount) -> Bool
  /// Begins to sign in with what the person told.
  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep
  /// Goes on with what the browser showed in the end: a code, or the whole address.
  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount
  /// Makes the token worthless at the service.
  func signOut(_ account: SignedInAccount) async throws(FeedError)
  /// The account's token with that secret in the place of its own, blanks around it or not; nil where
  /// it has none that could be told again and again.
  func token(of account: SignedInAccount, holding secret: Secret) -> Secret?
}

extension SignInGateway {
  /// Most let nobody in without an account of their own.
  public var visitor: SignInAnswers? { nil }

  /// Signs in with a name and a password, where that is a way.
  public func signIn(_ credentials: Credentials) async throws(FeedError) -> SignedInAccount {
    guard let way = ways.first(where: { $0.fields.contains(.password) }) else {
      throw .refused(nil)
    }
    let answers: SignInAnswers = [.user: Secret(credentials.user), .password: credentials.password]
    guard case .signedIn(let account) = try await begin(way, answers) else { throw .badReply }
    return account
  }

  /// Where no secret could be told again, there is no place for one.
  public func token(of account: SignedInAccount, holding secret: Secret) -> Secret? { nil }

  /// Where nobody looks, nobody knows.
  public func isAnothers(_ account: SignedInAccount) -> Bool { false }

  /// Where nothing tells, the way to offer first.
  public func way(of account: SignedInAccount) -> SignInWay { ways[0] }

  /// Where no way leads through a browser there is nothing to go on with.
  public func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    throw .refused(nil)
  }
}
