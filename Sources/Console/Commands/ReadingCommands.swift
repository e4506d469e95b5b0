internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let search = CommandSpec(
    .search, .reading, "WORDS", [.count, .offline, .json, .account],
    examples: "search tram from:ada since:7d", "search '#tram' has:photo --offline -n 50",
    meaning: { $0.say("find posts by words, from:, has:, since:, until:, lang:, #tag") }
  ) { arguments throws(UsageError) in
    let words = arguments.operands.joined(separator: " ")
    guard !words.allSatisfy(\.isWhitespace) else { throw .missingOperand("WORDS") }
    let (count, json) = (try arguments.countOption(), arguments.hasOption(.json))
    let offline = arguments.hasOption(.offline)
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: !offline)
      let account = try services.signedInAccount(named: context.accountName)
      let query = SearchQuery(
        words, by: account.account.handle, in: services.world,
        hasAlternatives: account.account.service.hasReadStates)
      // Mistakes in the query are reported and left out of it.
      for mistake in query.mistakes {
        context.printer.printError(context.wording.sentence(for: mistake))
      }
      let posts =
        if offline {
          try await searchStoredPosts(
            query, count, of: account, services.directory.connection(for: account), services)
        } else {
          try await searchPostsAtService(
            query, count, by: CommandAccount(context, services, services.accountWithSecret(account))
          )
        }
      context.makePostPrinter(services, json: json).printEntries(
        posts.map { FeedEntry($0) }, to: account.account)
      guard posts.isEmpty, count > 0 else { return }
      if let mistake = query.unknownTermMistake {
        context.printer.printError(context.wording.sentence(for: mistake))
      }
      if !json { context.printer.printRemark(context.wording.nothingFound) }
    }
  }

  private static func searchStoredPosts(
    _ query: SearchQuery, _ count: Int, of account: SignedInAccount,
    _ connection: ServiceConnection?, _ services: CommandServices
  ) async throws(CommandFailure) -> [Post] {
    var query = query
    if query.namesFeeds, let gateway = connection?.subscriptions {
      query = query.resolvingFeedNames(
        in: await gateway.storedSubscriptions, nestsFolders: gateway.nestsFolders)
    }
    return try await services.readStoreRequiringDisk { [query] () async throws(StoreError) in
      let stores = services.stores
      let resolved = try await stores.queryResolvingBookmarkTags(
        of: query, account: account.account.id)
      guard let connection else {
        return try await stores.feeds.findStoredPosts(
          matching: resolved, account: account.account.id, limit: count)
      }
      return try await stores.feeds.findStoredPosts(
        matching: resolved, of: connection, limit: count, now: services.world.now)
    }
  }

  private static func searchPostsAtService(
    _ query: SearchQuery, _ count: Int, by account: CommandAccount
  ) async throws(CommandFailure) -> [Post] {
    let (connection, wording) = (account.connection, account.wording)
    let query = try await convertingServiceErrors { () async throws(FeedError) in
      try await connection.resolvingFeeds(of: query)
    }
    guard connection.canSearchFor(query) else {
      let isLocal = account.account.service.keepsSavedEntries
      if !query.isEmpty, !query.namesBookmarkTags, !isLocal {
        account.printer.printError(connection.canSearch ? wording.unaskable : wording.unsearchable)
      }
      return try await searchStoredPosts(
        query, count, of: account.signedIn, connection, account.services)
    }
    let posts = try await convertingServiceErrors { () async throws(FeedError) in
      try await fetchElementsPageByPage(upTo: count, by: \.id) { cursor async throws(FeedError) in
        try await connection.feeds.foundPosts(matching: query, after: cursor)
      }
    }
    let result = Array(posts.prefix(count))
    await account.storePosts(result)
    return result
  }

  static let thread = makeConversationCommandSpec(
    .thread, isWhole: true,
    examples: "thread 12345", "thread https://example.social/@ada/12345 --json",
    meaning: { $0.say("print a post with the conversation around it") })
  static let show = makeConversationCommandSpec(
    .show, isWhole: false, examples: "show 12345", "show 12345 --json --offline",
    meaning: { $0.say("print a post in full") })

  private static func makeConversationCommandSpec(
    _ name: CommandName, isWhole: Bool, examples one: String, _ other: String,
    meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> CommandSpec {
    CommandSpec(
      name, .reading, "ID|URL", [.json, .offline, .account], examples: one, other, meaning: meaning
    ) { arguments throws(UsageError) in
      let typed = try arguments.requiredSingleOperand("ID")
      let (json, offline) = (arguments.hasOption(.json), arguments.hasOption(.offline))
      return { context async throws(CommandFailure) in
        let services = try await context.openServices(isReading: !offline)
        let signedIn = try services.signedInAccount(named: context.accountName)
        let service = signedIn.account.service
        // A feed server may have to be asked for an entry.
        if !isWhole, !json, service.hasArticles, !offline || service.keepsSavedEntries {
          let account = try CommandAccount(context, services, services.accountWithSecret(signedIn))
          return try await account.printArticle(of: account.postID(fromTyped: typed))
        }
        let conversation: Conversation
        if offline {
          let entry = try await CommandAccount(context, services, signedIn).alreadyFetchedEntry(
            at: typed)
          let post = entry?.id ?? Post.ID(typed)
          let stored = try await services.readStoreRequiringDisk { () async throws(StoreError) in
            try await services.stores.feeds.storedConversation(
              of: post, account: signedIn.account.id)
          }
          guard let stored else { throw .noSuchPost(post) }
          conversation = stored
        } else {
          let account = try CommandAccount(context, services, services.accountWithSecret(signedIn))
          conversation = try await account.fetchConversation(of: account.postID(fromTyped: typed))
          await account.storePosts(conversation.nodes.map(\.post))
        }
        if isWhole {
          context.makePostPrinter(services, json: json).printConversation(
            conversation, to: signedIn.account)
        } else if json {
          context.printer.printJSONLine(.postJSONObject(try conversation.requiredOpenedPost()))
        } else {
          context.printPost(try conversation.requiredOpenedPost(), now: services.world.now)
        }
      }
    }
  }

  static let open = CommandSpec(
    .open, .reading, "ID|URL|@HANDLE", [.account],
    examples: "open 12345", "open https://example.social/@ada/12345",
    meaning: { $0.say("open a post in the browser, or an address or @name in Tweetie") }
  ) { arguments throws(UsageError) in
    let typed = try arguments.requiredSingleOperand("ID")
    let place = handleOrAddressOperand(in: typed)
    return { context async throws(CommandFailure) in
      if let place { return try await printPostOrPerson(place, context) }
      let post = Post.ID(typed)
      let services = try await context.openServices(isReading: true)
      let signedIn = try services.signedInAccount(named: context.accountName)
      var found = try await services.storedPost(post, of: signedIn.account)
      if found == nil {
        found = try await CommandAccount(context, services, services.accountWithSecret(signedIn))
          .storedOrFetchedPost(
            post)
      }
      guard let link = found?.url.flatMap({ SafeWebLink($0) }) else { throw .noPage(post) }
      context.printer.printLine(PrintedLine(SafeText(sanitizing: link.address)))
      context.printer.flushOutput()
      if let problem = await context.openLink(link) { context.printer.printError(problem) }
    }
  }

  /// Returns the operand of `open` if it begins with "@" or as a web address; nil otherwise.
  static func handleOrAddressOperand(in typed: String) -> String? {
    typed.hasPrefix("@") || isWebAddress(typed) ? typed : nil
  }

  static func isWebAddress(_ typed: String) -> Bool {
    ["https://", "http://"].contains(where: typed.lowercased().hasPrefix)
  }

  private static func printPostOrPerson(
    _ place: String, _ context: CommandContext
  ) async throws(CommandFailure) {
    let account = try await context.openCommandAccount(isReading: true)
    if let entry = await account.alreadyFetchedEntry(at: place) {
      return context.printPost(entry, now: account.now)
    }
    guard let lead = account.connection.resolvableLink(typed: place) else {
      throw .nothingFound(at: .address(place), account.account.service)
    }
    switch try await account.fetchResolvedLink(of: lead) {
    case .post(let post): context.printPost(post, now: account.now)
    case .person(let person):
      person.profileLines(context.wording).forEach { context.printer.printLine($0) }
    }
  }

  static let notifications = CommandSpec(
    .notifications, .reading, "[everything]", [.count, .json, .offline, .account],
    examples: "notifications -n 5", "notifications everything --json",
    meaning: { $0.say("print your notifications") }
  ) { arguments throws(UsageError) in
    let isForAllAccounts = try arguments.isForAllAccounts()
    let notifications = NotificationsPrinter(
      isForAllAccounts: isForAllAccounts, count: try arguments.countOption(),
      json: arguments.hasOption(.json),
      offline: arguments.hasOption(.offline))
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: !notifications.offline)
      try await notifications.printNotifications(context, services)
    }
  }

  static let messages = CommandSpec(
    .messages, .reading, "", [.count, .json, .account],
    examples: "messages", "messages -n 5 --json",
    meaning: { $0.say("print your direct messages") }
  ) { arguments throws(UsageError) in
    try arguments.expectNoOperands()
    let (count, json) = (try arguments.countOption(), arguments.hasOption(.json))
    return { context async throws(CommandFailure) in
      let account = try await context.openCommandAccount(isReading: true)
      guard let gateway = account.connection.messages else { throw .notOffered("messages") }
      let all = try await convertingServiceErrors { () async throws(FeedError) in
        try await fetchElementsPageByPage(upTo: count, by: \.id) { cursor async throws(FeedError) in
          try await gateway.directConversations(after: cursor)
        }
      }
      let found = all.prefix(count)
      await account.storePosts(found.compactMap(\.latestPost))
      context.printResults(
        found, count: count, json: json, empty: context.wording.noMessages,
        object: JSONValue.conversationJSONObject
      ) { directConversationLines(for: $0, to: account) }
    }
  }

  private static func directConversationLines(
    for talk: DirectConversation, to account: CommandAccount
  )
    -> [PrintedLine]
  {
    let wording = account.wording
    var heading = PrintedLine(wording.participantNames(talk.people), .bold)
    if let last = talk.latestPost {
      heading = heading.appendingOnSameLine(" · ")
        .appendingText(wording.relativeTimeText(last.createdAt, now: account.now), .dim)
    }
    if talk.isUnread {
      heading = heading.appendingOnSameLine(" · ").appendingText(wording.unreadCountText(1))
    }
    let words = PrintedLine("  ")
      .appendingText(wording.lastMessageText(talk.latestPost, of: account.account, isWhole: true))
    // The id, with which the conversation can be shown and answered.
    let id = talk.latestPost.map {
      PrintedLine("  ").appendingText(SafeText(sanitizing: $0.id.rawValue), .dim)
    }
    return [heading, words] + (id.map { [$0] } ?? [])
  }
}

