internal import FeedDomain
internal import Terminal
import Words

extension OutboxOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    try await OutboxCommand(
      options: self, backstage: desk.open(), printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie outbox`: what waits to be sent, and drafts.
struct OutboxCommand {
  let options: OutboxOptions
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    switch options.action {
    case .list: try await list()
    case .send(let id): try await send(id)
    case .drop(let id): try await drop(id)
    }
  }
}

extension OutboxCommand {
  private func items() async throws(CommandFailure) -> [OutboxItem] {
    try await remembering { () async throws(StoreError) in
      try await backstage.shelf.outbox.items(of: nil)
    }
  }

  /// What was begun and not sent, with whose it is.
  private func drafts() async throws(CommandFailure) -> [(Draft, Account.ID)] {
    let queued = try await items().map(\.id.rawValue)
    return try await remembering { () async throws(StoreError) in
      var found: [(Draft, Account.ID)] = []
      for account in try backstage.shelf.credentials.accounts().map(\.account.id) {
        let drafts = try await backstage.shelf.drafts.drafts(of: account)
        found += drafts.filter { !queued.contains($0.id.rawValue) }.map { ($0, account) }
      }
      return found
    }
  }

  private func list() async throws(CommandFailure) {
    let items = try await items()
    let unreadable = try await remembering { () async throws(StoreError) in
      try await backstage.shelf.outbox.unreadable(of: nil)
    }
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
      printer.show(PrintedLine(wording.outboxEmpty))
    }
  }

  /// Sends for every account; what could not be sent is told, and the first such error is the end.
  private func send(_ id: OutboxItem.ID?) async throws(CommandFailure) {
    let accounts = try backstage.accounts()
    if let id {
      guard let item = try await items().first(where: { $0.id == id }), item.state != .sending
      else { throw .noSuchItem(id) }
      try await remembering { () async throws(StoreError) in
        try await backstage.shelf.outbox.settle(id, as: item.releasedState)
      }
    }
    let waiting = try await items()
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
      let results = try await remembering { () async throws(StoreError) in
        try await backstage.sending.send(waitingOf: opened, evenIfHeld: true)
      }
      for item in waiting {
        guard let result = results[item.id] else { continue }
        failure = tell(result, of: item) ?? failure
      }
    }
    if let failure { throw failure }
    if waiting.isEmpty { printer.show(PrintedLine(wording.outboxEmpty)) }
  }

  private func tell(_ result: SendResult, of item: OutboxItem) -> CommandFailure? {
    switch result {
    case .delivered:
      let text = OutboxItemText(wording: wording, now: backstage.world.now)
      let what = text.summary(of: item.change).string
      printer.show(PrintedLine(wording.say("Sent: {what}", ["what": what])))
      return nil
    case .kept(let error): return .kept(error)
    case .refused(let error): return .refused(item.change, error, key: item.id)
    }
  }

  private func drop(_ id: OutboxItem.ID) async throws(CommandFailure) {
    let draft = try await drafts().first { $0.0.id.rawValue == id.rawValue }?.0
    let isDropped = try await remembering { () async throws(StoreError) in
      guard let draft else { return try await backstage.shelf.outbox.withdraw(id) }
      try await backstage.shelf.drafts.discard(draft)
      return true
    }
    guard isDropped else { throw .noSuchItem(id) }
    printer.show(PrintedLine(wording.say("Dropped.")))
  }
}
