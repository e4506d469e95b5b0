import FeedDomain
import Terminal

/// What the sign-in scene shows.
struct SignInViewModel: Equatable {
  /// How far signing in has come.
  enum State: Equatable {
    /// The fields can be filled in.
    case ready
    /// The service is being asked.
    case checking(SafeText)
    /// It did not work, and why.
    case refused(SafeText)
  }

  /// The words beside the fields and under them.
  struct Labels: Equatable {
    let service: SafeText
    let user: SafeText
    let password: SafeText
    let signIn: SafeText
    let nextField: SafeText
    let leave: SafeText
    let callOff: SafeText
  }

  /// Why one signs in.
  let sentence: SafeText
  /// Where.
  let service: SafeText
  /// What may be typed to have a look.
  let tip: SafeText?
  /// The name that is known already.
  let handle: String?
  /// Whether there is a scene behind to go back to.
  let isAgain: Bool
  /// The words around.
  let labels: Labels
  /// How far it has come.
  var state: State

  /// The same, one step further.
  func with(_ state: State) -> SignInViewModel {
    var copy = self
    copy.state = state
    return copy
  }
}

/// Shows signing in.
@MainActor protocol SignInDisplaying: AnyObject {
  /// Shows it so.
  func display(_ viewModel: SignInViewModel)
  /// It is done: the program can go on with the account.
  func finish(with account: SignedInAccount)
}
