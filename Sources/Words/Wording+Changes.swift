package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  /// Returns the bottom-line message for a change that the user has just made, with the key for
  /// undoing.
  package func undoableChangeMessage(_ change: PendingChange, key: String) -> SafeText {
    let values = ["key": key]
    switch change {
    case .mark(_, .boosted, true): return say("Boosted · {key} undoes", values)
    case .mark(_, .pinned, true): return say("Pinned to your profile · {key} undoes", values)
    case .mark(_, .pinned, false): return say("Unpinned · {key} undoes", values)
    case .mark(_, .conversationMuted, true): return say("Conversation muted · {key} undoes", values)
    case .mark(_, .conversationMuted, false):
      return say("Conversation unmuted · {key} undoes", values)
    case .mark, .markRead: return say("Done · {key} undoes", values)
    case .follow(_, true): return say("Following · {key} undoes", values)
    case .follow: return say("Unfollowed · {key} undoes", values)
    case .mute(_, true): return say("Muted · {key} undoes", values)
    case .mute: return say("Unmuted · {key} undoes", values)
    case .block(_, true): return say("Blocked · {key} undoes", values)
    case .block: return say("Unblocked · {key} undoes", values)
    case .answerFollowRequest(_, true): return say("Request accepted · {key} undoes", values)
    case .answerFollowRequest: return say("Request rejected · {key} undoes", values)
    case .vote: return say("Voting in a moment · {key} undoes", values)
    case .publish: return say("Sending in a moment · {key} undoes", values)
    case .delete: return say("Deleted · {key} undoes", values)
    case .serviceAction(let act): return undoableActionMessage(act, key: key)
    }
  }

  /// Returns the message that a number of entries were marked as read or as unread, with the key
  /// for undoing; for 0, that there are none.
  package func readStatesChangedMessage(_ count: Int, _ isRead: Bool, key: String) -> SafeText {
    let values = ["key": key]
    guard count > 0 else {
      return isRead ? say("There are no unread entries.") : say("There are no read entries.")
    }
    return isRead
      ? plural(
        "Marked {count} entry as read · {key} undoes",
        "Marked {count} entries as read · {key} undoes", count, values)
      : plural(
        "Marked {count} entry as unread · {key} undoes",
        "Marked {count} entries as unread · {key} undoes", count, values)
  }

  package func markReadQuestion(_ count: Int, key: String) -> SafeText {
    guard count > 0 else { return say("There are no unread entries.") }
    return plural(
      "Mark {count} entry as read? Press {key} again.",
      "Mark {count} entries as read? Press {key} again.", count, ["key": key])
  }

  package func postedMessage(_ draft: Draft) -> SafeText {
    guard draft.editing == nil else { return say("Post edited.") }
    return draft.threadPosition.map {
      say("Posted {number} of {count}.", valuesByPlaceholder(of: $0))
    }
      ?? say("Posted.")
  }

  package var exposedTitle: SafeText { say("Your post is more public than requested.") }
  package func excessExposureMessages(for exposure: UnintendedPostExposure) -> [SafeText] {
    var sentences: [SafeText] = []
    if let audience = exposure.audience {
      sentences.append(
        say(
          "Visible to: {audience}. You asked for: {asked}.",
          [
            "audience": visibilityLabel(of: audience),
            "asked": visibilityLabel(of: exposure.requestedVisibility),
          ])
      )
    }
    if exposure.lacksWarning { sentences.append(say("The content warning is missing.")) }
    if exposure.lacksCover { sentences.append(say("The pictures are not covered.")) }
    if exposure.lacksPoll { sentences.append(say("The poll is missing.")) }
    return sentences
  }

  /// Returns the bottom-line message that names the change that was undone.
  package func changeUndoneMessage(_ change: PendingChange) -> SafeText {
    switch change {
    case .publish: say("Not sent. The draft is kept.")
    case .mark(_, let mark, let isDone): markUndoneMessage(mark, isDone)
    case .markRead(let entries, let isRead, _): readStatesUndoneMessage(entries.count, !isRead)
    case .follow(_, true): say("Follow undone.")
    case .follow(_, false): say("Follow restored.")
    case .mute(_, true): say("Mute undone.")
    case .mute(_, false): say("Mute restored.")
    case .block(_, true): say("Block undone.")
    case .block(_, false): say("Block restored.")
    case .answerFollowRequest: say("Answer to the follow request undone.")
    case .vote: say("Vote undone.")
    case .delete: say("Deletion undone.")
    case .serviceAction(let act): say("Undone: {action}", ["action": title(of: act)])
    }
  }

  /// Returns the message that a mark of a post was undone: that a set mark was removed, or that a
  /// removed mark is back.
  private func markUndoneMessage(_ mark: Post.UserPostMarks, _ isDone: Bool) -> SafeText {
    switch (mark, isDone) {
    case (.liked, true): say("Like undone.")
    case (.liked, false): say("Like restored.")
    case (.boosted, true): say("Boost undone.")
    case (.boosted, false): say("Boost restored.")
    case (.pinned, true): say("Pin undone.")
    case (.pinned, false): say("Pinned again.")
    case (.hidden, true): say("The comment is shown again.")
    case (.hidden, false): say("The comment is hidden again.")
    case (.conversationMuted, true): say("Mute of the conversation undone.")
    case (.conversationMuted, false): say("Mute of the conversation restored.")
    case (.read, _): readStatesUndoneMessage(1, !isDone)
    // Marks are an option set, so that the compiler wants a last case; a test names all marks.
    case (_, true): say("Bookmark undone.")
    case (_, false): say("Bookmark restored.")
    }
  }

  /// Returns the message that a local mute that hid a conversation or a person's boosts is removed
  /// again.
  package func muteUndoneMessage(_ mute: Mute) -> SafeText {
    switch mute {
    case .conversation: say("The conversation is shown again.")
    case .boosts(let handle, _):
      changeUndoneMessage(.serviceAction(ServiceAction(.hideBoosts, "", detail: handle)))
    case .words, .person, .tag: say("Mute undone.")
    }
  }

  package func readStatesUndoneMessage(_ count: Int, _ isRead: Bool) -> SafeText {
    isRead
      ? plural(
        "Marked {count} entry as read again.", "Marked {count} entries as read again.", count)
      : plural(
        "Marked {count} entry as unread again.", "Marked {count} entries as unread again.", count)
  }

  /// Returns the message that the service kept its later state of a number of entries, instead of a
  /// change by the user.
  package func changesOverruledByServerMessage(_ count: Int) -> SafeText {
    plural(
      "{count} entry was changed later at the server, and stays as it is there.",
      "{count} entries were changed later at the server, and stay as they are there.", count)
  }

  package func changeRefusedMessage(_ change: PendingChange, _ error: FeedError) -> SafeText {
    let isMessage = if case .serviceAction(let act) = change { act.kind == .message } else { false }
    if error == .outcomeUnknown {
      return isMessage
        ? say("Your message may or may not have been sent. Decide in the outbox.")
        : say("Your post may or may not have been sent. Decide in the outbox.")
    }
    let reason = ["reason": errorReasonText(error)]
    switch change {
    case .mark(_, .liked, true): return say("The like was undone: {reason}", reason)
    case .mark(_, .boosted, true): return say("The boost was undone: {reason}", reason)
    case .mark(_, .bookmarked, true): return say("The bookmark was undone: {reason}", reason)
    case .vote: return say("Your vote was not accepted: {reason}", reason)
    case .serviceAction where isMessage:
      return say("Your message was refused and is in the outbox: {reason}", reason)
    // Media from the web, whose words stay in the outbox.
    case .serviceAction where change.publishesAgainIfResent:
      return say("Your post was refused and is in the outbox: {reason}", reason)
    case .mark, .markRead, .follow, .mute, .block, .answerFollowRequest, .serviceAction:
      return say("The action was undone: {reason}", reason)
    case .publish(let draft) where draft.editing != nil:
      return say("Your edit was refused and is in the outbox: {reason}", reason)
    case .publish(let draft) where draft.threadPosition != nil:
      return threadPostRefusedMessage(draft, reason)
    case .publish(let draft):
      let isLimited = if case .limited = error { true } else { false }
      let isUntimely = draft.postsAt != nil && error.isRefusal && !isLimited
      return say(
        "Your post was refused and is in the outbox: {reason}",
        isUntimely ? ["reason": scheduleRefusedReason(error)] : reason)
    case .delete: return say("The post was not deleted: {reason}", reason)
    }
  }

  private func threadPostRefusedMessage(_ draft: Draft, _ reason: Values) -> SafeText {
    let values = reason.merging(draft.threadPosition.map(valuesByPlaceholder) ?? [:]) { first, _ in
      first
    }
    return draft.following.isEmpty
      ? say("Post {number} of {count} was refused and is in the outbox: {reason}", values)
      : say(
        "Post {number} of {count} was refused and is in the outbox with what follows: {reason}",
        values)
  }

  func valuesByPlaceholder(of place: Draft.ThreadPosition) -> Values {
    ["number": place.number, "count": place.count]
  }

  private func scheduleRefusedReason(_ error: FeedError) -> SafeText {
    guard case .refused(let words?) = error else {
      return say("the time may be too soon or in the past. Edit it to choose another.")
    }
    return SafeText(sanitizing: words) + " " + editMoment
  }

  private var editMoment: SafeText { say("You can edit it and choose another time.") }

  package func refusalSentence(forRefused change: PendingChange, _ error: FeedError) -> SafeText {
    if error == .cancelled, change.hasUnsentPictures {
      return sentence(for: PictureFileProblem.tookTooLong)
    }
    if error == .outcomeUnknown { return checkWhetherSent }
    guard case .publish(let draft) = change, draft.postsAt != nil, case .refused(let words) = error
    else { return sentence(for: error) }
    guard words != nil else {
      return say(
        "It was refused: the time may be too soon or in the past. Edit it to choose another.")
    }
    return sentence(for: error) + " " + editMoment
  }

  package var checkWhetherSent: SafeText {
    say(
      "It may or may not have been sent. Check your posts, then send it again or drop it."
    )
  }

  package func actionNotSavedMessage(_ error: StoreError) -> SafeText {
    say("The action was undone: it cannot be saved. {reason}", ["reason": sentence(for: error)])
  }

  package func errorReasonText(_ error: FeedError) -> SafeText {
    switch error {
    case .unreachable: say("there is no connection.")
    case .untrusted(let why): certificateProblemText(why)
    case .invalidCredentials, .signedOut: say("you are signed out.")
    case .rateLimited(until: nil): say("the service asks Tweetie to slow down.")
    case .rateLimited(let moment?):
      say("the service asks Tweetie to wait until {time}.", ["time": clockTimeText(moment)])
    case .refused(let words?): SafeText(sanitizing: words)
    case .refused: say("the service refused.")
    case .limited(let limitation): sentence(for: limitation)
    case .membersOnly: say("the server shows this to its members only.")
    case .misconfigured(let words): SafeText(sanitizing: words)
    case .notFound: say("it is no longer there.")
    case .serverFailed(let status): say("the service has a problem ({status}).", ["status": status])
    case .badReply: say("the service's answer cannot be read.")
    case .tooLarge: say("the service's answer is too large.")
    case .missingLibrary(let library): sentence(forMissing: library)
    case .endless: say("the service keeps sending more pages.")
    case .cancelled: say("it was cancelled.")
    case .outcomeUnknown: say("no confirmation came; Tweetie checks whether it was sent.")
    case .storeFailed(let error): sentence(for: error)
    }
  }

  package func certificateProblemText(_ why: FeedError.CertificateProblem) -> SafeText {
    switch why {
    case .unknownIssuer:
      say(
        "the server's certificate is not trusted. Some networks want you to sign in to them first.")
    case .expired: say("the server's certificate has expired, or this machine's clock is wrong.")
    case .notYetValid:
      say("the server's certificate is not valid yet, or this machine's clock is wrong.")
    case .otherServer: say("the certificate belongs to another server.")
    case .revoked: say("the server's certificate was revoked.")
    case .weak: say("the server's certificate is too weak and could be forged.")
    case .noAuthorities: say("the list of trusted certificates cannot be read.")
    case .plain: say("the connection is not encrypted: the address must begin with https.")
    case .handshake: say("the server and Tweetie have no secure protocol in common.")
    }
  }

  /// Returns the bottom-line message for an action that the user has just performed: with the key
  /// for undoing if that is possible, else that a public action is sent in a moment, or that it is
  /// done.
  package func undoableActionMessage(_ act: ServiceAction, key: String) -> SafeText {
    let change = PendingChange.serviceAction(act)
    guard change.inverse == nil else {
      return say("{done} · {key} undoes", ["done": actionDoneMessage(act).string, "key": key])
    }
    return change.isPublic
      ? say("Sending in a moment · {key} undoes", ["key": key]) : actionDoneMessage(act)
  }

  package func actionDoneMessage(_ act: ServiceAction) -> SafeText {
    let values = valuesByPlaceholder(of: act)
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Following #{tag}", values)
    case (.followTag, false): say("Unfollowed #{tag}", values)
    case (.hideBoosts, true): say("Boosts of @{handle} hidden", values)
    case (.hideBoosts, false): say("Boosts of @{handle} shown", values)
    case (.tellOfPosts, true): say("Alerts for posts by @{handle} turned on", values)
    case (.tellOfPosts, false): say("Alerts for posts by @{handle} turned off", values)
    case (.blockServer, true): say("{server} blocked", values)
    case (.blockServer, false): say("{server} unblocked", values)
    case (.note, _): say("Note about @{handle} saved", values)
    case (.muteFor, true): say("@{handle} muted for {span}", values)
    case (.muteFor, false): say("@{handle} unmuted", values)
    case (.report, _): say("@{handle} reported", values)
    case (.react, true): say("Reacted with {emoji}", values)
    case (.react, false): say("{emoji} removed", values)
    case (.makeList, _): say("List {name} created", values)
    case (.renameList, _): say("List renamed to {name}", values)
    case (.dropList, _): say("List {list} deleted", values)
    case (.changeListMembership, true): say("Added to {list}", values)
    case (.changeListMembership, false): say("Removed from {list}", values)
    case (.profile, _): say("Your profile was changed")
    case (.unschedule, _): say("Scheduled post cancelled")
    case (.reschedule, _): say("Post rescheduled")
    case (.addAnnouncementReaction, true): say("Reacted with {emoji}", values)
    case (.addAnnouncementReaction, false): say("{emoji} removed", values)
    case (.feature, true): say("@{handle} featured on your profile", values)
    case (.feature, false): say("@{handle} no longer featured", values)
    case (.publishMedia, _): say("Published")
    case (.message, _): say("Message sent to @{handle}", values)
    case (.pinFeed, true): say("{name} added to your streams", values)
    case (.pinFeed, false): say("{name} removed from your streams", values)
    case (.likeFeed, true): say("{name} liked", values)
    case (.likeFeed, false): say("{name} unliked", values)
    case (.takeLabels, true): say("Labels of @{handle} turned on", values)
    case (.takeLabels, false): say("Labels of @{handle} turned off", values)
    case (.renameFeed, _): say("{feed} renamed to {name}", values)
    case (.moveFeed, _) where act.subscriptionChange == .move(nil):
      say("{feed} moved out of its folder", values)
    case (.moveFeed, _): say("{feed} moved to the folder {name}", values)
    case (.renameFolder, _): say("Folder {folder} renamed to {name}", values)
    case (.filter, true): say("Filter for “{words}” added", values)
    case (.filter, false): say("Filter for “{words}” removed", values)
    }
  }

  package func title(of act: ServiceAction) -> SafeText {
    let values = valuesByPlaceholder(of: act)
    return switch (act.kind, act.isDone) {
    case (.followTag, true): say("Follow #{tag}", values)
    case (.followTag, false): say("Unfollow #{tag}", values)
    case (.hideBoosts, true): say("Hide boosts of @{handle}", values)
    case (.hideBoosts, false): say("Show boosts of @{handle}", values)
    case (.tellOfPosts, true): say("Turn on alerts for posts by @{handle}", values)
    case (.tellOfPosts, false): say("Turn off alerts for posts by @{handle}", values)
    case (.blockServer, true): say("Block {server}", values)
    case (.blockServer, false): say("Unblock {server}", values)
    case (.note, _): say("Save a note about @{handle}", values)
    case (.muteFor, true): say("Mute @{handle} for {span}", values)
    case (.muteFor, false): say("Unmute @{handle}", values)
    case (.report, _): say("Report @{handle}", values)
    case (.react, true): say("React with {emoji}", values)
    case (.react, false): say("Remove {emoji}", values)
    case (.makeList, _): say("Create the list {name}", values)
    case (.renameList, _): say("Rename a list to {name}", values)
    case (.dropList, _): say("Delete the list {list}", values)
    case (.changeListMembership, true): say("Add somebody to {list}", values)
    case (.changeListMembership, false): say("Remove somebody from {list}", values)
    case (.profile, _): say("Change your profile")
    case (.unschedule, _): say("Cancel a scheduled post")
    case (.reschedule, _): say("Reschedule a post")
    case (.addAnnouncementReaction, true): say("React with {emoji}", values)
    case (.addAnnouncementReaction, false): say("Remove {emoji}", values)
    case (.feature, true): say("Feature @{handle} on your profile", values)
    case (.feature, false): say("Stop featuring @{handle}", values)
    case (.publishMedia, _): say("Publish {address}", values)
    case (.message, _): say("Message to @{handle}", values)
    case (.pinFeed, true): say("Pin {name}", values)
    case (.pinFeed, false): say("Unpin {name}", values)
    case (.likeFeed, true): say("Like {name}", values)
    case (.likeFeed, false): say("Unlike {name}", values)
    case (.takeLabels, true): say("Turn on labels of @{handle}", values)
    case (.takeLabels, false): say("Turn off labels of @{handle}", values)
    case (.renameFeed, _): say("Rename {feed} to {name}", values)
    case (.moveFeed, _) where act.subscriptionChange == .move(nil):
      say("Move {feed} out of its folder", values)
    case (.moveFeed, _): say("Move {feed} to the folder {name}", values)
    case (.renameFolder, _): say("Rename the folder {folder} to {name}", values)
    case (.filter, true): say("Add a filter for “{words}”", values)
    case (.filter, false): say("Remove the filter for “{words}”", values)
    }
  }

  /// Returns the values for the placeholders in sentences about a service action, by placeholder.
  private func valuesByPlaceholder(of act: ServiceAction) -> [String: String] {
    [
      "tag": act.target, "server": act.target, "handle": act.detail, "emoji": act.detail,
      "words": act.detail, "list": act.detail,
      "name": act.answers[.name] ?? (act.detail.isEmpty ? act.target : act.detail),
      "address": act.target, "folder": act.target,
      "feed": act.detail.isEmpty ? act.target : act.detail,
      "span": act.answers[.duration].map { fieldChoiceLabel($0, of: .duration).string } ?? "",
    ]
  }

  package var outbox: SafeText { say("Outbox") }
  package func waitingChangesText(_ count: Int) -> SafeText {
    plural("{count} waiting", "{count} waiting", count)
  }
  package func refusedChangesText(_ count: Int) -> SafeText {
    plural("{count} refused", "{count} refused", count)
  }
  package var unreadableItem: SafeText { say("Cannot be sent by this version") }
  package var isDraft: SafeText { say("Saved as a draft.") }
  package var outboxEmpty: SafeText { say("Nothing is waiting to be sent.") }

  /// Returns the title of a pending change, such as "Follow"; `handle` is that of the post's
  /// author, nil if unknown.
  package func title(of change: PendingChange, handle: String?) -> SafeText {
    let to = ["handle": handle ?? ""]
    switch change {
    case .mark(_, let mark, let isDone): return title(of: mark, isDone: isDone, handle: handle)
    case .markRead(let entries, true, _):
      return plural("Mark {count} entry as read", "Mark {count} entries as read", entries.count)
    case .markRead(let entries, false, _):
      return plural("Mark {count} entry as unread", "Mark {count} entries as unread", entries.count)
    case .follow(_, true): return say("Follow")
    case .follow(_, false): return say("Unfollow")
    case .mute(_, true): return say("Mute")
    case .mute(_, false): return say("Unmute")
    case .block(_, true): return say("Block")
    case .block(_, false): return say("Unblock")
    case .answerFollowRequest(_, true): return say("Accept follow request")
    case .answerFollowRequest(_, false): return say("Reject follow request")
    case .vote: return handle == nil ? say("Vote") : say("Vote in @{handle}'s poll", to)
    case .publish(let draft) where draft.editing != nil: return say("Edit your post")
    case .publish(let draft) where draft.threadPosition != nil: return threadTitle(of: draft)
    case .publish(let draft) where draft.replyTo != nil: return replyTitle(to: handle)
    case .publish(let draft) where draft.quoting != nil: return quoteTitle(of: handle)
    case .publish: return say("Post")
    case .delete: return say("Delete your post")
    case .serviceAction(let act): return title(of: act)
    }
  }

  private func threadTitle(of draft: Draft) -> SafeText {
    guard let place = draft.threadPosition, draft.preceding > 0 else {
      let count = 1 + draft.following.count
      return plural("Thread of {count} post", "Thread of {count} posts", count)
    }
    return threadPositionText(place)
  }

  package func threadPositionText(_ place: Draft.ThreadPosition) -> SafeText {
    say("Post {number} of {count}", valuesByPlaceholder(of: place))
  }

  private func title(of mark: Post.UserPostMarks, isDone: Bool, handle: String?) -> SafeText {
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
    case (.conversationMuted, true, _): return say("Mute a conversation")
    case (.conversationMuted, false, _): return say("Unmute a conversation")
    case (_, true, nil): return say("Bookmark a post")
    case (_, true, _): return say("Bookmark a post by @{handle}", to)
    case (_, false, nil): return say("Remove a bookmark")
    case (_, false, _): return say("Remove the bookmark from a post by @{handle}", to)
    }
  }

  package func uploadProgressText(_ part: Double, isPlain: Bool) -> SafeText {
    let percent = Int(part * 100)
    return isPlain ? say("Pictures sent: {percent} %", ["percent": percent]) : "↑ \(percent) %"
  }

  /// Returns the sentence that says why an unsent change waits, with the day of the next try if it
  /// is not the day of `now`.
  package func sentence(for wait: OutboxWaitReason, now: Timestamp? = nil) -> SafeText {
    switch wait {
    case .sentNext: say("Waiting for its turn.")
    case .undo: say("Waiting a moment, so that you can undo it.")
    case .older: say("Waiting for the items before it.")
    case .refusedDeletion:
      say("The old post was not deleted: retry the deletion, or cancel it to publish both.")
    case .tooLate:
      say("The scheduled time is too soon or in the past. Edit it to choose another.")
    // The change is tried again now: the awaited time is past.
    case .nextTry(nil, let error): sentence(for: error, now: Timestamp(milliseconds: .max))
    case .nextTry(let moment?, let error):
      nextTryWithReasonText(at: moment, errorReasonText(error), now: now)
    }
  }

  private func noConfirmationText(from server: String) -> SafeText {
    say(
      "no confirmation came from {server}; Tweetie checks whether it was sent.",
      ["server": server])
  }

  private func nextTryWithReasonText(
    at moment: Timestamp, _ reason: SafeText, now: Timestamp?
  ) -> SafeText {
    let time = localTimeText(moment, now: now ?? moment)
    return say("Next try at {time}: {reason}", ["time": time, "reason": reason])
  }

  package func outboxStateText(
    of waiting: OutboxScene.UnsentItemRow, now: Timestamp
  ) -> SafeText {
    switch waiting.item.state {
    case .queued(_, .cancelled) where waiting.item.change.hasUnsentPictures:
      if case .nextTry(let moment?, .cancelled) = waiting.wait {
        nextTryWithReasonText(at: moment, say("a picture took too long to open."), now: now)
      } else {
        sentence(for: waiting.wait, now: now)
      }
    case .queued:
      if let server = waiting.server, case .nextTry(let moment?, .outcomeUnknown) = waiting.wait {
        nextTryWithReasonText(at: moment, noConfirmationText(from: server), now: now)
      } else {
        sentence(for: waiting.wait, now: now)
      }
    case .sending: say("Being sent.")
    case .ambiguous: say("May have been sent: Tweetie checks before it tries again.")
    case .refused(.notFound) where waiting.item.change.hasUnsentPictures:
      say("The file of a picture is missing: restore it, or edit the post.")
    case .refused(let error): refusalSentence(forRefused: waiting.item.change, error)
    }
  }

  package func title(of kind: ServiceAction.ServiceActionKind, _ person: Person?) -> SafeText {
    let handle = ["handle": person?.handle ?? ""]
    return switch kind {
    case .note: say("Private note about @{handle}", handle)
    case .muteFor: say("Mute @{handle} for a while", handle)
    case .report: say("Report @{handle}", handle)
    case .react: say("React to @{handle}", handle)
    case .filter: say("Filter posts in all your apps")
    case .profile: say("Your profile")
    case .makeList: say("New list of people")
    case .renameList: say("Rename the list")
    case .addAnnouncementReaction: say("React to the announcement")
    case .message: say("A message to @{handle}", handle)
    case .reschedule: say("Post it at another time")
    case .publishMedia: say("Publish pictures or videos from the web")
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .unschedule, .dropList,
      .changeListMembership,
      .feature, .pinFeed, .likeFeed, .takeLabels, .renameFeed, .moveFeed, .renameFolder:
      ""
    }
  }

  package func sendKeyLabel(_ kind: ServiceAction.ServiceActionKind) -> SafeText {
    switch kind {
    case .note: say("save")
    case .muteFor: say("mute")
    case .report: say("report")
    case .react: say("react")
    case .filter: say("filter")
    case .addAnnouncementReaction: say("react")
    case .publishMedia: say("publish")
    case .message: say("send")
    case .profile, .makeList, .renameList, .reschedule: say("save")
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .unschedule, .dropList,
      .changeListMembership,
      .feature, .pinFeed, .likeFeed, .takeLabels, .renameFeed, .moveFeed, .renameFolder:
      ""
    }
  }

  package func formFieldName(
    of field: InputField, in kind: ServiceAction.ServiceActionKind, _ person: Person?
  )
    -> SafeText
  {
    switch field {
    case .words where kind == .report: say("Comment for the moderators")
    case .words where kind == .profile: say("Bio")
    case .words where kind == .publishMedia || kind == .message: say("Text")
    case .words: say("Note")
    case .emoji: say("Emoji")
    case .reason: say("Reason")
    case .duration: say("Duration")
    case .forwardsReport: say("Also report to {server}", ["server": person?.server ?? ""])
    case .name where kind == .makeList || kind == .renameList: say("Name")
    case .name: say("Display name")
    case .isLocked: say("Approve follow requests")
    case .isBot: say("This account is a bot")
    case .isDiscoverable: say("Appear in suggestions")
    case .audience: say("Default audience")
    case .language: say("Default language, such as en or de")
    case .phrase: say("Words")
    case .filterContexts: say("Where")
    case .hidesMatches: say("Hide completely")
    case .endTime: say("How long")
    case .addresses: say("Addresses of pictures or videos, one per line")
    case .altText: say("Picture description")
    case .isStory: say("As a story (24 hours)")
    case .licence, .photoLocation, .answerers, .isUnquotable: fieldPrompt(field)
    case .moment: say("Time")
    case .rule: say("Rule")
    case .facts: say("Profile fields, each as \"name: text\"")
    case .portrait: say("Profile picture (file)")
    case .banner: say("Header picture (file)")
    case .post, .list, .item, .format: ""
    }
  }

  package func fieldChoiceLabel(_ value: String, of field: InputField) -> SafeText {
    switch field {
    case .reason: ReportReason(rawValue: value).map(name) ?? ""
    case .duration: Int(value).map { roundedDurationText(.seconds($0)) } ?? ""
    case .endTime: value == "0" ? say("forever") : fieldChoiceLabel(value, of: .duration)
    case .licence: PhotoLicence(rawValue: value).map { name(of: $0) } ?? asUsual
    case .answerers: ReplyPolicy(rawValue: value).map { replyPolicyLabel(of: $0) } ?? asUsual
    case .audience: Visibility(rawValue: value).map { visibilityLabel(of: $0) } ?? ""
    case .filterContexts, .moment, .rule, .facts, .language, .portrait, .banner, .item,
      .photoLocation,
      .isUnquotable, .addresses, .isStory, .altText, .words, .emoji, .forwardsReport, .post,
      .phrase,
      .hidesMatches, .name,
      .list, .isLocked, .isBot, .isDiscoverable, .format:
      ""
    }
  }

  /// Returns the label of the switch for one place in which a word filter applies; empty for other
  /// form fields.
  package func filterContextSwitchLabel(_ value: String, of field: InputField) -> SafeText {
    guard field == .filterContexts, let place = WordFilter.WordFilterContext(rawValue: value) else {
      return ""
    }
    return say("Applies to: {place}", ["place": name(of: place)])
  }

  package func missingFormAnswerMessage(_ field: InputField) -> SafeText {
    switch field {
    case .emoji: say("Type an emoji, or the name of one of the server's.")
    case .name: say("Type a name.")
    case .moment: momentUnclear
    case .words: say("Write something first.")
    case .addresses: say("Type the address of a picture or video.")
    case .filterContexts: say("Choose at least one place.")
    default: say("Type the words to look for.")
    }
  }

  package func inputTooLongMessage(_ limit: FormTextLimit) -> SafeText {
    guard let characters = limit.characters else {
      return plural(
        "Too long: at most {count} byte. Accents and emoji take several.",
        "Too long: at most {count} bytes. Accents and emoji take several.", limit.bytes)
    }
    return plural(
      "Too long: at most {count} character.", "Too long: at most {count} characters.", characters)
  }

  private func name(of reason: ReportReason) -> SafeText {
    switch reason {
    case .spam: say("It is spam")
    case .legal: say("It is against the law")
    case .violation: say("It breaks the server's rules")
    case .other: say("Something else")
    }
  }
}
