internal import FeedDomain
internal import Terminal
import Words

/// `tweetie messages`: what people say to the reader directly. Nothing is marked as read.
struct MessagesCommand: CommandRequest {
  private let count: Int
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    try scanned.expectNoOperands()
    count = try scanned.count()
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: true)
    let account = try backstage.opened(backstage.account(named: desk.account))
    let connection = try backstage.connection(for: account)
    guard let gateway = connection.messages else { throw .notOffered("messages") }
    let found = try await fetched(from: gateway)
    if let trouble = await backstage.keep(found.compactMap(\.last), of: account.account) {
      desk.printer.complain(desk.wording.notStored(trouble))
    }
    for (index, talk) in found.enumerated() {
      if json {
        desk.printer.show(Self.object(for: talk))
      } else {
        if index > 0 { desk.printer.show("") }
        lines(for: talk, to: account.account, desk.wording, now: backstage.world.now)
          .forEach { desk.printer.show($0) }
      }
    }
    guard found.isEmpty, count > 0, !json else { return }
    desk.printer.remark(desk.wording.noMessages)
  }
}

extension MessagesCommand {
  /// Fetches page by page, until there are enough.
  private func fetched(
    from gateway: any CorrespondenceGateway
  ) async throws(CommandFailure) -> [Correspondence] {
    var all: [Correspondence] = []
    var known: Set<Correspondence.ID> = []
    var cursor: Cursor?
    var walk = PageWalk()
    repeat {
      let page = try await asking { () async throws(FeedError) in
        try await gateway.correspondences(after: cursor)
      }
      let fresh = page.elements.filter { known.insert($0.id).inserted }
      all += fresh
      cursor = walk.step(to: page.next, foundNew: !fresh.isEmpty)
    } while cursor != nil && all.count < count
    return Array(all.prefix(count))
  }

  private func lines(
    for talk: Correspondence, to reader: Account, _ wording: Wording, now: Timestamp
  ) -> [PrintedLine] {
    var heading = PrintedLine(wording.partners(talk.people), .bold)
    if let last = talk.last {
      heading = heading.adding(" · ").adding(wording.relativeTime(last.createdAt, now: now), .dim)
    }
    if talk.isUnread { heading = heading.adding(" · ").adding(wording.unreadMessages(1)) }
    let words = PrintedLine("  ")
      .adding(wording.lastSaid(talk.last, by: reader.person, isWhole: true))
    // By its id it can be shown and answered.
    let id = talk.last.map { PrintedLine("  ").adding(SafeText(sanitizing: $0.id.rawValue), .dim) }
    return [heading, words] + (id.map { [$0] } ?? [])
  }

  private static func object(for talk: Correspondence) -> JSONValue {
    .object([
      "id": .string(talk.id.rawValue), "unread": .bool(talk.isUnread),
      "people": .array(talk.people.map(PostJSON.object)),
      "last": talk.last.map { PostJSON.object(for: $0) } ?? .null,
    ])
  }
}
