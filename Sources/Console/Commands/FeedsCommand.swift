internal import FeedDomain
internal import Terminal
import Words

extension FeedsOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    if let action {
      if let file = action.file { try desk.expectFilesAllowed(for: file) }
      return try await SubscriptionsCommand(
        action: action, json: json, account: desk.account, backstage: desk.open(),
        prompt: desk.prompt, printer: desk.printer, wording: desk.wording
      ).run()
    }
    try await FeedsCommand(
      options: self, account: desk.account, backstage: desk.open(isReading: true),
      printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie feeds`: the streams that `tweetie feed` can print, or what somebody put together.
struct FeedsCommand {
  let options: FeedsOptions
  let account: String?
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    var account = try backstage.account(named: account)
    guard let handle = options.handle else {
      let offered = await backstage.streams(of: try backstage.connection(for: account))
      let words = offered.streams.map { offered.word(for: $0) }
      for (stream, word) in zip(offered.streams, words) {
        show(stream, word, among: words, isTab: offered.tabs.contains(stream))
      }
      return
    }
    account = try backstage.opened(account)
    let feeds = try await collections(of: handle, at: try backstage.connection(for: account))
    let words = feeds.map { feed in
      if case .list(let id, _) = feed { "list:\(id)" } else { "" }
    }
    for (feed, word) in zip(feeds, words) {
      show(.feed(feed), word, among: words, isTab: false)
    }
    guard feeds.isEmpty, !options.json else { return }
    printer.remark(wording.say("@{handle} has no collections.", ["handle": handle]))
  }
}

extension FeedsCommand {
  private func collections(
    of handle: String, at connection: ServiceConnection
  ) async throws(CommandFailure) -> [Feed] {
    guard let people = connection.people, people.tellsCollections else {
      throw .notOffered("feeds @handle")
    }
    var feeds: [Feed] = []
    var known: Set<Feed> = []
    var cursor: Cursor?
    var walk = PageWalk()
    repeat {
      let page: Page<Feed>
      do throws(FeedError) {
        page = try await people.collections(of: Person.ID(handle), after: cursor)
      } catch {
        throw error == .notFound ? .noSuchPerson(handle) : .service(error)
      }
      let fresh = page.elements.filter { known.insert($0).inserted }
      feeds += fresh
      cursor = walk.step(to: page.next, foundNew: !fresh.isEmpty)
    } while cursor != nil
    return feeds
  }

  private func show(_ stream: StreamTab, _ word: String, among words: [String], isTab: Bool) {
    let name = wording.name(of: stream.feed)
    var id: String?
    if case .feed(.list(let list, _)) = stream { id = list }
    guard !options.json else {
      return printer.show(
        .object([
          "stream": .string(word), "name": .string(name.string), "id": .optional(id),
          "tab": .bool(isTab),
        ]))
    }
    let shown = SafeText(sanitizing: word)
    let widest = words.map { TextWidth.columns(of: SafeText(sanitizing: $0)) }.max() ?? 0
    let gap = SafeText(repeating: " ", count: widest - TextWidth.columns(of: shown) + 2)
    printer.show(PrintedLine(shown, .bold).adding(gap + name, isTab ? .none : .dim))
  }
}
