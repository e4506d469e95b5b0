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
    case (.reschedule, _): say("A scheduled post was moved")
    case (.answerNews, true): say("Reacted with {emoji}", values)
    case (.answerNews, false): say("{emoji} taken back", values)
    case (.feature, true): say("@{handle} is featured on your profile", values)
    case (.feature, false): say("@{handle} is no longer featured", values)
    case (.publishMedia, _): say("Published")
    case (.message, _): say("Message sent to @{handle}", values)
    case (.pinFeed, true): say("{name} is among your streams", values)
    case (.pinFeed, false): say("{name} is no longer among your streams", values)
    case (.likeFeed, true): say("You like {name}", values)
    case (.likeFeed, false): say("{name} no longer liked", values)
    case (.takeLabels, true): say("Labels of @{handle} are shown", values)
    case (.takeLabels, false): say("Labels of @{handle} are no longer shown", values)
    case (.filter, true): say("“{words}” is filtered", values)
    case (.filter, false): say("“{words}” is no longer filtered", values)
    }
  }

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
    case (.reschedule, _): say("Move a scheduled post")
    case (.answerNews, true): say("React with {emoji}", values)
    case (.answerNews, false): say("Take back {emoji}", values)
    case (.feature, true): say("Feature @{handle} on your profile", values)
    case (.feature, false): say("No longer feature @{handle}", values)
    case (.publishMedia, _): say("Publish {address}", values)
    case (.message, _): say("Message to @{handle}", values)
    case (.pinFeed, true): say("Pin {name}", values)
    case (.pinFeed, false): say("Unpin {name}", values)
    case (.likeFeed, true): say("Like {name}", values)
    case (.likeFeed, false): say("No longer like {name}", values)
    case (.takeLabels, true): say("Show labels of @{handle}", values)
    case (.takeLabels, false): say("No longer show labels of @{handle}", values)
    case (.filter, true): say("Filter “{words}”", values)
    case (.filter, false): say("No longer filter “{words}”", values)
    }
  }

  private func values(of act: Act) -> [String: String] {
    [
      "tag": act.target, "server": act.target, "handle": act.detail, "emoji": act.detail,
      "words": act.detail, "list": act.detail,
      "name": act.answers[.name] ?? (act.detail.isEmpty ? act.target : act.detail),
      "address": act.target,
      "span": act.answers[.lasts].map { choice($0, of: .lasts).string } ?? "",
    ]
  }
}
