internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension OutboxOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    try await OutboxCommand(
      options: self, desk: desk, backstage: desk.open(), printer: desk.printer,
      wording: desk.wording
    ).run()
  }
}

/// `tweetie outbox`: what waits to be sent, and drafts.
struct OutboxCommand {
  let options: OutboxOptions
  let desk: CommandDesk
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    switch options.action {
    case .list: try await list()
    case .send(let ids): try await send(ids)
    case .drop(let ids):
      try await desk.each(ids) { id async throws(CommandFailure) in
        try await drop(try await self.id(beginning: id))
      }
    }
  }
}

extension OutboxCommand {
  /// The account whose items are meant; nil for all.
  private func account() throws(CommandFailure) -> Account.ID? {
    try desk.account.map { name throws(CommandFailure) in
      try backstage.account(named: name).account.id
    }
  }

  private func items() async throws(CommandFailure) -> [OutboxItem] {
    let account = try account()
    return try await remembering { () async throws(StoreError) in
      try await backstage.shelf.outbox.items(of: account)
    }
  }

  private func unreadable() async throws(CommandFailure) -> [OutboxItem.ID] {
    let account = try account()
    return try await remembering { () async throws(StoreError) in
      try await backstage.shelf.outbox.unreadable(of: account)
    }
  }

  /// The id of what waits that was typed, whole or so much of its beginning that no other is meant.
  private func id(beginning typed: String) async throws(CommandFailure) -> OutboxItem.ID {
    let waiting = try await items().map(\.id)
    let drafts = try await drafts().map { OutboxItem.ID($0.0.id.rawValue) }
    let ids = waiting + drafts + (try await unreadable())
    if let id = ids.first(where: { $0.rawValue == typed }) { return id }
    let found = ids.filter { $0.rawValue.hasPrefix(typed) }
    guard let id = found.first else { throw .noSuchItem(OutboxItem.ID(typed)) }
    guard found.count == 1 else { throw .severalItems(typed, ids: found) }
    return id
  }

  /// What was begun and not sent, with whose it is.
  private func drafts() async throws(CommandFailure) -> [(Draft, Account.ID)] {
    let queued = try await items().map(\.id.rawValue)
    let only = try account()
    return try await remembering { () async throws(StoreError) in
      var found: [(Draft, Account.ID)] = []
      for account in try backstage.shelf.credentials.accounts().map(\.account.id)
      where only.map({ $0 == account }) ?? true {
        let drafts = try await backstage.shelf.drafts.drafts(of: account)
        found += drafts.filter { !queued.contains($0.id.rawValue) }.map { ($0, account) }
      }
      return found
    }
  }

  private func list() async throws(CommandFailure) {
    let items = try await items()
    let unreadable = try await unreadable()
    let text = OutboxItemText(wording: wording, now: backstage.world.now)
    for id in unreadable {
      if options.json {
        printer.show(text.object(for: id))
      } else {
        printer.show(text.line(for: id))
      }
    }
    for item in items {
      if options.json {
        printer.show(text.object(for: item))
      } else {
        printer.show(text.line(for: item))
      }
    }
    let drafts = try await drafts()
    for (draft, account) in drafts {
      if options.json {
        printer.show(text.object(for: draft, of: account))
      } else {
        printer.show(text.line(for: draft))
      }
    }
    if items.isEmpty, unreadable.isEmpty, drafts.isEmpty, !options.json {
      printer.confirm(wording.outboxEmpty)
    }
  }

  /// Sends the items that were named, or all, for every account; the last that could not be sent is
  /// the end.
  private func send(_ typed: [String]) async throws(CommandFailure) {
    let accounts = try backstage.accounts()
    var waiting = try await items()
    if !typed.isEmpty {
      var ids: Set<OutboxItem.ID> = []
      for typed in typed { ids.insert(try await id(beginning: typed)) }
      waiting = waiting.filter { ids.contains($0.id) && $0.state != .sending }
      // A draft is finished on the screen, and what cannot be read is sent by nobody.
      if let other = ids.first(where: { id in !waiting.contains { $0.id == id } }) {
        throw .noSuchItem(other)
      }
    }
    var failure: CommandFailure?
    for account in accounts where waiting.contains(where: { $0.account == account.account.id }) {
      let opened: SignedInAccount
      do throws(CommandFailure) {
        opened = try backstage.opened(account)
      } catch {
        // What waits in the others is sent all the same.
        failure = error
        continue
      }
      let only = typed.isEmpty ? nil : Set(waiting.map(\.id))
      let results = try await remembering { () async throws(StoreError) in
        try await backstage.sending.send(waitingOf: opened, only: only, evenIfHeld: true)
      }
      for item in waiting {
        guard let result = results[item.id] else { continue }
        failure = tell(result, of: item) ?? failure
      }
    }
    if let failure { throw failure }
    if waiting.isEmpty { printer.confirm(wording.outboxEmpty) }
  }

  private func tell(_ result: SendResult, of item: OutboxItem) -> CommandFailure? {
    switch result {
    case .delivered(let outcome):
      let text = OutboxItemText(wording: wording, now: backstage.world.now)
      let what = text.summary(of: item.change).string
      printer.confirm(wording.say("Sent: {what}", ["what": what]))
      return item.change.failure(after: outcome)
    case .kept(let error): return .kept(error)
    case .refused(let error): return .refused(item.change, error, key: item.id)
    }
  }

  private func drop(_ id: OutboxItem.ID) async throws(CommandFailure) -> SafeText {
    let draft = try await drafts().first { $0.0.id.rawValue == id.rawValue }?.0
    let isDropped = try await remembering { () async throws(StoreError) in
      guard let draft else { return try await backstage.shelf.outbox.withdraw(id) }
      try await backstage.shelf.drafts.discard(draft)
      return true
    }
    guard isDropped else { throw .noSuchItem(id) }
    return wording.say("Dropped.")
  }
}
