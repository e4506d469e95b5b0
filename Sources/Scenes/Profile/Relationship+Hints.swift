package import FeedDomain
package import Preferences
package import Terminal
package import Words

extension Wording {
  /// What keys do that take back how the reader stands to somebody.
  package func hints(for relationship: Relationship) -> [Command: SafeText] {
    var words: [Command: SafeText] = [:]
    if relationship.isWanted { words[.follow] = say("unfollow") }
    if relationship.isMuted { words[.mute] = say("unmute") }
    if relationship == .blocked { words[.block] = say("unblock") }
    return words
  }
}
