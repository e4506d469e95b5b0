internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  /// The specification of the command `catch-up`, which fetches and prints the posts since the last
  /// visit, and marks none as read.
  static let catchUp = CommandSpec(
    .catchUp, .reading, "[everything]", [.since, .order, .json, .offline, .account],
    examples: "catch-up --since 2d --order likes", "catch-up everything",
    meaning: { $0.say("print the posts you missed, by person") }
  ) { arguments throws(UsageError) in
    let isForAllAccounts = try arguments.isForAllAccounts()
    let length = try arguments.durationOption(.since)
    let order: CatchUpOrder = try arguments.choiceValue(of: .order) ?? .people
    let (json, offline) = (arguments.hasOption(.json), arguments.hasOption(.offline))
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: !offline)
      let now = services.world.now
      let span = length.map { MissedPostsSpan.since(now.timeAdvanced(by: .zero - $0)) } ?? .unread
      let readers = try accountsToCatchUp(
        of: services, isForAllAccounts: isForAllAccounts, offline: offline, context)
      guard let first = readers.first else { throw .notSignedIn }
      let missed = MissedPostsPrinter(
        feed: isForAllAccounts ? .everything : first.feed, span: span, order: order,
        accounts: readers.map(\.account.account), services: services, context: context)
      // Stored posts are printed in any case, and then the reason why some are missing.
      let problems = offline ? [] : await fetchMissingPosts(readers, span, in: services.session)
      if isForAllAccounts { context.reportAccountFailures(problems) }
      try await missed.printMissedPosts(json: json)
      if problems.count == readers.count, let problem = problems.first { throw problem.failure }
    }
  }

  private static func accountsToCatchUp(
    of services: CommandServices, isForAllAccounts: Bool, offline: Bool, _ context: CommandContext
  ) throws(CommandFailure) -> [(account: SignedInAccount, feed: Feed)] {
    if isForAllAccounts {
      return try context.openCommandAccountsOfferingFeature(of: services, offline: offline) {
        $0.streams.contains(.feed(.home))
      }.map { ($0.signedIn, .home) }
    }
    var account = try services.signedInAccount(named: context.accountName)
    if !offline { account = try services.accountWithSecret(account) }
    let streams = try services.connection(for: account).streams
    let first = streams.contains(.feed(.home)) ? nil : streams.first?.feed
    return [(account, first ?? .home)]
  }

  /// Fetches the posts for `catch-up` that are not stored yet, for all accounts at the same time,
  /// as far as the services' limits allow; returns the accounts whose fetch failed, each with its
  /// error.
  @MainActor
  private static func fetchMissingPosts(
    _ readers: [(account: SignedInAccount, feed: Feed)], _ span: MissedPostsSpan,
    in session: @MainActor (SignedInAccount) -> AccountSession?
  ) async -> [(account: Account, failure: CommandFailure)] {
    let streams = readers.compactMap { reader in
      session(reader.account).map { (session: $0, feed: reader.feed) }
    }
    return await withTaskGroup(of: (Account, FeedError?).self) { group in
      for (session, feed) in streams {
        group.addTask {
          await (session.account, fetchMissingPostsReturningError(of: feed, in: session, span))
        }
      }
      var failures: [(account: Account, failure: CommandFailure)] = []
      for await case (let account, let error?) in group {
        failures.append((account, .service(error)))
      }
      return failures
    }
  }

  @MainActor private static func fetchMissingPostsReturningError(
    of feed: Feed, in session: AccountSession, _ span: MissedPostsSpan
  ) async -> FeedError? {
    do throws(FeedError) {
      try await CatchUpFetcher(session, feed, span).fetchNewAndMissingPosts()
      return nil
    } catch {
      return error
    }
  }
}

private struct MissedPostsPrinter {
  let feed: Feed
  let span: MissedPostsSpan
  let order: CatchUpOrder
  /// The accounts whose streams the printer of `catch-up` prints, the account named on the command
  /// line first.
  let accounts: [Account]
  let services: CommandServices
  let context: CommandContext

  func printMissedPosts(json: Bool) async throws(CommandFailure) {
    let shown = try await missedPostRows().map { row -> FeedRow in
      guard case .entry(let entry) = row else { return row }
      let post = services.mutes.foldingMutedPost(
        entry.post, boostedBy: entry.boostedBy, to: accountReceivingPost(of: entry.post))
      return .entry(entry.replacingPost(post))
    }
    let digest = CatchUpDigest(
      of: shown, for: accounts[0], as: accounts, by: order, folding: false,
      quiet: try await peopleWritingLeast())
    if json {
      printDigestAsJSON(digest)
    } else {
      printDigestAsText(digest)
      if digest.groups.isEmpty { context.printer.printRemark(context.wording.nothingMissed) }
    }
  }

