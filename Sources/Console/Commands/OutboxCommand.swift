internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let outbox = CommandSpec(
    .outbox, .writing, "[list|send [ID…]|drop ID…]", [.json, .account],
    examples: "outbox", "outbox drop t06404a",
    meaning: { $0.say("list, send or drop unsent posts and actions") }
  ) { arguments throws(UsageError) in
    let action = try OutboxSubcommand(arguments)
    let json = arguments.hasOption(.json)
    return { context async throws(CommandFailure) in
      let outbox = try await OutboxCommand(context: context, services: context.openServices())
      switch action {
      case .list: try await outbox.printOutboxItemsAndDrafts(json: json)
      case .send(let ids): try await outbox.sendNamedOrAllItems(ids)
      case .drop(let ids):
        try await context.printResultForEachName(ids) { id async throws(CommandFailure) in
          try await outbox.discardOutboxItemOrDraft(
            try await outbox.fullItemOrDraftID(beginning: id))
        }
      }
    }
  }
}

enum OutboxSubcommand: Equatable {
  case list
  /// A subcommand of `outbox`: send the items whose ids begin with these texts; all items if the
  /// list is empty.
  case send([String])
  case drop([String])

  init(_ arguments: ScannedArguments) throws(UsageError) {
    // An empty id would be the beginning of all ids.
    func typedItemIDs() throws(UsageError) -> [String] {
      let typedItemIDs = Array(arguments.operands.dropFirst())
      guard !typedItemIDs.contains("") else { throw .missingOperand("ID") }
      return typedItemIDs
    }
    switch arguments.operands.first {
    case nil, "list"?:
      try arguments.expectNoOperands(after: 1)
      self = .list
    case "send"?: self = .send(try typedItemIDs())
    case "drop"?:
      guard arguments.operands.count > 1 else { throw .missingOperand("ID") }
      self = .drop(try typedItemIDs())
    case let word?: throw .badValue(word, option: "outbox", allowed: "list, send ID…, drop ID…")
    }
  }
}

private struct OutboxCommand {
  let context: CommandContext
  let services: CommandServices

  private var printer: ResultPrinter { context.printer }
  private var wording: Wording { context.wording }
  private var text: OutboxItemFormatter {
    OutboxItemFormatter(wording: wording, now: services.world.now)
  }

  /// Returns the id of the account whose items `outbox` lists and sends; nil for all accounts.
  private func accountIDOfListedItems() throws(CommandFailure) -> Account.ID? {
    try context.accountName.map { name throws(CommandFailure) in
      try services.signedInAccount(named: name).account.id
    }
  }

