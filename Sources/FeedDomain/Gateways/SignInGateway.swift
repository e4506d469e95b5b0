/// What somebody types to sign in.
public struct Credentials: Hashable, Sendable {
  /// The name or handle.
  public let user: String
  /// The password.
  public let password: Secret

  /// What somebody types to sign in.
  public init(user: String, password: Secret) {
    self.user = user
    self.password = password
  }
}

/// A password or token, which no log and no message shows.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The secret itself, for the one who sends or stores it.
  public let revealed: String

  /// Keeps a secret.
  public init(_ secret: String) { revealed = secret }

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

  /// An account with its token.
  public init(_ account: Account, token: Secret) {
    self.account = account
    self.token = token
  }
}

/// Trades secrets for an account.
public protocol SignInGateway: Sendable {
  /// The ways in, the one to offer first first; never empty.
  var ways: [SignInWay] { get }
  /// The way by which that account was signed in to, as far as can be told.
  func way(of account: SignedInAccount) -> SignInWay
  /// Begins to sign in with what the person told.
  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep
  /// Goes on with what the browser showed in the end: a code, or the whole address.
  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount
  /// Makes the token worthless at the service.
  func signOut(_ account: SignedInAccount) async throws(FeedError)
}

extension SignInGateway {
  /// Signs in with a name and a password, where that is a way.
  public func signIn(_ credentials: Credentials) async throws(FeedError) -> SignedInAccount {
    guard let way = ways.first(where: { $0.fields.contains(.password) }) else {
      throw .refused(nil)
    }
    let answers: SignInAnswers = [.user: Secret(credentials.user), .password: credentials.password]
    guard case .signedIn(let account) = try await begin(way, answers) else { throw .badReply }
    return account
  }

  /// Where nothing tells, the way to offer first.
  public func way(of account: SignedInAccount) -> SignInWay { ways[0] }

  /// Where no way leads through a browser there is nothing to go on with.
  public func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    throw .refused(nil)
  }
}
