package import FeedDomain
package import Terminal

/// What is done besides to posts and people; each kind has a line in each of these.
extension Wording {
  /// An act that can still be undone, and how.
  package func held(_ act: Act, key: String) -> SafeText {
    say("{done} · {key} undoes", ["done": done(act).string, "key": key])
  }

  /// That it is done.
  package func done(_ act: Act) -> SafeText {
    let values = ["tag": act.target, "server": act.target, "handle": act.detail]
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Following #{tag}", values)
    case (.followTag, false): say("Unfollowed #{tag}", values)
    case (.hideBoosts, true): say("Boosts of @{handle} hidden", values)
    case (.hideBoosts, false): say("Boosts of @{handle} shown", values)
    case (.tellOfPosts, true): say("You are told when @{handle} posts", values)
    case (.tellOfPosts, false): say("No longer told when @{handle} posts", values)
    case (.blockServer, true): say("{server} blocked", values)
    case (.blockServer, false): say("{server} unblocked", values)
    }
  }

  /// What an act does, where it waits.
  package func title(of act: Act) -> SafeText {
    let values = ["tag": act.target, "server": act.target, "handle": act.detail]
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Follow #{tag}", values)
    case (.followTag, false): say("Unfollow #{tag}", values)
    case (.hideBoosts, true): say("Hide boosts of @{handle}", values)
    case (.hideBoosts, false): say("Show boosts of @{handle}", values)
    case (.tellOfPosts, true): say("Be told when @{handle} posts", values)
    case (.tellOfPosts, false): say("Stop being told when @{handle} posts", values)
    case (.blockServer, true): say("Block {server}", values)
    case (.blockServer, false): say("Unblock {server}", values)
    }
  }
}
