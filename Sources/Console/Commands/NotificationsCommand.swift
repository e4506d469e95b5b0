internal import FeedDomain
internal import Terminal
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
    var account = try backstage.account(named: account)
    if !options.offline { account = try backstage.opened(account) }
    let connection = try backstage.connection(for: account)
    guard let gateway = connection.notices else { throw .notOffered("notifications") }
    let found =
      options.offline ? try await stored(for: account.account) : try await fetched(from: gateway)
    let notices = Array(found.prefix(options.count))
    for (index, notice) in notices.enumerated() {
      if options.json {
        printer.show(NoticeJSON.object(for: notice))
      } else {
        if index > 0 { printer.show("") }
        lines(for: notice, to: account.account).forEach { printer.show($0) }
      }
    }
    guard notices.isEmpty, !options.json else { return }
    printer.complain(wording.noNotices)
  }
}

extension NotificationsCommand {
  private func stored(for account: Account) async throws(CommandFailure) -> [Notice] {
    try await backstage.stored { () async throws(StoreError) in
      try await backstage.shelf.notices?.notices(of: account.id).notices ?? []
    }
  }

  /// Fetches page by page, until there are enough or a page tells nothing new.
  private func fetched(from gateway: any NoticeGateway) async throws(CommandFailure) -> [Notice] {
    var notices: [Notice] = []
    var known: Set<Notice.ID> = []
    var cursor: Cursor?
    repeat {
      let page = try await asking { () async throws(FeedError) in
        try await gateway.notices(after: cursor)
      }
      let fresh = page.elements.filter { known.insert($0.id).inserted }
      notices += fresh
      cursor = fresh.isEmpty ? nil : page.next
    } while cursor != nil && notices.count < options.count
    return notices
  }

  /// What happened and when, and what it is about: the words of others are folded as in a stream.
  private func lines(for notice: Notice, to reader: Account) -> [PrintedLine] {
    let words = wording.happened(notice, to: reader, naming: 2) {
      SafeText(sanitizing: $0.name)
    }
    let time = wording.relativeTime(notice.at, now: backstage.world.now)
    let heading = PrintedLine(words, .bold).adding(" · ")
      .adding(time, .dim)
    guard let post = notice.post else { return [heading] }
    let shown = backstage.mutes.shown(post, boostedBy: nil, to: reader)
    let printed = PrintedPost(wording: wording, now: backstage.world.now)
      .lines(for: FeedEntry(shown))
    // Whose post it is the heading has told.
    return [heading] + printed.dropFirst()
  }
}
