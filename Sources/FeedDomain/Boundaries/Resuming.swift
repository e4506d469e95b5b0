/// Asks again for what was refused for want of a valid token.
@MainActor public protocol Resuming: AnyObject {
  /// The account has been signed in to again.
  func resume() async
}