  private func missedPostRows() async throws(CommandFailure) -> [FeedRow] {
    let (stores, ids) = (services.stores, accounts.map(\.id))
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await stores.feeds.missedRows(
        span, of: feed == .everything ? .homes(ids) : .stream(feed, ids[0]),
        limit: CatchUpFetcher.mostRows
      ).rows
    }
  }

  /// Returns the ids of the people who write least in the home stream, whose posts `catch-up`
  /// prints together; empty for other streams.
  private func peopleWritingLeast() async throws(CommandFailure) -> Set<Person.ID> {
    guard feed == .home || feed == .everything else { return [] }
    let (stores, ids, now) = (services.stores, accounts.map(\.id), services.world.now)
    let rows = try await convertingStoreErrors { () async throws(StoreError) in
      try await stores.feeds.missedRows(
        HomeDigest.spanForFindingQuietPeople(until: now),
        of: feed == .everything ? .homes(ids) : .stream(feed, ids[0]), limit: HomeDigest.mostRows
      ).rows
    }
    return HomeDigest(rows, reader: accounts[0].person).quietPeople
  }

  private func accountReceivingPost(of post: Post) -> Account {
    accounts.first { $0.id == post.id.whose } ?? accounts[0]
  }

  /// Returns the account to print beside a post if `catch-up` prints posts of several accounts; nil
  /// if it prints those of a single account.
  private func accountToPrintBeside(_ post: Post) -> Account? {
    feed == .everything ? accountReceivingPost(of: post) : nil
  }

  private func printDigestAsJSON(_ digest: CatchUpDigest) {
    for link in digest.links {
      context.printer.printJSONLine(
        [
          "section": "links", "url": link.url, "title": link.title,
          "people": link.people.map(JSONValue.shortPersonJSONObject),
        ])
    }
    for group in digest.groups {
      for case .post(let piece) in group.items {
        context.printer.printJSONLine(
          [
            "section": group.kind.jsonName,
            "boosters": piece.boosters.map(JSONValue.shortPersonJSONObject),
            "post": catchUpPostJSONObject(for: piece.post),
          ])
      }
    }
  }

  private func catchUpPostJSONObject(for post: Post) -> JSONValue {
    let own = JSONValue.postJSONObject(post.asOwn)
    guard let account = accountToPrintBeside(post)?.id.rawValue else { return own }
    return own.appendingMembers(of: ["account": account])
  }

  private func printDigestAsText(_ digest: CatchUpDigest) {
    let (printer, wording) = (context.printer, context.wording)
    var isFirst = true
    func printLinesAfterBlankLine(_ lines: [PrintedLine]) {
      if !isFirst { printer.printLine("") }
      isFirst = false
      lines.forEach { printer.printLine($0) }
    }
    if !digest.links.isEmpty {
      printLinesAfterBlankLine(
        [PrintedLine(wording.sharedBySeveral, .bold)]
          + digest.links.flatMap { link -> [PrintedLine] in
            let title = SafeText(sanitizing: link.title ?? link.url)
            let address: SafeText = link.title == nil ? "" : " <\(link.url)>"
            return [
              PrintedLine("  " + title + address),
              PrintedLine("  " + wording.linkSharedByText(by: joinedNames(of: link.people)), .dim),
            ]
          })
    }
    for group in digest.groups {
      if let heading = digestGroupHeading(of: group) { printLinesAfterBlankLine([heading]) }
      for case .post(let piece) in group.items {
        let boosters =
          piece.boosters.isEmpty
          ? [] : [PrintedLine(wording.boostedByText(by: joinedNames(of: piece.boosters)), .dim)]
        let printed = PostFormatter(
          wording: wording, now: services.world.now, reader: accountToPrintBeside(piece.post))
        printLinesAfterBlankLine(boosters + printed.printedLines(for: FeedEntry(piece.post.asOwn)))
      }
    }
    if !digest.foldedEntries.isEmpty {
      printLinesAfterBlankLine([
        PrintedLine(wording.filteredOutPostsText(digest.foldedEntries.count), .dim)
      ])
    }
  }

  private func digestGroupHeading(of group: CatchUpDigest.DigestGroup) -> PrintedLine? {
    let wording = context.wording
    let name: SafeText? =
      switch group.kind {
      case .toReader: wording.forYou
      case .quiet: wording.quietPeople
      case .boosts: wording.boostedByFollowed
      case .person: group.count > 1 ? group.author.map { SafeText(sanitizing: $0.name) } : nil
      case .thread, .others: nil
      }
    return name.map {
      PrintedLine($0, .bold).appendingOnSameLine(" · ").appendingText(
        wording.postCountText(group.count), .dim)
    }
  }

  private func joinedNames(of people: [Person]) -> SafeText {
    context.wording.joinedNames(
      people.prefix(2).map { SafeText(sanitizing: $0.name) }, count: people.count)
  }
}

extension CatchUpDigest.DigestGroup.DigestGroupKind {
  /// The name of a kind of group of posts in the JSON output of `catch-up`; scripts rely on it, so
  /// it never changes.
  fileprivate var jsonName: String {
    switch self {
    case .toReader: "for_you"
    case .quiet: "quiet"
    case .person: "person"
    case .thread: "thread"
    case .others: "others"
    case .boosts: "boosts"
    }
  }
}
