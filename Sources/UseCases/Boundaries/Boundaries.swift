/// Takes what the person wants, and decides what comes of it: what a view makes its requests to.
@MainActor public protocol Interacting<Request>: AnyObject {
  associatedtype Request: Sendable

  /// Answers a request; what is asked of a service goes on by itself, and is told when it is there.
  func handle(_ request: Request) async
  /// The account has been signed in to again: asks once more for what was refused for want of a valid
  /// token.
  func resume() async
}

extension Interacting {
  /// Where nothing is asked of a service, nothing was refused.
  public func resume() async {}
}

/// Takes what happened, and puts it into words: what an interactor tells.
@MainActor public protocol Presenting<Response>: AnyObject {
  associatedtype Response: Sendable

  /// Shows what happened.
  func present(_ response: Response)
}

/// Takes what is to be seen, ready to be drawn: what a presenter shows it on.
@MainActor public protocol Displaying<ViewModel>: AnyObject {
  associatedtype ViewModel: Equatable

  /// Shows it so; what is the same as before need not be drawn anew.
  func display(_ viewModel: ViewModel)
}
