internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension NotificationsOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    try await NotificationsCommand(
      options: self, account: desk.account, backstage: desk.open(isReading: !offline),
      printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie notifications`: what happened to the reader, the latest first. Nothing is marked as read.
struct NotificationsCommand {
  let options: NotificationsOptions
  let account: String?
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    guard !options.isOfAll else { return try await runForAll() }
    var account = try backstage.account(named: account)
    if !options.offline { account = try backstage.opened(account) }
    let connection = try backstage.connection(for: account)
    guard let gateway = connection.notices else { throw .notOffered("notifications") }
    let found =
      options.offline ? try await stored(for: account.account) : try await fetched(from: gateway)
    show(found.map { (account.account, $0) })
  }

  private func show(_ found: [(account: Account, notice: Notice)]) {
    for (index, (account, notice)) in found.prefix(options.count).enumerated() {
      let reader = options.isOfAll ? account : nil
      if options.json {
        printer.show(NoticeJSON.object(for: notice, to: reader?.id))
      } else {
        if index > 0 { printer.show("") }
        lines(for: notice, to: account, naming: reader).forEach { printer.show($0) }
      }
    }
    guard found.isEmpty, !options.json else { return }
    printer.remark(wording.noNotices)
  }
}

// MARK: - Of all accounts

extension NotificationsCommand {
  /// Prints those of all accounts in one order; each account that fails is a line.
  private func runForAll() async throws(CommandFailure) {
    let together = AccountsTogether(
      backstage: backstage, account: account, offline: options.offline, printer: printer,
      wording: wording)
    var found: [(account: Account, notice: Notice)] = []
    var failures: [CommandFailure] = []
    let told = try together.members { $0.notices != nil }.map(\.connection)
    var answers = options.offline ? [] : await fetched(from: told)
    if options.offline { for connection in told { answers.append(await stored(of: connection)) } }
    for answer in answers.sorted(by: { $0.account.id.rawValue < $1.account.id.rawValue }) {
      switch answer.notices {
      case .success(let notices): found += notices.map { (answer.account, $0) }
      case .failure(let failure):
        failures.append(failure)
        together.complain(failure, of: answer.account)
      }
    }
    guard !told.isEmpty else { throw .notOffered("notifications") }
    // All of them are named by now; how it ended is what the first says.
    if failures.count == told.count, let failure = failures.first { throw failure }
    show(
      found.sorted {
        ($0.notice.at, $0.account.id.rawValue) > ($1.notice.at, $1.account.id.rawValue)
      })
  }

  private struct Answer {
    let account: Account
    let notices: Result<[Notice], CommandFailure>
  }

  /// Asks every service at once.
  private func fetched(from told: [ServiceConnection]) async -> [Answer] {
    let count = options.count
    let answers = await withTaskGroup(of: (Account, Result<[Notice], FeedError>).self) { group in
      for connection in told {
        guard let gateway = connection.notices else { continue }
        group.addTask { await (connection.account, Self.answer(of: gateway, count)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return answers.map { Answer(account: $0, notices: $1.mapError { .service($0) }) }
  }

  private static func answer(
    of gateway: any NoticeGateway, _ count: Int
  ) async -> Result<[Notice], FeedError> {
    do throws(FeedError) {
      return .success(try await gateway.first(count))
    } catch {
      return .failure(error)
    }
  }

  private func stored(of connection: ServiceConnection) async -> Answer {
    do throws(CommandFailure) {
      return Answer(
        account: connection.account, notices: .success(try await stored(for: connection.account)))
    } catch {
      return Answer(account: connection.account, notices: .failure(error))
    }
  }
}

extension NotificationsCommand {
  private func stored(for account: Account) async throws(CommandFailure) -> [Notice] {
    try await backstage.stored { () async throws(StoreError) in
      try await backstage.shelf.notices?.notices(of: account.id).notices ?? []
    }
  }

  private func fetched(from gateway: any NoticeGateway) async throws(CommandFailure) -> [Notice] {
    try await asking { () async throws(FeedError) in try await gateway.first(options.count) }
  }

  /// What happened and when, and what it is about: the words of others are folded as in a stream.
  private func lines(
    for notice: Notice, to reader: Account, naming named: Account?
  ) -> [PrintedLine] {
    let words = wording.happened(notice, to: reader, naming: 2) {
      SafeText(sanitizing: $0.name)
    }
    let time = wording.relativeTime(notice.at, now: backstage.world.now)
    var heading = PrintedLine(words, .bold).adding(" · ")
      .adding(time, .dim)
    if let named { heading = heading.adding(" · " + wording.handle(of: named), .dim) }
    guard let post = notice.post else {
      return [heading] + (notice.subject?.url.map { [PrintedLine(SafeText(sanitizing: $0))] } ?? [])
    }
    let shown = backstage.mutes.shown(post, boostedBy: nil, to: reader)
    let printed = PrintedPost(wording: wording, now: backstage.world.now)
      .lines(for: FeedEntry(shown))
    // Whose post it is the heading has told.
    return [heading] + printed.dropFirst()
  }
}

extension NoticeGateway {
  /// Fetches page by page, until there are enough.
  fileprivate func first(_ count: Int) async throws(FeedError) -> [Notice] {
    var found: [Notice] = []
    var known: Set<Notice.ID> = []
    var cursor: Cursor?
    var walk = PageWalk()
    repeat {
      let page = try await notices(after: cursor)
      let fresh = page.elements.filter { known.insert($0.id).inserted }
      found += fresh
      cursor = walk.step(to: page.next, foundNew: !fresh.isEmpty)
    } while cursor != nil && found.count < count
    return found
  }
}
