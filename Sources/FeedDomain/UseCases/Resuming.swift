/// Asks again for what was refused for want of a valid token.
@MainActor public protocol Resuming: AnyObject {
  /// The account has been signed in to again.
  func resume() async
}

extension StreamInteractor: Resuming {}
extension ConversationInteractor: Resuming {}
extension ProfileInteractor: Resuming {}
extension PeopleInteractor: Resuming {}
extension PhotoInteractor: Resuming {}
extension NoticesInteractor: Resuming {}
extension SearchInteractor: Resuming {}
