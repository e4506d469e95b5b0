package import FeedDomain
package import Preferences
internal import UseCases

extension Route {
  /// The destination of a command that is available in every scene with posts; nil for other
  /// commands.
  package init?(_ command: Command, abilities: PostAbilities) {
    switch command {
    case .compose where abilities.canBegin: self = .compose(.post)
    case .outbox where abilities.canChange: self = .outbox
    case .ownProfile where abilities.people != nil: self = .profile(nil)
    default: return nil
    }
  }
}
