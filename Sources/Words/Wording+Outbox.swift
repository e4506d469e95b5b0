package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package var outbox: SafeText { say("Outbox") }
  package func waitingChanges(_ count: Int) -> SafeText {
    plural("{count} waiting", "{count} waiting", count)
  }
  package func refusedChanges(_ count: Int) -> SafeText {
    plural("{count} refused", "{count} refused", count)
  }
  package var unreadableItem: SafeText { say("Cannot be sent by this version") }
  package var isDraft: SafeText { say("Saved as a draft.") }
  package var outboxEmpty: SafeText { say("Nothing is waiting to be sent.") }

  /// What a change does; the handle is whose post it is about.
  package func title(of change: Change, handle: String?) -> SafeText {
    let to = ["handle": handle ?? ""]
    switch change {
    case .mark(_, let mark, let isDone): return title(of: mark, isDone: isDone, handle: handle)
    case .follow(_, true): return say("Follow")
    case .follow(_, false): return say("Unfollow")
    case .mute(_, true): return say("Mute")
    case .mute(_, false): return say("Unmute")
    case .block(_, true): return say("Block")
    case .block(_, false): return say("Unblock")
    case .admit(_, true): return say("Accept follow request")
    case .admit(_, false): return say("Reject follow request")
    case .vote: return handle == nil ? say("Vote") : say("Vote in @{handle}'s poll", to)
    case .publish(let draft) where draft.editing != nil: return say("Edit your post")
    case .publish(let draft) where draft.place != nil: return title(ofThread: draft)
    case .publish(let draft) where draft.replyTo != nil:
      return replyTitle(to: handle)
    case .publish(let draft) where draft.quoting != nil: return quoteTitle(of: handle)
    case .publish: return say("Post")
    case .delete: return say("Delete your post")
    case .act(let act): return title(of: act)
    }
  }

  private func title(ofThread draft: Draft) -> SafeText {
    guard let place = draft.place, draft.preceding > 0 else {
      let count = 1 + draft.following.count
      return plural("Thread of {count} post", "Thread of {count} posts", count)
    }
    return postOfThread(place)
  }

  package func postOfThread(_ place: Draft.Place) -> SafeText {
    say("Post {number} of {count}", values(of: place))
  }

  private func title(of mark: Post.OwnActions, isDone: Bool, handle: String?) -> SafeText {
    let to = ["handle": handle ?? ""]
    switch (mark, isDone, handle) {
    case (.liked, true, nil): return say("Like a post")
    case (.liked, true, _): return say("Like a post by @{handle}", to)
    case (.liked, false, nil): return say("Unlike a post")
    case (.liked, false, _): return say("Unlike a post by @{handle}", to)
    case (.boosted, true, nil): return say("Boost a post")
    case (.boosted, true, _): return say("Boost a post by @{handle}", to)
    case (.boosted, false, nil): return say("Unboost a post")
    case (.boosted, false, _): return say("Unboost a post by @{handle}", to)
    case (.hidden, true, _): return say("Hide a comment")
    case (.hidden, false, _): return say("Show a comment again")
    case (.pinned, true, _): return say("Pin a post to your profile")
    case (.pinned, false, _): return say("Unpin a post")
    case (.silenced, true, _): return say("Mute a conversation")
    case (.silenced, false, _): return say("Unmute a conversation")
    case (_, true, nil): return say("Bookmark a post")
    case (_, true, _): return say("Bookmark a post by @{handle}", to)
    case (_, false, nil): return say("Remove a bookmark")
    case (_, false, _): return say("Remove the bookmark from a post by @{handle}", to)
    }
  }

  package func uploading(_ part: Double, isPlain: Bool) -> SafeText {
    let percent = Int(part * 100)
    return isPlain ? say("Pictures sent: {percent} %", ["percent": percent]) : "↑ \(percent) %"
  }

  package func sentence(for wait: OutboxWait) -> SafeText {
    switch wait {
    case .turn: say("Waiting for its turn.")
    case .undo: say("Waiting a moment, so that you can undo it.")
    case .older: say("Waiting for what comes before it.")
    case .tooLate:
      say(
        "The scheduled time is too soon, or past. Edit it to choose another.")
    // It is tried again now: whatever it waited for is past.
    case .nextTry(nil, let error):
      sentence(for: error, now: Timestamp(milliseconds: .max))
    case .nextTry(let moment?, let error): nextTry(at: moment, reason(error))
    }
  }

  private func nextTry(at moment: Timestamp, _ reason: SafeText) -> SafeText {
    say("Next try at {time}: {reason}", ["time": clockTime(moment), "reason": reason])
  }

  package func state(of waiting: OutboxReading.Waiting) -> SafeText {
    switch waiting.item.state {
    case .queued(_, .cancelled) where waiting.item.change.hasUnsentPictures:
      if case .nextTry(let moment?, .cancelled) = waiting.wait {
        nextTry(at: moment, say("a picture took too long to open."))
      } else {
        sentence(for: waiting.wait)
      }
    case .queued: sentence(for: waiting.wait)
    case .sending: say("Being sent.")
    case .ambiguous: say("May have been sent: Tweetie checks before it tries again.")
    case .refused(.notFound) where waiting.item.change.hasUnsentPictures:
      say("The file of a picture is gone: put it back, or edit the post.")
    case .refused(let error): sentence(forRefused: waiting.item.change, error)
    }
  }
}
