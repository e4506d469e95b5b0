internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension SearchOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    try await SearchCommand(
      options: self, account: desk.account, backstage: desk.open(isReading: !offline),
      printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie search`: posts of which all is true, at the service or among what is stored.
struct SearchCommand {
  let options: SearchOptions
  let account: String?
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    let account = try backstage.account(named: account)
    let query = SearchQuery(
      options.words, by: account.account.handle, in: backstage.world)
    // Told, and left out: the rest is looked for all the same.
    for mistake in query.mistakes { printer.complain(wording.sentence(for: mistake)) }
    let posts =
      options.offline ? try await stored(query, account) : try await found(query, account)
    backstage.listing(printer, wording, json: options.json)
      .show(posts.map { FeedEntry($0) }, to: account.account)
    guard posts.isEmpty, options.count > 0, !options.json else { return }
    printer.remark(wording.nothingFound)
  }
}

extension SearchCommand {
  private func stored(
    _ query: SearchQuery, _ account: SignedInAccount
  ) async throws(CommandFailure) -> [Post] {
    try await backstage.stored { () async throws(StoreError) in
      try await backstage.shelf.feeds.posts(
        matching: query, account: account.account.id, limit: options.count)
    }
  }

  private func found(
    _ query: SearchQuery, _ account: SignedInAccount
  ) async throws(CommandFailure) -> [Post] {
    let connection = try backstage.connection(for: backstage.opened(account))
    guard connection.canFind(query) else {
      if !query.isEmpty {
        printer.complain(connection.canSearch ? wording.unaskable : wording.unsearchable)
      }
      return try await stored(query, account)
    }
    var posts: [Post] = []
    var known: Set<Post.ID> = []
    var cursor: Cursor?
    var walk = PageWalk()
    repeat {
      let page = try await asking { () async throws(FeedError) in
        try await connection.feeds.posts(matching: query, after: cursor)
      }
      let fresh = page.elements.filter { known.insert($0.id).inserted }
      posts += fresh
      cursor = walk.step(to: page.next, foundNew: !fresh.isEmpty)
    } while cursor != nil && posts.count < options.count
    let result = Array(posts.prefix(options.count))
    if let trouble = await backstage.keep(result, of: account.account) {
      printer.complain(wording.notStored(trouble))
    }
    return result
  }
}
