internal import FeedDomain
internal import Terminal
import Words

/// `tweetie catch-up`: what was missed, put in order as on the screen, for reading, for mail and for
/// cron. Nothing is marked as read by that.
struct CatchUpCommand: CommandRequest {
  /// How long ago it begins; nil where it is what was not read.
  private let span: Duration?
  private let order: CatchUpOrder
  private let json: Bool
  private let offline: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    try scanned.expectNoOperands()
    span = try scanned.span(.since)
    order = try scanned.choice(.order) ?? .people
    json = scanned.has(.json)
    offline = scanned.has(.offline)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: !offline)
    var account = try backstage.account(named: desk.account)
    if !offline { account = try backstage.opened(account) }
    let connection = try backstage.connection(for: account)
    let feed = connection.streams.contains(.feed(.home)) ? nil : connection.streams.first?.feed
    let now = backstage.world.now
    let span = span.map { MissedSpan.since(now.advanced(by: .zero - $0)) } ?? .unread
    let missed = Missed(
      feed: feed ?? .home, span: span, order: order, account: account, backstage: backstage,
      desk: desk)
    // What is here is told in any case, and then why that is not all.
    let trouble =
      offline ? nil : await Self.fetch(missed.feed, span, of: account, in: backstage.session)
    try await missed.show(json: json)
    if let trouble { throw .service(trouble) }
  }

  /// Fetches what is missing, as far as the service's limits leave room for that; returns why not.
  @MainActor private static func fetch(
    _ feed: Feed, _ span: MissedSpan, of account: SignedInAccount,
    in session: @MainActor (SignedInAccount) -> Session?
  ) async -> FeedError? {
    guard let session = session(account) else { return nil }
    do throws(FeedError) {
      try await GapClosing(session, feed, span).bringUpToDate()
      return nil
    } catch {
      return error
    }
  }
}

/// What was missed of a stream, for a command.
private struct Missed {
  let feed: Feed
  let span: MissedSpan
  let order: CatchUpOrder
  let account: SignedInAccount
  let backstage: Backstage
  let desk: CommandDesk

  func show(json: Bool) async throws(CommandFailure) {
    let (store, reader) = (backstage.shelf.feeds, account.account)
    let rows = try await remembering { () async throws(StoreError) in
      try await store.missed(
        span, of: feed, account: reader.id, limit: GapClosing.mostRows
      ).rows
    }
    let shown = rows.map { row -> FeedRow in
      guard case .entry(let entry) = row else { return row }
      return .entry(
        entry.with(backstage.mutes.shown(entry.post, boostedBy: entry.boostedBy, to: reader)))
    }
    let digest = CatchUpDigest(of: shown, for: reader, by: order, folding: false)
    if json {
      tell(digest)
    } else {
      print(digest)
      if digest.groups.isEmpty { desk.printer.complain(desk.wording.nothingMissed) }
    }
  }
}

extension Missed {
  private func tell(_ digest: CatchUpDigest) {
    for link in digest.links {
      desk.printer.show(
        .object([
          "section": .string("links"), "url": .string(link.url), "title": .optional(link.title),
          "people": .array(link.people.map(PostJSON.object)),
        ]))
    }
    for group in digest.groups {
      for case .post(let piece) in group.items {
        desk.printer.show(
          .object([
            "section": .string(group.kind.word),
            "boosters": .array(piece.boosters.map(PostJSON.object)),
            "post": PostJSON.object(for: piece.post),
          ]))
      }
    }
  }

  private func print(_ digest: CatchUpDigest) {
    let (printer, wording) = (desk.printer, desk.wording)
    let printed = PrintedPost(wording: wording, now: backstage.world.now)
    var isFirst = true
    func show(_ lines: [PrintedLine]) {
      if !isFirst { printer.show("") }
      isFirst = false
      lines.forEach { printer.show($0) }
    }
    if !digest.links.isEmpty {
      show(
        [PrintedLine(wording.sharedBySeveral, .bold)]
          + digest.links.flatMap { link -> [PrintedLine] in
            let title = SafeText(sanitizing: link.title ?? link.url)
            let address: SafeText = link.title == nil ? "" : " <\(link.url)>"
            return [
              PrintedLine("  " + title + address),
              PrintedLine("  " + wording.shared(by: names(of: link.people)), .dim),
            ]
          })
    }
    for group in digest.groups {
      if let heading = heading(of: group) { show([heading]) }
      for case .post(let piece) in group.items {
        let boosters =
          piece.boosters.isEmpty
          ? [] : [PrintedLine(wording.boosted(by: names(of: piece.boosters)), .dim)]
        show(boosters + printed.lines(for: FeedEntry(piece.post)))
      }
    }
    if !digest.folded.isEmpty {
      show([PrintedLine(wording.filteredOut(digest.folded.count), .dim)])
    }
  }

  private func heading(of group: CatchUpDigest.Group) -> PrintedLine? {
    let wording = desk.wording
    let name: SafeText? =
      switch group.kind {
      case .toReader: wording.forYou
      case .boosts: wording.boostedByYours
      case .person:
        group.count > 1 ? group.author.map { SafeText(sanitizing: $0.name) } : nil
      case .thread, .others: nil
      }
    return name.map {
      PrintedLine($0, .bold).adding(" · ").adding(wording.posts(group.count), .dim)
    }
  }

  private func names(of people: [Person]) -> SafeText {
    desk.wording.names(
      people.prefix(2).map { SafeText(sanitizing: $0.name) }, count: people.count)
  }
}

extension CatchUpDigest.Group.Kind {
  /// Its name for programs, which stays.
  fileprivate var word: String {
    switch self {
    case .toReader: "for_you"
    case .person: "person"
    case .thread: "thread"
    case .others: "others"
    case .boosts: "boosts"
    }
  }
}
