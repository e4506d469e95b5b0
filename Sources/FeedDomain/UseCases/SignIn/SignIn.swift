/// Signing in to a service, for the first time or because a token is no longer accepted.
public enum SignIn {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To sign in to that service; for an account whose token was refused, to sign in again.
    case open(Service, again: Account?)
    /// To try these.
    case submit(Credentials)
    /// To call off what is being tried.
    case cancel
  }

  /// What happened.
  public enum Response: Equatable, Sendable {
    /// The fields can be filled in; the handle is known when it is done again.
    case ready(Service, handle: String?)
    /// The service is being asked.
    case checking
    /// It said no, or could not be asked.
    case refused(FeedError)
    /// The account could not be kept.
    case notKept(StoreError)
    /// It is done, and the account is kept.
    case signedIn(SignedInAccount)
  }
}

/// Decides what signing in does.
@MainActor public protocol SignInInteracting: AnyObject {
  /// Answers a request.
  func handle(_ request: SignIn.Request) async
}

/// Shows what signing in did.
@MainActor public protocol SignInPresenting: AnyObject {
  /// Shows what happened.
  func present(_ response: SignIn.Response)
}