  private func outboxItems() async throws(CommandFailure) -> [OutboxItem] {
    let account = try accountIDOfListedItems()
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.outbox.outboxItems(of: account)
    }
  }

  private func unreadableItemIDs() async throws(CommandFailure) -> [OutboxItem.ID] {
    let account = try accountIDOfListedItems()
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.outbox.unreadableItemIDs(of: account)
    }
  }

  /// Returns the id of the outbox item or draft that begins with a typed text; throws if there is
  /// none, or if there are several.
  func fullItemOrDraftID(beginning typed: String) async throws(CommandFailure) -> OutboxItem.ID {
    let waiting = try await outboxItems().map(\.id)
    let drafts = try await storedDrafts().map { OutboxItem.ID($0.0.id.rawValue) }
    let ids = waiting + drafts + (try await unreadableItemIDs())
    if let id = ids.first(where: { $0.rawValue == typed }) { return id }
    let found = ids.filter { $0.rawValue.hasPrefix(typed) }
    guard let id = found.first else { throw .noSuchItem(OutboxItem.ID(typed)) }
    guard found.count == 1 else { throw .severalItems(typed, ids: found) }
    return id
  }

  private func storedDrafts() async throws(CommandFailure) -> [(Draft, Account.ID)] {
    let queued = try await outboxItems().map(\.id.rawValue)
    let only = try accountIDOfListedItems()
    return try await convertingStoreErrors { () async throws(StoreError) in
      var found: [(Draft, Account.ID)] = []
      for account in try services.stores.credentials.storedAccounts().map(\.account.id)
      where only.map({ $0 == account }) ?? true {
        let drafts = try await services.stores.drafts.drafts(of: account)
        found += drafts.filter { !queued.contains($0.id.rawValue) }.map { ($0, account) }
      }
      return found
    }
  }

  func printOutboxItemsAndDrafts(json: Bool) async throws(CommandFailure) {
    let items = try await outboxItems()
    let unreadable = try await unreadableItemIDs()
    let text = text
    for id in unreadable {
      json
        ? printer.printJSONLine(text.unreadableItemJSONObject(for: id))
        : printer.printLine(text.unreadableItemLine(for: id))
    }
    for item in items {
      json
        ? printer.printJSONLine(text.outboxItemJSONObject(for: item))
        : printer.printLine(text.outboxItemLine(for: item))
    }
    let drafts = try await storedDrafts()
    for (draft, account) in drafts {
      json
        ? printer.printJSONLine(text.draftJSONObject(for: draft, of: account))
        : printer.printLine(text.draftLine(for: draft))
    }
    if items.isEmpty, unreadable.isEmpty, drafts.isEmpty, !json {
      printer.printConfirmation(wording.outboxEmpty)
    }
  }

  /// Sends outbox items: those whose ids begin with the typed texts, or all if no text was typed.
  /// The items are those of the account named on the command line, or of all accounts if none is
  /// named. Throws the last failure.
  func sendNamedOrAllItems(_ typed: [String]) async throws(CommandFailure) {
    let accounts = try services.signedInAccounts()
    var waiting = try await outboxItems()
    if !typed.isEmpty {
      var ids: Set<OutboxItem.ID> = []
      for typed in typed { ids.insert(try await fullItemOrDraftID(beginning: typed)) }
      waiting = waiting.filter { ids.contains($0.id) && $0.state != .sending }
      // A draft is finished on the screen, and an unreadable item cannot be sent.
      if let other = ids.first(where: { id in !waiting.contains { $0.id == id } }) {
        throw .noSuchItem(other)
      }
    }
    var failure: CommandFailure?
    for account in accounts where waiting.contains(where: { $0.account == account.account.id }) {
      let opened: SignedInAccount
      do throws(CommandFailure) {
        opened = try services.accountWithSecret(account)
      } catch {
        // Items of the other accounts are sent nevertheless.
        failure = error
        continue
      }
      let only = typed.isEmpty ? nil : Set(waiting.map(\.id))
      let results = try await convertingStoreErrors { () async throws(StoreError) in
        try await services.sending.sendOutboxItems(waitingOf: opened, only: only, evenIfHeld: true)
      }
      for item in waiting where item.account == account.account.id {
        var result = results[item.id]
        if result == nil {
          result = try await convertingStoreErrors { () async throws(StoreError) in
            try await services.resultOfItemSentByOtherProcess(item)
          }
        }
        guard let result else {
          // An older item must be sent first, or another window is sending.
          if failure == nil {
            failure = .behindOlderItem(results.values.lazy.compactMap(\.waitingReason).first)
          }
          continue
        }
        failure = reportSendResult(result, of: item) ?? failure
      }
    }
    if let failure { throw failure }
    if waiting.isEmpty { printer.printConfirmation(wording.outboxEmpty) }
  }

  private func reportSendResult(_ result: OutboxSendResult, of item: OutboxItem) -> CommandFailure?
  {
    switch result {
    case .delivered(let outcome):
      let what = text.pendingChangeSummary(of: item.change)
      if case .overruled(let count, _) = outcome {
        printer.printError(what + ": " + wording.changesOverruledByServerMessage(count))
      } else {
        printer.printConfirmation(wording.say("Sent: {what}", ["what": what.string]))
      }
      return item.change.unintendedVisibilityFailure(after: outcome)
    case .keptInOutbox(let error): return .keptInOutbox(error)
    case .refused(let error): return .refusedChangeFailure(item.change, error, key: item.id)
    }
  }

  /// Sends the waiting items of an account, except those that can still be undone, before another
  /// command fetches; prints the failures. Returns the number of items that the service received.
  func sendWaitingItems(of account: SignedInAccount) async throws(CommandFailure) -> Int {
    let waiting = try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.outbox.outboxItems(of: account.account.id)
    }.filter { !$0.isRefused }
    guard !waiting.isEmpty else { return 0 }
    let results = try await convertingStoreErrors { () async throws(StoreError) in
      try await services.sending.sendOutboxItems(waitingOf: account, only: nil, evenIfHeld: false)
    }
    var sent = 0
    var kept: [FeedError] = []
    for item in waiting {
      switch results[item.id] {
      case nil: break
      case .keptInOutbox(let error)?: kept.append(error)
      case .delivered(let outcome)?:
        sent += 1
        if case .overruled(let count, _) = outcome {
          let what = text.pendingChangeSummary(of: item.change)
          printer.printError(what + ": " + wording.changesOverruledByServerMessage(count))
        }
        if let failure = item.change.unintendedVisibilityFailure(after: outcome) {
          printer.printError(wording.sentence(for: failure))
        }
      case .refused(let error)?:
        sent += 1
        let what = text.pendingChangeSummary(of: item.change)
        let failure = CommandFailure.refusedChangeFailure(item.change, error, key: item.id)
        printer.printError(what + ": " + wording.sentence(for: failure))
      }
    }
    if let error = kept.first {
      printer.printError(
        wording.plural(
          "{count} change waits in the outbox.", "{count} changes wait in the outbox.", kept.count)
          + " " + wording.sentence(for: CommandFailure.service(error)))
    }
    return sent
  }

  func discardOutboxItemOrDraft(_ id: OutboxItem.ID) async throws(CommandFailure) -> SafeText {
    let draft = try await storedDrafts().first { $0.0.id.rawValue == id.rawValue }?.0
    let isDropped = try await convertingStoreErrors { () async throws(StoreError) in
      guard let draft else { return try await services.stores.outbox.withdrawItem(id) }
      try await services.stores.drafts.discardDraftIfUnchanged(draft)
      return true
    }
    guard isDropped else { throw .noSuchItem(id) }
    return wording.say("Dropped.")
  }
}

