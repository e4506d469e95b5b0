package import FeedDomain
package import Terminal

/// What is done besides to posts and people; each kind has a line in each of these.
extension Wording {
  /// An act that can still be undone, and how.
  package func held(_ act: Act, key: String) -> SafeText {
    let values = ["key": key, "tag": act.target]
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Following #{tag} · {key} undoes", values)
    case (.followTag, false): say("Unfollowed #{tag} · {key} undoes", values)
    }
  }

  /// What an act does, where it waits.
  package func title(of act: Act) -> SafeText {
    let values = ["tag": act.target]
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Follow #{tag}", values)
    case (.followTag, false): say("Unfollow #{tag}", values)
    }
  }

  /// That it is done, on the command line.
  package func done(_ act: Act) -> SafeText {
    let values = ["tag": act.target]
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Following #{tag}.", values)
    case (.followTag, false): say("Unfollowed #{tag}.", values)
    }
  }
}
