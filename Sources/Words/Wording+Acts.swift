package import FeedDomain
package import Terminal

/// What is done besides to posts and people; each kind has a line in each of these.
extension Wording {
  /// An act that can still be undone, and how; what nothing undoes is told as done, or as about to be.
  package func held(_ act: Act, key: String) -> SafeText {
    let change = Change.act(act)
    guard change.inverse == nil else {
      return say("{done} · {key} undoes", ["done": done(act).string, "key": key])
    }
    return change.isPublic ? say("Sending in a moment · {key} undoes", ["key": key]) : done(act)
  }

  /// That it is done.
  package func done(_ act: Act) -> SafeText {
    let values = values(of: act)
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Following #{tag}", values)
    case (.followTag, false): say("Unfollowed #{tag}", values)
    case (.hideBoosts, true): say("Boosts of @{handle} hidden", values)
    case (.hideBoosts, false): say("Boosts of @{handle} shown", values)
    case (.tellOfPosts, true): say("You are told when @{handle} posts", values)
    case (.tellOfPosts, false): say("No longer told when @{handle} posts", values)
    case (.blockServer, true): say("{server} blocked", values)
    case (.blockServer, false): say("{server} unblocked", values)
    case (.note, _): say("Note on @{handle} kept", values)
    case (.muteFor, true): say("@{handle} muted for {span}", values)
    case (.muteFor, false): say("@{handle} unmuted", values)
    case (.report, _): say("@{handle} reported", values)
    case (.react, true): say("Reacted with {emoji}", values)
    case (.react, false): say("{emoji} taken back", values)
    case (.makeList, _): say("The list {name} begins", values)
    case (.renameList, _): say("The list is called {name} now", values)
    case (.dropList, _): say("The list {list} is gone", values)
    case (.enlist, true): say("Added to {list}", values)
    case (.enlist, false): say("Removed from {list}", values)
    case (.profile, _): say("Your profile was changed")
    case (.unschedule, _): say("A scheduled post was withdrawn")
    case (.filter, true): say("“{words}” is filtered", values)
    case (.filter, false): say("“{words}” is no longer filtered", values)
    }
  }

  /// What an act does, where it waits.
  package func title(of act: Act) -> SafeText {
    let values = values(of: act)
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Follow #{tag}", values)
    case (.followTag, false): say("Unfollow #{tag}", values)
    case (.hideBoosts, true): say("Hide boosts of @{handle}", values)
    case (.hideBoosts, false): say("Show boosts of @{handle}", values)
    case (.tellOfPosts, true): say("Be told when @{handle} posts", values)
    case (.tellOfPosts, false): say("Stop being told when @{handle} posts", values)
    case (.blockServer, true): say("Block {server}", values)
    case (.blockServer, false): say("Unblock {server}", values)
    case (.note, _): say("Keep a note on @{handle}", values)
    case (.muteFor, true): say("Mute @{handle} for {span}", values)
    case (.muteFor, false): say("Unmute @{handle}", values)
    case (.report, _): say("Report @{handle}", values)
    case (.react, true): say("React with {emoji}", values)
    case (.react, false): say("Take back {emoji}", values)
    case (.makeList, _): say("Begin the list {name}", values)
    case (.renameList, _): say("Call a list {name}", values)
    case (.dropList, _): say("Give up the list {list}", values)
    case (.enlist, true): say("Add somebody to {list}", values)
    case (.enlist, false): say("Remove somebody from {list}", values)
    case (.profile, _): say("Change your profile")
    case (.unschedule, _): say("Withdraw a scheduled post")
    case (.filter, true): say("Filter “{words}”", values)
    case (.filter, false): say("No longer filter “{words}”", values)
    }
  }

  private func values(of act: Act) -> [String: String] {
    [
      "tag": act.target, "server": act.target, "handle": act.detail, "emoji": act.detail,
      "words": act.detail, "list": act.detail,
      "name": act.answers[.name] ?? act.target,
      "span": act.answers[.lasts].map { choice($0, of: .lasts).string } ?? "",
    ]
  }
}