extension CommandContext {
  /// Sends the waiting outbox items of an account before a command fetches; returns the number of
  /// items that the service received.
  func sendWaitingChangesBeforeFetch(
    of account: SignedInAccount, with services: CommandServices
  ) async throws(CommandFailure) -> Int {
    try await OutboxCommand(context: self, services: services).sendWaitingItems(of: account)
  }
}

struct OutboxItemFormatter {
  let wording: Wording
  let now: Timestamp

  func outboxItemLine(for item: OutboxItem) -> PrintedLine {
    PrintedLine(SafeText(sanitizing: item.id.rawValue), .dim)
      .appendingOnSameLine("  ").appendingText(pendingChangeSummary(of: item.change))
      .appendingOnSameLine("  ").appendingText(outboxItemStateText(of: item), .dim)
  }

  func outboxItemJSONObject(for item: OutboxItem) -> JSONValue {
    Self.pendingChangeJSONObject(
      for: item.change, id: item.id.rawValue, account: item.account,
      state: Self.outboxStateName(of: item.state)
    ).appendingMembers(of: ["attempts": item.attempts, "created_at": item.createdAt.isoText])
  }

  func draftLine(for draft: Draft) -> PrintedLine {
    PrintedLine(SafeText(sanitizing: draft.id.rawValue), .dim)
      .appendingOnSameLine("  ").appendingText(pendingChangeSummary(of: .publish(draft)))
      .appendingOnSameLine(
        "  "
      )
      .appendingText(
        wording.isDraft, .dim)
  }

  func draftJSONObject(for draft: Draft, of account: Account.ID) -> JSONValue {
    Self.pendingChangeJSONObject(
      for: .publish(draft), id: draft.id.rawValue, account: account, state: "draft")
  }

  func unreadableItemLine(for unreadable: OutboxItem.ID) -> PrintedLine {
    PrintedLine(SafeText(sanitizing: unreadable.rawValue), .dim)
      .appendingOnSameLine("  ").appendingText(wording.unreadableItem)
  }

  func unreadableItemJSONObject(for unreadable: OutboxItem.ID) -> JSONValue {
    ["id": unreadable.rawValue, "state": "unreadable"]
  }

