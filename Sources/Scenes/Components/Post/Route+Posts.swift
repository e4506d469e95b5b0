package import FeedDomain
package import Preferences
internal import UseCases

extension Route {
  /// Where a command leads from any scene that shows posts; nil where it leads nowhere.
  package init?(_ command: Command, abilities: PostAbilities) {
    switch command {
    case .compose where abilities.canBegin: self = .compose(.post)
    case .outbox where abilities.canChange: self = .outbox
    case .ownProfile where abilities.people != nil: self = .profile(nil)
    default: return nil
    }
  }
}
