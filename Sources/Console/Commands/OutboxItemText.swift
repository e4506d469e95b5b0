internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

/// What waits to be sent, in a line.
struct OutboxItemText {
  let wording: Wording
  let now: Timestamp

  /// The id, what is to be done, and how far it has come.
  func line(for item: OutboxItem) -> PrintedLine {
    PrintedLine(SafeText(sanitizing: item.id.rawValue), .dim)
      .adding("  ").adding(summary(of: item.change))
      .adding("  ").adding(state(of: item), .dim)
  }

  /// The same as JSON.
  func object(for item: OutboxItem) -> JSONValue {
    .object([
      "id": .string(item.id.rawValue), "account": .string(item.account.rawValue),
      "change": .string(Self.name(of: item.change)), "post": .optional(Self.post(of: item.change)),
      "text": .optional(Self.text(of: item.change)), "thread": Self.thread(of: item.change),
      "poll": Self.poll(of: item.change),
      "posts_at": Self.moment(of: item.change), "state": .string(Self.name(of: item.state)),
      "attempts": .number(item.attempts), "created_at": .optional(PostJSON.date(item.createdAt)),
    ])
  }

  /// The id, what was begun, and that it is a draft.
  func line(for draft: Draft) -> PrintedLine {
    PrintedLine(SafeText(sanitizing: draft.id.rawValue), .dim)
      .adding("  ").adding(summary(of: .publish(draft))).adding("  ").adding(wording.isDraft, .dim)
  }

  /// The same as JSON.
  func object(for draft: Draft, of account: Account.ID) -> JSONValue {
    let change = Change.publish(draft)
    return .object([
      "id": .string(draft.id.rawValue), "account": .string(account.rawValue),
      "change": .string(Self.name(of: change)), "post": .optional(Self.post(of: change)),
      "text": .optional(Self.text(of: change)), "thread": Self.thread(of: change),
      "poll": Self.poll(of: change), "posts_at": Self.moment(of: change), "state": .string("draft"),
    ])
  }

  /// The id of something that cannot be read, and that.
  func line(for unreadable: OutboxItem.ID) -> PrintedLine {
    PrintedLine(SafeText(sanitizing: unreadable.rawValue), .dim)
      .adding("  ").adding(wording.unreadableItem)
  }

  /// The same as JSON.
  func object(for unreadable: OutboxItem.ID) -> JSONValue {
    .object(["id": .string(unreadable.rawValue), "state": .string("unreadable")])
  }

  /// What is to be done.
  func summary(of change: Change) -> SafeText {
    switch change {
    case .mark(let post, let action, let isDone):
      let id = ["id": post.rawValue]
      if action.contains(.liked) {
        return isDone ? wording.say("like {id}", id) : wording.say("unlike {id}", id)
      }
      if action.contains(.boosted) {
        return isDone
          ? wording.say("boost {id}", id) : wording.say("unboost {id}", id)
      }
      if action.contains(.hidden) {
        return isDone ? wording.say("hide {id}", id) : wording.say("show {id} again", id)
      }
      if !action.isDisjoint(with: [.pinned, .silenced]) {
        return wording.title(of: change, handle: nil)
      }
      return isDone
        ? wording.say("bookmark {id}", id) : wording.say("remove the bookmark from {id}", id)
    case .follow(let person, let isFollowed):
      let id = ["id": person.rawValue]
      return isFollowed ? wording.say("follow {id}", id) : wording.say("unfollow {id}", id)
    case .mute(let person, let isMuted):
      let id = ["id": person.rawValue]
      return isMuted ? wording.say("mute {id}", id) : wording.say("unmute {id}", id)
    case .block(let person, let isBlocked):
      let id = ["id": person.rawValue]
      return isBlocked ? wording.say("block {id}", id) : wording.say("unblock {id}", id)
    case .admit(let person, let isLetIn):
      let id = ["id": person.rawValue]
      return isLetIn
        ? wording.say("accept the follow request of {id}", id)
        : wording.say("reject the follow request of {id}", id)
    case .vote(let post, _): return wording.say("vote in {id}", ["id": post.rawValue])
    case .publish(let draft) where draft.editing != nil:
      return wording.say(
        "edit {id}: \"{text}\"",
        ["id": draft.editing?.rawValue ?? "", "text": Self.opening(draft.text)])
    case .publish(let draft):
      let text = ["text": Self.opening(draft.text)]
      guard !draft.following.isEmpty else { return wording.say("post \"{text}\"", text) }
      return wording.plural(
        "post \"{text}\" and {count} more", "post \"{text}\" and {count} more",
        draft.following.count, text)
    case .delete(let post): return wording.say("delete {id}", ["id": post.rawValue])
    case .act(let act): return wording.title(of: act)
    }
  }
}

