package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  /// That an answer is being written; to whom, where that is known.
  package func replyTitle(to handle: String?) -> SafeText {
    handle.map { say("Reply to @{handle}", ["handle": $0]) } ?? say("Reply")
  }
  /// That a post is being written that shows another; whose, where that is known.
  package func quoteTitle(of handle: String?) -> SafeText {
    handle.map { say("Quote @{handle}", ["handle": $0]) } ?? say("Quote a post")
  }
  package var fetchingPost: SafeText { say("Fetching your post …") }
  package func notToChange(_ error: FeedError) -> SafeText {
    error == .refused(nil)
      ? sentence(for: .pollStays, at: nil)
      : say("Your post cannot be fetched. {reason}", ["reason": sentence(for: error)])
  }
  package var draftParted: SafeText {
    say("Another window changed this draft or sent it; yours is kept beside it.")
  }
  package var draftKept: SafeText { say("Draft saved in the outbox.") }
  package var nothingToSend: SafeText { say("Nothing to send yet.") }
  package func tooLong(by count: Int) -> SafeText {
    plural(
      "The post is {count} character too long.", "The post is {count} characters too long.", count
    )
  }
  package func queued(_ change: Change, key: String) -> SafeText {
    if case .publish(let draft) = change, !draft.following.isEmpty {
      return say("Your thread goes out in a moment. {key} stops it.", ["key": key])
    }
    return say("Your post goes out in a moment. {key} stops it.", ["key": key])
  }
  package func postWaits(for wait: OutboxWait) -> SafeText {
    say("Your post is in the outbox. {reason}", ["reason": sentence(for: wait)])
  }
  package func draftNotKept(_ reason: SafeText) -> SafeText {
    say("This cannot be saved; it is still here. {reason}", ["reason": reason])
  }
  package var discardAsks: SafeText { say("Press it again to delete this draft.") }
  package var noWarnings: SafeText { say("This service has no content warnings.") }
  package var noVisibilities: SafeText {
    say("This service does not let you choose who sees a post.")
  }

  package var noThreads: SafeText { say("This service has no threads.") }

  package func choice(of visibility: Visibility) -> SafeText {
    switch visibility {
    case .everybody: say("everybody")
    case .unlisted: say("everybody, unlisted")
    case .followers: say("followers only")
    case .mentioned: say("only those mentioned")
    case .oneself: say("only you")
    }
  }

  package var discardKey: SafeText { say("discard") }
}