  func pendingChangeSummary(of change: PendingChange) -> SafeText {
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
      if !action.isDisjoint(with: [.pinned, .conversationMuted]) {
        return wording.title(of: change, handle: nil)
      }
      return isDone
        ? wording.say("bookmark {id}", id) : wording.say("remove the bookmark from {id}", id)
    case .markRead: return wording.title(of: change, handle: nil)
    case .follow(let person, let isFollowed):
      let id = ["id": person.rawValue]
      return isFollowed ? wording.say("follow {id}", id) : wording.say("unfollow {id}", id)
    case .mute(let person, let isMuted):
      let id = ["id": person.rawValue]
      return isMuted ? wording.say("mute {id}", id) : wording.say("unmute {id}", id)
    case .block(let person, let isBlocked):
      let id = ["id": person.rawValue]
      return isBlocked ? wording.say("block {id}", id) : wording.say("unblock {id}", id)
    case .answerFollowRequest(let person, let isLetIn):
      let id = ["id": person.rawValue]
      return isLetIn
        ? wording.say("accept the follow request of {id}", id)
        : wording.say("reject the follow request of {id}", id)
    case .vote(let post, _): return wording.say("vote in {id}", ["id": post.rawValue])
    case .publish(let draft) where draft.editing != nil:
      return wording.say(
        "edit {id}: \"{text}\"",
        ["id": draft.editing?.rawValue ?? "", "text": Self.firstLinePreview(of: draft.text)])
    case .publish(let draft):
      let text = ["text": Self.firstLinePreview(of: draft.text)]
      guard !draft.following.isEmpty else { return wording.say("post \"{text}\"", text) }
      return wording.plural(
        "post \"{text}\" and {count} more", "post \"{text}\" and {count} more",
        draft.following.count, text)
    case .delete(let post): return wording.say("delete {id}", ["id": post.rawValue])
    case .serviceAction(let act): return wording.title(of: act)
    }
  }

  private func outboxItemStateText(of item: OutboxItem) -> SafeText {
    switch item.state {
    case .queued where OutboxWaitReason(of: item, among: [item], now: now) == .tooLate:
      wording.say("waiting: {reason}", ["reason": wording.sentence(for: OutboxWaitReason.tooLate)])
    case .queued(_, after: nil): wording.say("waiting")
    case .queued(_, .cancelled) where item.change.hasUnsentPictures:
      wording.say(
        "waiting: {reason}", ["reason": wording.sentence(for: PictureFileProblem.tookTooLong)])
    case .queued(_, let error?):
      wording.say("waiting: {reason}", ["reason": wording.sentence(for: error, now: now)])
    case .sending: wording.say("being sent")
    case .ambiguous: wording.say("may have been sent")
    case .refused(.outcomeUnknown): wording.checkWhetherSent
    case .refused(let error):
      wording.say(
        "refused: {reason}", ["reason": wording.refusalSentence(forRefused: item.change, error)])
    }
  }

  static func firstLinePreview(of text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count > 40 ? line.prefix(39) + "…" : String(line)
  }

  private static func jsonName(of change: PendingChange) -> String {
    switch change {
    case .mark(_, let action, let isDone):
      let name =
        switch action {
        case .liked: "like"
        case .boosted: "boost"
        case .hidden: "hide"
        case .pinned: "pin"
        case .conversationMuted: "mute-conversation"
        default: "bookmark"
        }
      return isDone ? name : "un" + name
    case .markRead(_, let isRead, _): return isRead ? "read" : "unread"
    case .follow(_, let isFollowed): return isFollowed ? "follow" : "unfollow"
    case .mute(_, let isMuted): return isMuted ? "mute" : "unmute"
    case .block(_, let isBlocked): return isBlocked ? "block" : "unblock"
    case .answerFollowRequest(_, let isLetIn): return isLetIn ? "admit" : "reject"
    case .vote: return "vote"
    case .publish(let draft): return draft.editing == nil ? "post" : "edit"
    case .delete: return "delete"
    case .serviceAction(let act): return act.isDone ? act.kind.name : "un" + act.kind.name
    }
  }

  /// Returns the JSON object of an outbox item or draft, with its text, poll and further posts.
  private static func pendingChangeJSONObject(
    for change: PendingChange, id: String, account: Account.ID, state: String
  ) -> JSONValue {
    let draft: Draft? = if case .publish(let draft) = change { draft } else { nil }
    let post = draft.map { $0.editing ?? $0.replyTo } ?? change.post
    let following = draft?.following ?? []
    return [
      "id": id, "account": account.rawValue, "change": jsonName(of: change),
      "post": post?.rawValue,
      "text": draft?.text, "thread": following.isEmpty ? nil : following.map(\.text),
      "poll": draft?.poll?.choices, "posts_at": draft?.postsAt?.isoText, "state": state,
    ]
  }

  private static func outboxStateName(of state: OutboxItem.OutboxItemState) -> String {
    switch state {
    case .queued: "queued"
    case .sending: "sending"
    case .ambiguous: "ambiguous"
    case .refused(.outcomeUnknown): "unknown"
    case .refused: "refused"
    }
  }
}
