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

/// Trades a secret for an account.
public protocol SignInGateway: Sendable {
  /// Signs in.
  func signIn(_ credentials: Credentials) async throws(FeedError) -> SignedInAccount
  /// Makes the token worthless at the service.
  func signOut(_ account: SignedInAccount) async throws(FeedError)
}