extension CommandContext {
  fileprivate func printPost(_ post: Post, now: Timestamp) {
    PostFormatter(wording: wording, now: now, showsFolded: true)
      .printedLines(for: FeedEntry(post)).forEach { printer.printLine($0) }
  }
}

/// A printer of an account's notifications, the latest first; none is marked as read.
private struct NotificationsPrinter: Sendable {
  let isForAllAccounts: Bool
  let count: Int
  let json: Bool
  let offline: Bool

  func printNotifications(_ context: CommandContext, _ services: CommandServices)
    async throws(CommandFailure)
  {
    guard !isForAllAccounts else {
      return try await printNotificationsOfAllAccounts(context, services)
    }
    var signedIn = try services.signedInAccount(named: context.accountName)
    if !offline { signedIn = try services.accountWithSecret(signedIn) }
    let account = try CommandAccount(context, services, signedIn)
    guard let gateway = account.connection.notifications else { throw .notOffered("notifications") }
    let found =
      if offline {
        try await storedNotifications(for: account.account, services)
      } else {
        try await convertingServiceErrors { () async throws(FeedError) in
          try await gateway.fetchLatestNotifications(count)
        }
      }
    printLatestNotifications(found.map { (account.account, $0) }, context, services)
  }

  /// Prints the notifications of all accounts, sorted together, and an error for each that fails.
  private func printNotificationsOfAllAccounts(
    _ context: CommandContext, _ services: CommandServices
  ) async throws(CommandFailure) {
    let accounts = try context.openCommandAccountsOfferingFeature(of: services, offline: offline) {
      $0.notifications != nil
    }
    .map(\.connection)
    var found: [(account: Account, notice: Notification)] = []
    var failures: [(account: Account, failure: CommandFailure)] = []
    if offline {
      for account in accounts.map(\.account) {
        do throws(CommandFailure) {
          found += try await storedNotifications(for: account, services).map { (account, $0) }
        } catch {
          failures.append((account, error))
        }
      }
    } else {
      for (account, answer) in await Self.fetchNotifications(count, from: accounts) {
        switch answer {
        case .success(let notifications): found += notifications.map { (account, $0) }
        case .failure(let error): failures.append((account, .service(error)))
        }
      }
    }
    context.reportAccountFailures(failures)
    guard !accounts.isEmpty else { throw .notOffered("notifications") }
    // All failures are reported by now; the exit code is that of the first.
    if failures.count == accounts.count,
      let first = failures.min(by: { $0.account.id.rawValue < $1.account.id.rawValue })
    {
      throw first.failure
    }
    let ordered = found.sorted {
      ($0.notice.createdAt, $0.account.id.rawValue) > ($1.notice.createdAt, $1.account.id.rawValue)
    }
    printLatestNotifications(ordered, context, services)
  }