extension OutboxItemText {
  private func state(of item: OutboxItem) -> SafeText {
    switch item.state {
    case .queued where OutboxWait(of: item, among: [item], now: now) == .tooLate:
      wording.say("waiting: {reason}", ["reason": wording.sentence(for: OutboxWait.tooLate)])
    case .queued(_, after: nil): wording.say("waiting")
    case .queued(_, .cancelled) where item.change.hasUnsentPictures:
      wording.say(
        "waiting: {reason}", ["reason": wording.sentence(for: PictureTrouble.tookTooLong)])
    case .queued(_, let error?):
      wording.say("waiting: {reason}", ["reason": wording.sentence(for: error, now: now)])
    case .sending: wording.say("being sent")
    case .ambiguous: wording.say("may have been sent")
    case .refused(.outcomeUnknown): wording.askWhetherSent
    case .refused(let error):
      wording.say("refused: {reason}", ["reason": wording.sentence(forRefused: item.change, error)])
    }
  }

  static func opening(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count > 40 ? line.prefix(39) + "…" : String(line)
  }

  private static func name(of change: Change) -> String {
    switch change {
    case .mark(_, let action, let isDone):
      let name =
        switch action {
        case .liked: "like"
        case .boosted: "boost"
        case .hidden: "hide"
        case .pinned: "pin"
        case .silenced: "mute-conversation"
        default: "bookmark"
        }
      return isDone ? name : "un" + name
    case .follow(_, let isFollowed): return isFollowed ? "follow" : "unfollow"
    case .mute(_, let isMuted): return isMuted ? "mute" : "unmute"
    case .block(_, let isBlocked): return isBlocked ? "block" : "unblock"
    case .admit(_, let isLetIn): return isLetIn ? "admit" : "reject"
    case .vote: return "vote"
    case .publish(let draft): return draft.editing == nil ? "post" : "edit"
    case .delete: return "delete"
    case .act(let act): return act.isDone ? act.kind.name : "un" + act.kind.name
    }
  }

  private static func post(of change: Change) -> String? {
    if case .publish(let draft) = change {
      (draft.editing ?? draft.replyTo)?.rawValue
    } else {
      change.post?.rawValue
    }
  }

  private static func text(of change: Change) -> String? {
    if case .publish(let draft) = change { draft.text } else { nil }
  }

  /// What follows it in a thread.
  private static func thread(of change: Change) -> JSONValue {
    guard case .publish(let draft) = change, !draft.following.isEmpty else { return .null }
    return .array(draft.following.map { .string($0.text) })
  }

  /// The answers of the poll that goes with it.
  private static func poll(of change: Change) -> JSONValue {
    guard case .publish(let draft) = change, let poll = draft.poll else { return .null }
    return .array(poll.choices.map { .string($0) })
  }

  /// When the service is to post it.
  private static func moment(of change: Change) -> JSONValue {
    guard case .publish(let draft) = change else { return .null }
    return .optional(draft.postsAt.flatMap(PostJSON.date))
  }

  private static func name(of state: OutboxItem.State) -> String {
    switch state {
    case .queued: "queued"
    case .sending: "sending"
    case .ambiguous: "ambiguous"
    case .refused(.outcomeUnknown): "unknown"
    case .refused: "refused"
    }
  }
}
