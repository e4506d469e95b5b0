package import FeedDomain
package import Terminal

extension Wording {
  /// A change that can still be undone, and how; nil for one that needs no word.
  package func held(_ change: Change, key: String) -> String {
    let values = ["key": key]
    switch change {
    case .mark(_, .boosted, true): return text("Boosted · {key} undoes", values)
    case .mark: return text("Done · {key} undoes", values)
    case .follow(_, true): return text("Following · {key} undoes", values)
    case .follow: return text("No longer following · {key} undoes", values)
    case .mute(_, true): return text("Muted · {key} undoes", values)
    case .mute: return text("No longer muted · {key} undoes", values)
    case .block(_, true): return text("Blocked · {key} undoes", values)
    case .block: return text("No longer blocked · {key} undoes", values)
    case .admit(_, true): return text("They may follow you · {key} undoes", values)
    case .admit: return text("They may not follow you · {key} undoes", values)
    case .vote: return text("Voting in a moment · {key} undoes", values)
    case .publish: return text("Sending in a moment · {key} undoes", values)
    case .delete: return text("Deleted · {key} undoes", values)
    }
  }

  /// That a post has arrived, or what was changed of one.
  package func posted(isNew: Bool) -> String {
    isNew ? text("Posted.") : text("Your post is changed.")
  }

  /// That the service has a post that it posts later.
  package var keptForLater: String { text("The service has your post, and posts it later.") }

  /// That a change was taken back.
  package func undone(_ change: Change) -> String {
    switch change {
    case .publish: text("Taken back. The draft is kept.")
    default: text("Undone.")
    }
  }

  /// That there is nothing to take back.
  package var nothingToUndo: String { text("There is nothing to undo.") }

  /// That the service said no: what was tried, and why not.
  package func refused(_ change: Change, _ error: FeedError) -> String {
    let reason = ["reason": reason(error)]
    switch change {
    case .mark(_, .liked, true): return text("The like was taken back: {reason}", reason)
    case .mark(_, .boosted, true): return text("The boost was taken back: {reason}", reason)
    case .mark(_, .bookmarked, true): return text("The bookmark was taken back: {reason}", reason)
    case .vote: return text("Your vote was not taken: {reason}", reason)
    case .mark, .follow, .mute, .block, .admit: return text("That was taken back: {reason}", reason)
    case .publish(let draft) where draft.editing != nil:
      return text("Your edit was refused and waits in the outbox: {reason}", reason)
    case .publish(let draft) where draft.postsAt != nil && error.isRefusal:
      return text(
        "Your post was refused and waits in the outbox: {reason}",
        ["reason": reasonForLater(error)])
    case .publish: return text("Your post was refused and waits in the outbox: {reason}", reason)
    case .delete: return text("The post was not deleted: {reason}", reason)
    }
  }

  /// Why a service does not take what it is to post later, as what follows a colon, and what to do.
  private func reasonForLater(_ error: FeedError) -> String {
    guard case .refused(let words?) = error else {
      return text("its moment may be too near, or past. Edit it to choose another.")
    }
    return words + " " + editMoment.string
  }

  /// What to do about something that a service does not want to post at that moment.
  private var editMoment: SafeText { say("Edit it if another moment helps.") }

  /// Why a change was refused for good, and what to do next.
  package func sentence(forRefused change: Change, _ error: FeedError) -> SafeText {
    guard case .publish(let draft) = change, draft.postsAt != nil, case .refused(let words) = error
    else { return sentence(for: error) }
    guard words != nil else {
      return say("It was refused: its moment may be too near, or past. Edit it to choose another.")
    }
    return sentence(for: error) + " " + editMoment
  }

  /// That a change could not be kept.
  package func notKept(_ error: StoreError) -> String {
    text(
      "That was taken back: it cannot be saved. {reason}", ["reason": sentence(for: error).string])
  }

  /// Why a service failed, as what follows a colon.
  package func reason(_ error: FeedError) -> String {
    switch error {
    case .unreachable: text("there is no connection.")
    case .untrusted(let why): reason(why)
    case .invalidCredentials, .signedOut: text("you are signed out.")
    case .rateLimited(until: nil): text("the service asks us to slow down.")
    case .rateLimited(let moment?):
      text("the service asks us to wait until {time}.", ["time": clockTime(moment)])
    case .refused(let words?): words
    case .refused: text("the service said no.")
    case .misconfigured(let words): words
    case .notFound: text("it is no longer there.")
    case .serverFailed(let status):
      text("the service is in trouble ({status}).", ["status": String(status)])
    case .badReply: text("the service's answer made no sense.")
    case .cancelled: text("it was called off.")
    }
  }

  /// Why a server is not believed, as what follows a colon.
  package func reason(_ why: FeedError.Distrust) -> String {
    switch why {
    case .strangeIssuer:
      text("nobody known vouches for the server. Some networks want a sign-in of their own first.")
    case .expired: text("the server's certificate has expired, or this machine's clock is wrong.")
    case .notYetValid:
      text("the server's certificate is not valid yet, or this machine's clock is wrong.")
    case .otherServer: text("the certificate belongs to another server.")
    case .revoked: text("the server's certificate was revoked.")
    case .weak: text("the server's certificate is too weak, so that others could have forged it.")
    case .noAuthorities: text("the certificates to trust cannot be read.")
    case .plain: text("everybody on the way could read along; the address must begin with https.")
    case .handshake: text("the server and Tweetie have no secure way in common.")
    }
  }
}