  private static func fetchNotifications(
    _ count: Int, from accounts: [ServiceConnection]
  ) async -> [(Account, Result<[Notification], FeedError>)] {
    await withTaskGroup(of: (Account, Result<[Notification], FeedError>).self) { group in
      for connection in accounts {
        guard let gateway = connection.notifications else { continue }
        group.addTask { await (connection.account, gateway.fetchNotificationsResult(count)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func storedNotifications(
    for account: Account, _ services: CommandServices
  ) async throws(CommandFailure) -> [Notification] {
    try await services.readStoreRequiringDisk { () async throws(StoreError) in
      try await services.stores.notifications?.notifications(of: account.id).notifications ?? []
    }
  }

  private func printLatestNotifications(
    _ found: [(account: Account, notice: Notification)], _ context: CommandContext,
    _ services: CommandServices
  ) {
    context.printResults(
      found, count: count, json: json, empty: context.wording.noNotices,
      object: {
        JSONValue.notificationJSONObject($0.notice, of: isForAllAccounts ? $0.account.id : nil)
      },
      lines: { notificationLines(for: $0.notice, to: $0.account, context.wording, services) })
  }

  /// Returns a notification as printed lines, with its time and its post, folded if muted.
  private func notificationLines(
    for notice: Notification, to reader: Account, _ wording: Wording, _ services: CommandServices
  ) -> [PrintedLine] {
    let now = services.world.now
    let words = wording.notificationText(notice, to: reader, naming: 2) {
      SafeText(sanitizing: $0.name)
    }
    var heading = PrintedLine(words, .bold).appendingOnSameLine(" · ")
      .appendingText(wording.relativeTimeText(notice.createdAt, now: now), .dim)
    if isForAllAccounts {
      heading = heading.appendingText(" · " + wording.accountHandle(of: reader), .dim)
    }
    guard let post = notice.post else {
      return [heading] + (notice.subject?.url.map { [PrintedLine(SafeText(sanitizing: $0))] } ?? [])
    }
    let shown = services.mutes.foldingMutedPost(post, boostedBy: nil, to: reader)
    let printed = PostFormatter(wording: wording, now: now).printedLines(for: FeedEntry(shown))
    // The heading names the author of the post.
    return [heading] + printed.dropFirst()
  }
}

extension NotificationGateway {
  fileprivate func fetchNotificationsResult(_ count: Int) async -> Result<[Notification], FeedError>
  {
    do throws(FeedError) { return .success(try await fetchLatestNotifications(count)) } catch {
      return .failure(error)
    }
  }

  fileprivate func fetchLatestNotifications(_ count: Int) async throws(FeedError) -> [Notification]
  {
    try await fetchElementsPageByPage(upTo: count, by: \.id) { cursor async throws(FeedError) in
      try await notifications(after: cursor)
    }
  }
}

extension CommandAccount {
  /// Prints the whole text of an entry of a web feed, from the feed or the stored web page.
  fileprivate func printArticle(of post: Post.ID) async throws(CommandFailure) {
    guard let articles = connection.articles else { throw .noSuchPost(post) }
    let article: Article
    do throws(FeedError) { article = try await articles.storedArticle(post, from: nil) } catch {
      throw error == .notFound ? .noSuchPost(post) : .service(error)
    }
    let text = wording.articleWithTranslatedLabels(article).text.trimmingLastLineEnd
    for line in SafeText.sanitizedLines(of: text) {
      printer.printLine(PrintedLine(line))
    }
  }
}

extension String {
  fileprivate var trimmingLastLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}

extension CommandSpec {
  static let save = CommandSpec(
    .save, .reading, "URL", [.account], examples: "save https://example.org/long-read",
    "save https://example.org/ --account feeds",
    meaning: { $0.say("save a link to read later, with the article of its page") }
  ) { arguments throws(UsageError) in
    let address = try arguments.requiredSingleOperand("URL")
    return { context async throws(CommandFailure) in
      let services = try await context.openServices()
      let stored = try services.signedInAccount(
        named: context.accountName, orFirstWhere: \.service.keepsSavedEntries)
      guard
        let signedIn = try stored.map(services.accountWithSecret)
          ?? services.directory.savedEntriesAccount
      else { throw .notOffered("save") }
      let account = try CommandAccount(context, services, signedIn)
      guard account.account.service.keepsSavedEntries, let articles = account.connection.articles
      else { throw .notOffered("save") }
      do throws(ArticleError) {
        let link = try await articles.saveAddressLocallyForLater(address, title: nil)
        if stored == nil {
          do throws(StoreError) {
            try services.stores.credentials.addAccountWithoutActivating(signedIn)
          } catch { throw .store(error) }
          context.printer.printRemark(
            context.wording.say(
              "Saved links are in the account {account}.",
              ["account": context.wording.accountHandle(of: signedIn.account).string]))
        }
        context.printer.printConfirmation(context.wording.linkSavedMessage(for: link))
      } catch {
        throw .article(error)
      }
    }
  }

  static let rules = CommandSpec(
    .rules, .files, "[list|add RULE|remove NUMBER]", [.json],
    examples: "rules add hide title sponsored", "rules add 'search Trams: tram from:ada'",
    meaning: { $0.say("list or change your rules and saved searches for web feeds") }
  ) { arguments throws(UsageError) in
    let json = arguments.hasOption(.json)
    let words = arguments.operands
    let rest = words.dropFirst().joined(separator: " ")
    let change: @Sendable ([FilterRuleOrSavedSearch]) -> [FilterRuleOrSavedSearch]?
    switch words.first {
    case nil, "list": change = { $0 }
    case "add":
      let rule: FilterRuleOrSavedSearch
      do throws(FilterRuleMistake) {
        rule = try FilterRuleOrSavedSearch(parsing: rest)
      } catch {
        switch error {
        case .search(let mistake): throw .badSearch(mistake)
        case .form:
          throw .badValue(
            rest, option: "RULE",
            allowed: "hide title WORDS, read any /EXPRESSION/, star author NAME in FEED, "
              + "hide text WORDS, hide link TEXT, search NAME: WORDS")
        }
      }
      change = { $0.addingRuleOrSearch(rule) }
    case "remove":
      guard let number = Int(rest), number > 0 else {
        throw .badValue(rest, option: "NUMBER", allowed: "1, 2, …")
      }
      change = { rules in
        guard rules.indices.contains(number - 1) else { return nil }
        var rules = rules
        rules.remove(at: number - 1)
        return rules
      }
    case let word?: throw .badValue(word, option: "rules", allowed: "list, add RULE, remove NUMBER")
    }
    let isChange = words.first == "add" || words.first == "remove"
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: !isChange)
      guard let store = services.stores.rules else { throw .notOffered("rules") }
      let before: [FilterRuleOrSavedSearch]
      do throws(StoreError) { before = try store.filterRules() } catch { throw .store(error) }
      guard var rules = change(before) else { throw .noSuchRule(rest) }
      if isChange {
        do throws(StoreError) {
          try await store.replaceFilterRules(rules)
          context.printer.hasChanged = true
          // In the order of the file, whose numbers the next command takes.
          rules = try store.filterRules()
        } catch {
          throw .store(error)
        }
      }
      for (place, rule) in rules.enumerated() {
        if json {
          context.printer.printJSONLine(["number": place + 1, "rule": rule.text])
        } else {
          context.printer.printLine(
            PrintedLine("\(place + 1)", .dim).appendingOnSameLine("  ")
              .appendingText(SafeText(sanitizing: rule.text)))
        }
      }
      guard rules.isEmpty, !json else { return }
      context.printer.printRemark(context.wording.say("There are no rules yet."))
    }
  }
}
