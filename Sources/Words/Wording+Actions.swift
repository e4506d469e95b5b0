package import FeedDomain
package import Terminal

extension Wording {
  /// A change that can still be undone, and how; nil for one that needs no word.
  package func held(_ change: Change, key: String) -> SafeText {
    let values = ["key": key]
    switch change {
    case .mark(_, .boosted, true): return say("Boosted · {key} undoes", values)
    case .mark(_, .pinned, true): return say("Pinned to your profile · {key} undoes", values)
    case .mark(_, .pinned, false): return say("No longer pinned · {key} undoes", values)
    case .mark(_, .silenced, true): return say("Conversation muted · {key} undoes", values)
    case .mark(_, .silenced, false): return say("Conversation unmuted · {key} undoes", values)
    case .mark: return say("Done · {key} undoes", values)
    case .follow(_, true): return say("Following · {key} undoes", values)
    case .follow: return say("Unfollowed · {key} undoes", values)
    case .mute(_, true): return say("Muted · {key} undoes", values)
    case .mute: return say("Unmuted · {key} undoes", values)
    case .block(_, true): return say("Blocked · {key} undoes", values)
    case .block: return say("Unblocked · {key} undoes", values)
    case .admit(_, true): return say("Request accepted · {key} undoes", values)
    case .admit: return say("Request rejected · {key} undoes", values)
    case .vote: return say("Voting in a moment · {key} undoes", values)
    case .publish: return say("Sending in a moment · {key} undoes", values)
    case .delete: return say("Deleted · {key} undoes", values)
    case .act(let act): return held(act, key: key)
    }
  }

  package func posted(_ draft: Draft) -> SafeText {
    guard draft.editing == nil else { return say("Post edited.") }
    return draft.place.map { say("Posted {number} of {count}.", values(of: $0)) } ?? say("Posted.")
  }

  package var exposedTitle: SafeText { say("Your post is more open than you asked.") }
  package func sentences(for exposure: Exposure) -> [SafeText] {
    var sentences: [SafeText] = []
    if let audience = exposure.audience {
      sentences.append(
        say(
          "Who sees it: {audience}. You asked for: {asked}.",
          ["audience": choice(of: audience), "asked": choice(of: exposure.asked)]))
    }
    if exposure.lacksWarning { sentences.append(say("Its warning is missing.")) }
    if exposure.lacksCover { sentences.append(say("Its pictures are not covered.")) }
    if exposure.lacksPoll { sentences.append(say("Its poll is missing.")) }
    return sentences
  }

  package func undone(_ change: Change) -> SafeText {
    switch change {
    case .publish: say("Not sent. The draft is kept.")
    default: say("Undone.")
    }
  }

  /// That the service said no: what was tried, and why not.
  package func refused(_ change: Change, _ error: FeedError) -> SafeText {
    if error == .outcomeUnknown {
      return say("Your post may have been sent, or not. The outbox asks what to do.")
    }
    let reason = ["reason": reason(error)]
    switch change {
    case .mark(_, .liked, true): return say("The like was undone: {reason}", reason)
    case .mark(_, .boosted, true): return say("The boost was undone: {reason}", reason)
    case .mark(_, .bookmarked, true): return say("The bookmark was undone: {reason}", reason)
    case .vote: return say("Your vote was not accepted: {reason}", reason)
    case .mark, .follow, .mute, .block, .admit, .act:
      return say("That was undone: {reason}", reason)
    case .publish(let draft) where draft.editing != nil:
      return say("Your edit was refused and is in the outbox: {reason}", reason)
    case .publish(let draft) where draft.place != nil:
      return refusedInThread(draft, reason)
    case .publish(let draft):
      let isUntimely = draft.postsAt != nil && error.isRefusal
      return say(
        "Your post was refused and is in the outbox: {reason}",
        isUntimely ? ["reason": reasonForLater(error)] : reason)
    case .delete: return say("The post was not deleted: {reason}", reason)
    }
  }

  private func refusedInThread(_ draft: Draft, _ reason: Values) -> SafeText {
    let values = reason.merging(draft.place.map(values) ?? [:]) { first, _ in first }
    return draft.following.isEmpty
      ? say("Post {number} of {count} was refused and is in the outbox: {reason}", values)
      : say(
        "Post {number} of {count} was refused and is in the outbox with what follows: {reason}",
        values)
  }

  func values(of place: Draft.Place) -> Values {
    ["number": place.number, "count": place.count]
  }

  private func reasonForLater(_ error: FeedError) -> SafeText {
    guard case .refused(let words?) = error else {
      return say("its time may be too soon, or past. Edit it to choose another.")
    }
    return SafeText(sanitizing: words) + " " + editMoment
  }

  private var editMoment: SafeText { say("Edit it if another time helps.") }

  package func sentence(forRefused change: Change, _ error: FeedError) -> SafeText {
    if error == .cancelled, change.hasUnsentPictures {
      return sentence(for: PictureTrouble.tookTooLong)
    }
    if error == .outcomeUnknown { return askWhetherSent }
    guard case .publish(let draft) = change, draft.postsAt != nil, case .refused(let words) = error
    else { return sentence(for: error) }
    guard words != nil else {
      return say("It was refused: its time may be too soon, or past. Edit it to choose another.")
    }
    return sentence(for: error) + " " + editMoment
  }

  package var askWhetherSent: SafeText {
    say(
      "It may have been sent, or not: the service does not tell. Look at your posts, then send it again or drop it."
    )
  }

  package func notKept(_ error: StoreError) -> SafeText {
    say("That was undone: it cannot be saved. {reason}", ["reason": sentence(for: error)])
  }

  package func reason(_ error: FeedError) -> SafeText {
    switch error {
    case .unreachable: say("there is no connection.")
    case .untrusted(let why): reason(why)
    case .invalidCredentials, .signedOut: say("you are signed out.")
    case .rateLimited(until: nil): say("the service asks us to slow down.")
    case .rateLimited(let moment?):
      say("the service asks us to wait until {time}.", ["time": clockTime(moment)])
    case .refused(let words?): SafeText(sanitizing: words)
    case .refused: say("the service refused.")
    case .misconfigured(let words): SafeText(sanitizing: words)
    case .notFound: say("it is no longer there.")
    case .serverFailed(let status):
      say("the service has a problem ({status}).", ["status": status])
    case .badReply: say("the service's answer cannot be read.")
    case .missingLibrary(let library): sentence(forMissing: library)
    case .endless: say("the service's answers lead on without an end.")
    case .cancelled: say("it was cancelled.")
    case .outcomeUnknown: say("no answer came, and Tweetie checks whether it was sent.")
    }
  }

  package func reason(_ why: FeedError.Distrust) -> SafeText {
    switch why {
    case .strangeIssuer:
      say(
        "the server's certificate is not trusted. Some networks want you to sign in to them first.")
    case .expired: say("the server's certificate has expired, or this machine's clock is wrong.")
    case .notYetValid:
      say("the server's certificate is not valid yet, or this machine's clock is wrong.")
    case .otherServer: say("the certificate belongs to another server.")
    case .revoked: say("the server's certificate was revoked.")
    case .weak: say("the server's certificate is too weak, so that others could have forged it.")
    case .noAuthorities: say("the list of trusted certificates cannot be read.")
    case .plain: say("others could read along: the address must begin with https.")
    case .handshake: say("the server and Tweetie have no secure protocol in common.")
    }
  }
}
