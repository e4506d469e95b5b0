package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package var newPost: SafeText { say("New post") }
  /// That an answer is being written; to whom, where that is known.
  package func replyTitle(to handle: String?) -> SafeText {
    handle.map { say("Reply to @{handle}", ["handle": $0]) } ?? say("Reply")
  }
  /// That a post is being written that shows another; whose, where that is known.
  package func quoteTitle(of handle: String?) -> SafeText {
    handle.map { say("Quote @{handle}", ["handle": $0]) } ?? say("Quote a post")
  }
  package var noPicturesInQuotes: SafeText {
    say("A post that quotes another cannot have pictures here.")
  }
  package var changedPost: SafeText { say("Edit your post") }
  package var fetchingPost: SafeText { say("Fetching your post …") }
  /// Why it cannot be changed.
  package func notToChange(_ error: FeedError) -> SafeText {
    error == .refused(nil)
      ? sentence(for: .pollStays, at: nil)
      : say("Your post cannot be fetched. {reason}", ["reason": sentence(for: error)])
  }
  package var visibilityIsSettled: SafeText {
    say("Who sees a post cannot be changed after posting.")
  }
  package var answerStaysDirect: SafeText {
    say("A reply to a direct post stays direct.")
  }
  package var postedPicture: SafeText { say("(in the post)") }
  package var emptyPage: SafeText { say("What is going on?") }
  package var contentWarning: SafeText { say("Warning") }
  package var draftResumed: SafeText { say("Your draft is back.") }
  package var draftParted: SafeText {
    say("Another window changed this draft or sent it; yours is kept beside it.")
  }
  package var draftSaved: SafeText { say("saved") }
  package var draftKept: SafeText { say("Draft saved in the outbox.") }
  package var nothingToSend: SafeText { say("Nothing to send yet.") }
  package func tooLong(by count: Int) -> SafeText {
    plural(
      "The post is {count} character too long.", "The post is {count} characters too long.", count
    )
  }
  /// That the post is on its way, and how to take it back.
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
  package var leaveAnyway: SafeText { say("Press Esc again to leave without saving.") }
  package var discardAsks: SafeText { say("Press it again to delete this draft.") }
  package var noWarnings: SafeText { say("This service has no content warnings.") }
  package var noVisibilities: SafeText {
    say("This service does not let you choose who sees a post.")
  }

  package var noThreads: SafeText { say("This service has no threads.") }
  package var editIsOnePost: SafeText { say("A thread cannot be made of a post that is edited.") }
  package var nothingToFollow: SafeText { say("Write this post before you begin the next.") }
  package var nothingMisspelt: SafeText { say("No word here is marked as misspelt.") }
  package func noCorrections(of word: String) -> SafeText {
    say("No suggestions for \"{word}\".", ["word": word])
  }

  /// Who will see a post.
  package func choice(of visibility: Visibility) -> SafeText {
    switch visibility {
    case .everybody: say("everybody")
    case .unlisted: say("everybody, unlisted")
    case .followers: say("followers only")
    case .mentioned: say("only those mentioned")
    case .oneself: say("only you")
    }
  }

  package var sendKey: SafeText { say("send") }
  package var leaveKey: SafeText { say("leave, keep draft") }
  package var editorKey: SafeText { say("editor") }
  package var warningKey: SafeText { say("warning") }
  package var visibilityKey: SafeText { say("who sees it") }
  package var undoKey: SafeText { say("undo") }
  package var discardKey: SafeText { say("discard") }
  package var coverPicturesHint: SafeText { say("cover pictures") }
  package var nextPostKey: SafeText { say("next post of a thread") }
  package var allKeys: SafeText { say("all keys") }
}
