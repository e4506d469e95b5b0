internal import FeedDomain
internal import Glibc
import Preferences
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let feeds = CommandSpec(
    .feeds, .files,
    "[@HANDLE|list|add ADDRESS|remove NAME|rename NAME TITLE|move NAME [FOLDER]|"
      + "set NAME KEY=VALUE…|mark-read [NAME]|import FILE|export]",
    [.json, .pick, .trusted, .yes, .account],
    examples: "feeds @ada.example", "feeds add https://example.org/blog",
    meaning: { $0.say("list the streams, or manage your list of feeds") }
  ) { arguments throws(UsageError) in
    let json = arguments.hasOption(.json)
    let action = try FeedsSubcommand(arguments)
    if arguments.hasOption(.trusted) {
      guard case .addList = action else {
        throw .missingOption("import", for: OptionSpec.trusted.name)
      }
    }
    if arguments.hasOption(.pick) {
      guard case .add = action else { throw .missingOption("add", for: OptionSpec.pick.name) }
    }
    if arguments.hasOption(.yes) {
      guard case .markRead = action else {
        throw .missingOption("mark-read", for: OptionSpec.yes.name)
      }
    }
    if let action {
      return { context async throws(CommandFailure) in
        if let file = action.file { try context.rejectFilesInRestrictedMode(for: file) }
        try await SubscriptionCommand(
          json: json, context: context, services: context.openServices()
        )
        .performFeedsSubcommand(action)
      }
    }
    let typed = try arguments.optionalSingleOperand()
    if let typed, !typed.hasPrefix("@") || typed.count < 2 {
      throw .badValue(
        typed, option: "feeds",
        allowed: "@handle, list, add ADDRESS, remove NAME, rename NAME TITLE, move NAME FOLDER, "
          + "set NAME KEY=VALUE, mark-read, import FILE, export")
    }
    return { context async throws(CommandFailure) in
      let account = try await context.openCommandAccount(isReading: true, offline: typed == nil)
      guard let handle = typed?.dropFirst() else {
        let offered = await account.services.offeredStreams(of: account.connection)
        let rows = offered.streams.map { stream -> StreamRow in
          (stream, offered.commandLineName(for: stream), offered.tabs.contains(stream))
        }
        return printStreamRows(rows, json: json, context)
      }
      let feeds = try await account.fetchCollectionFeeds(of: String(handle))
      let rows = feeds.map { feed -> StreamRow in
        guard case .list(let id, _) = feed else { return (.feed(feed), "", false) }
        return (.feed(feed), "list:\(id)", false)
      }
      printStreamRows(rows, json: json, context)
      guard feeds.isEmpty, !json else { return }
      context.printer.printRemark(
        context.wording.say("@{handle} has no collections.", ["handle": handle]))
    }
  }

  private typealias StreamRow = (stream: AccountStreamTab, word: String, isTab: Bool)

  private static func printStreamRows(_ rows: [StreamRow], json: Bool, _ context: CommandContext) {
    let widest = rows.map { TextWidth.columnCount(of: SafeText(sanitizing: $0.word)) }.max() ?? 0
    for (stream, word, isTab) in rows {
      let name = context.wording.name(of: stream.feed)
      var id: String?
      if case .feed(.list(let list, _)) = stream { id = list }
      guard !json else {
        context.printer.printJSONLine(
          [
            "stream": word, "name": name.string, "id": id,
            "tab": isTab,
          ])
        continue
      }
      let shown = SafeText(sanitizing: word)
      let gap = SafeText(repeating: " ", count: widest - TextWidth.columnCount(of: shown) + 2)
      context.printer.printLine(
        PrintedLine(shown, .bold).appendingText(gap + name, isTab ? .none : .dim))
    }
  }
}

extension CommandAccount {
  fileprivate func fetchCollectionFeeds(of handle: String) async throws(CommandFailure) -> [Feed] {
    guard let people = connection.people, people.hasCollections else {
      throw .notOffered("feeds @handle")
    }
    do {
      return try await fetchElementsPageByPage(upTo: .max, by: \.self) {
        cursor async throws(FeedError) in
        try await people.personsCollectionFeeds(of: Person.ID(handle), after: cursor)
      }
    } catch {
      throw error == .notFound ? .noSuchPerson(handle) : .service(error)
    }
  }
}

// MARK: - Streams by name

extension CommandAccount {
  /// Returns the stream with a name typed on the command line; for nil the home stream, or at a
  /// service without home its first stream. If `offline`, no service is asked.
  func foundStream(named name: StreamName?, offline: Bool) async throws(CommandFailure) -> Feed {
    let offered = await services.offeredStreams(of: connection)
    switch name ?? offered.usual {
    case .feed(.tag(let tag)): return .tag(tag)
    case .feed(let feed) where DerivedFeed(feed) != nil: return feed
    case .feed(let feed):
      guard offered.streams.contains(.feed(feed)) else {
        throw unknownListFailure(wording.name(of: feed).string, among: offered)
      }
      return feed
    case .list(let name):
      return try await listOrWebFeedStream(name, among: offered, offline: offline)
    case .nearby:
      guard offered.streams.contains(.nearby) else {
        throw unknownListFailure(
          wording.name(of: AccountStreamTab.nearby.feed).string, among: offered)
      }
      guard let place = try await locatedOrLastSearchedPlace(offline: offline) else {
        throw .unknownLocation
      }
      return .nearby(place)
    case .handle(let handle):
      let person = try await personIDForHandle(handle, offline: offline)
      return connection.profileParts.contains(.answers) ? .answers(person) : .person(person)
    }
  }

  /// Returns the account's list or web feed with a name or id; a collection of photos is found only
  /// by its id.
  private func listOrWebFeedStream(
    _ name: String, among offered: OfferedStreams, offline: Bool
  ) async throws(CommandFailure) -> Feed {
    let found = offered.listsOfAccount(named: name)
    if let list = found.first, found.count == 1 { return list }
    guard found.isEmpty else {
      throw .severalLists(name, words: found.map { offered.commandLineName(for: .feed($0)) })
    }
    // The list may be newer than the stored streams.
    if !offline, let gateway = connection.optionalInformationGateway(for: .lists) {
      let new = try await convertingServiceErrors { () async throws(FeedError) in
        try await gateway.userListsMarkingThose(with: nil)
      }.userLists(named: name)
      guard new.count < 2 else { throw .severalLists(name, words: new.map { "list:\($0.id)" }) }
      if let list = new.first { return .list(id: list.id, name: list.title) }
    }
    if let gateway = connection.subscriptions {
      let all =
        if offline { await gateway.storedSubscriptions } else {
          try await convertingServiceErrors { () async throws(FeedError) in
            try await gateway.subscriptions()
          }
        }
      if let feed = try subscribedWebFeedStream(named: name, among: all, gateway) { return feed }
    } else if connection.people?.hasCollections == true {
      return .list(id: name, name: name)
    }
    throw unknownListFailure("list:\(name)", among: offered)
  }

  private func unknownListFailure(_ name: String, among offered: OfferedStreams) -> CommandFailure {
    .unknownStream(
      name,
      offered: offered.streams.map { offered.commandLineName(for: $0) }
        + (connection.hasTagStreams ? ["#tag"] : []))
  }

  /// Returns the user's location for nearby photos; if `offline`, the place searched last.
  private func locatedOrLastSearchedPlace(offline: Bool) async throws(CommandFailure) -> Place? {
    guard offline else { return await services.place(signedIn) }
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await feeds.recentPhotoSearchPlaces(account: account.id, limit: 1).first
    }
  }

  /// Returns the stream of the subscribed web feed with a name, an address or the id of its stream;
  /// nil if there is none.
  private func subscribedWebFeedStream(
    named name: String, among all: [Subscription], _ gateway: any SubscriptionGateway
  ) throws(CommandFailure) -> Feed? {
    let ofStream = all.first {
      if case .list(name, _) = gateway.timeline(of: $0) { true } else { false }
    }
    if let ofStream { return gateway.timeline(of: ofStream) }
    let found = all.subscriptionsMatchingName(name)
    guard found.count < 2 else { throw .severalSubscriptions(name, found.map(\.address)) }
    return found.first.map(gateway.timeline(of:))
  }

  /// Returns the id of the person with a handle: the account's own, or from store or service.
  private func personIDForHandle(
    _ handle: String, offline: Bool
  ) async throws(CommandFailure) -> Person.ID {
    if account.isMeantByName(handle) { return account.person }
    let stored = try await convertingStoreErrors { () async throws(StoreError) -> Person? in
      if let named = try await feeds.storedPerson(called: handle, account: account.id) {
        return named
      }
      return try await feeds.firstMatchingStoredPerson(account: account.id) { [account] in
        account.matchesPerson($0, by: handle)
      }
    }
    if let stored { return stored.id }
    guard !offline else { throw .noSuchPerson(handle) }
    return try await fetchPerson(withHandle: handle).id
  }
}

extension OfferedStreams {
  fileprivate var usual: StreamName {
    let home = AccountStreamTab.feed(.home)
    return switch streams.contains(home) ? home : streams.first ?? home {
    case .nearby: .nearby
    case .feed(let feed): .feed(feed)
    }
  }
}

extension [Subscription] {
  /// Returns the web feeds in the array that have a given text as their address or id or, without
  /// such a feed, in any case of letters as their name.
  fileprivate func subscriptionsMatchingName(_ name: String) -> [Subscription] {
    let exact = filter { $0.address == name || $0.id.rawValue == name }
    return exact.isEmpty ? filter { $0.name.lowercased() == name.lowercased() } : exact
  }
}

extension [UserList] {
  /// Returns the lists of people in the array that have a given text as their id or, in any case of
  /// letters, as their name.
  func userLists(named name: String) -> [UserList] {
    filter { $0.id == name || $0.title.lowercased() == name.lowercased() }
  }
}

// MARK: - Subscriptions to feeds

enum FeedsSubcommand: Equatable {
  case list, export
  /// A subcommand of `feeds`: add the web feed at an address; if the web page there links to
  /// several, `pick` is the number of the one to add.
  case add(String, pick: Int?)
  /// A subcommand of `feeds`: add the web feeds of the list in this file; private addresses are
  /// added without a question only if the user trusts the file.
  case addList(String, isTrusted: Bool)
  /// A subcommand of `feeds`: remove the web feed with this name or address.
  case remove(String)
  /// A subcommand of `feeds`: change the web feed with this name or address.
  case change(String, SubscriptionEdit)
  /// A subcommand of `feeds`: mark the entries of the web feed or folder with this name as read;
  /// nil for all web feeds.
  case markRead(String?, asks: Bool)

  enum SubscriptionEdit: Equatable {
    case rename(String)
    /// A change of a web feed by `tweetie feeds`: move the web feed to the folder with this name;
    /// nil moves it out of its folder.
    case move(String?)
    case set([SubscriptionSetting])
  }

  enum SubscriptionSetting: Equatable {
    case title(String?), interval(Duration?), fullText(Bool), userAgent(String?)
    case marksPassed(Bool?)
  }

  /// Parses a setting of a web feed as typed after `feeds set`, such as "interval=30"; an empty
  /// value restores the default, except for settings that are on or off without a default.
  private static func parsedFeedSetting(_ typed: String) throws(UsageError) -> SubscriptionSetting {
    let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    func invalidValueError(_ allowed: String) -> UsageError {
      .badValue(typed, option: "feeds set", allowed: allowed)
    }
    guard parts.count == 2 else {
      throw invalidValueError("title=, interval=, full-text=, user-agent=, mark-passed-read=")
    }
    let value = String(parts[1])
    func parsedOnOffValue() throws(UsageError) -> Bool {
      guard value == "on" || value == "off" else { throw invalidValueError("on, off") }
      return value == "on"
    }
    switch parts[0] {
    case "title": return .title(value.isEmpty ? nil : value)
    case "user-agent":
      guard value.allSatisfy({ $0.isASCII && !$0.isNewline }) else {
        throw invalidValueError("ASCII")
      }
      return .userAgent(value.isEmpty ? nil : value)
    case "full-text": return .fullText(try parsedOnOffValue())
    case "mark-passed-read": return .marksPassed(value.isEmpty ? nil : try parsedOnOffValue())
    case "interval":
      if value.isEmpty { return .interval(nil) }
      guard let interval = TypedMomentFormat.parsedRefreshInterval(value) else {
        throw invalidValueError("1 … 10080, 90m, 2h, 7d")
      }
      return .interval(interval)
    default:
      throw invalidValueError("title=, interval=, full-text=, user-agent=, mark-passed-read=")
    }
  }

  /// Creates the subcommand that the arguments of `feeds` name; nil if they name no subcommand.
  /// Throws if an operand is missing or invalid.
  fileprivate init?(_ arguments: ScannedArguments) throws(UsageError) {
    let words = arguments.operands
    func requiredJoinedOperand(_ name: String) throws(UsageError) -> String {
      guard words.count > 1 else { throw .missingOperand(name) }
      return words[1...].joined(separator: " ")
    }
    switch words.first {
    case "list"?: self = .list
    case "export"?: self = .export
    case "add"?:
      self = .add(
        try requiredJoinedOperand("ADDRESS"), pick: try arguments.pickedFeedNumberOption())
    case "import"?:
      self = .addList(try requiredJoinedOperand("FILE"), isTrusted: arguments.hasOption(.trusted))
    case "remove"?: self = .remove(try requiredJoinedOperand("NAME"))
    case "rename"?:
      _ = try requiredJoinedOperand("NAME")
      guard words.count > 2 else { throw .missingOperand("TITLE") }
      self = .change(words[1], .rename(Self.operandsJoinedFromThird(words)))
    case "move"?:
      _ = try requiredJoinedOperand("NAME")
      self = .change(words[1], .move(words.count > 2 ? Self.operandsJoinedFromThird(words) : nil))
    case "set"?:
      _ = try requiredJoinedOperand("NAME")
      guard words.count > 2 else { throw .missingOperand("KEY=VALUE") }
      var settings: [SubscriptionSetting] = []
      for word in words[2...] { settings.append(try Self.parsedFeedSetting(word)) }
      self = .change(words[1], .set(settings))
    case "mark-read"?:
      self = .markRead(
        words.count > 1 ? try requiredJoinedOperand("NAME") : nil, asks: !arguments.hasOption(.yes))
    default: return nil
    }
    if self == .list || self == .export { try arguments.expectNoOperands(after: 1) }
  }

  private static func operandsJoinedFromThird(_ words: [String]) -> String {
    words[2...].joined(separator: " ")
  }

  /// The path of the file that a subcommand of `feeds` reads; nil if it reads none.
  fileprivate var file: String? {
    switch self {
    case .addList(let file, _): file
    case .add(let typed, _) where ["/", "./", "~/"].contains(where: typed.hasPrefix): typed
    case .add, .list, .export, .remove, .change, .markRead: nil
    }
  }
}

private struct SubscriptionCommand {
  let json: Bool
  let context: CommandContext
  let services: CommandServices

  func performFeedsSubcommand(_ action: FeedsSubcommand) async throws(CommandFailure) {
    printer.hasChanged = action != .list && action != .export
    switch action {
    case .list:
      let listed = try await fetchSubscriptionsOfGateway(of: requiredSubscriptionGateway())
      let subscriptions = try await listed.applyingPendingChanges(pendingChangesOfFeedAccount())
      await services.refreshReadStates(of: try subscriptionAccount())
      let unread = try await unreadCountsByFeed()
      for subscription in subscriptions { printSubscription(subscription, unread) }
    case .change(let name, let change): try await self.changeNamedSubscription(name, change)
    case .markRead(let name, let asks): try await markFeedsRead(name, asks: asks)
    case .export:
      let list = try requiredSubscriptionGateway()
      let outline = try await convertingServiceErrors { () throws(FeedError) in
        try await list.opmlText()
      }
      printer.printTextForPrograms(outline)
      let logins = try await fetchSubscriptionsOfGateway(of: list).count { $0.hasLogin }
      if logins > 0 {
        printer.printRemark(
          wording.plural(
            "The user name and password of {count} feed are secrets and are not exported.",
            "The user names and passwords of {count} feeds are secrets and are not exported.",
            logins))
      }
    case .add(let path, pick: nil) where action.file != nil:
      let rooted =
        path.hasPrefix("~/") ? path : ExistingInputFilePath.absolutePathIfFileExists(of: path)
      try await importFeedList(rooted, named: path, isOwn: false)
    case .add(let address, let number): try await addTypedFeed(address, pick: number)
    case .addList(let file, let isTrusted):
      guard file == "-" else {
        let rooted = ExistingInputFilePath.absolutePathIfFileExists(of: file)
        let path = rooted.hasPrefix("/") ? rooted : "./\(rooted)"
        return try await importFeedList(path, named: file, isOwn: isTrusted)
      }
      // The list is read several times, which standard input does not allow.
      guard let copy = tmpfile() else {
        throw .unwritable("/tmp", reason: String(cString: strerror(errno)))
      }
      defer { fclose(copy) }
      do throws(InputReadingError) { fputs(try context.input.inputText(), copy) } catch {
        throw .input(error)
      }
      fflush(copy)
      let name = wording.say("standard input").string
      try await importFeedList("/proc/self/fd/\(fileno(copy))", named: name, isOwn: isTrusted)
    case .remove(let name): try await removeFeed(name)
    }
  }

  private var printer: ResultPrinter { context.printer }
  private var wording: Wording { context.wording }

  /// Returns the changes of the account with web feeds that wait in the outbox, the first first.
  private func pendingChangesOfFeedAccount() async throws(CommandFailure) -> [PendingChange] {
    let account = try subscriptionAccount().account.id
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.outbox.outboxItems(of: account)
    }.map(\.change)
  }

  /// Returns the gateway for the subscriptions of the account named on the command line, or else of
  /// the account that has web feeds; throws if there is none.
  private func requiredSubscriptionGateway() throws(CommandFailure) -> any SubscriptionGateway {
    guard let list = try subscriptionGatewayIfOffered() else {
      throw context.accountName == nil ? .noWebFeeds : .notOffered("feeds list")
    }
    return list
  }

  private func subscriptionGatewayIfOffered() throws(CommandFailure) -> (any SubscriptionGateway)? {
    if let name = context.accountName {
      return try services.connection(for: services.signedInAccount(named: name)).subscriptions
    }
    return try services.signedInAccounts().lazy
      .compactMap { services.directory.connection(for: $0)?.subscriptions }.first
  }

  private func fetchSubscriptionsOfGateway(
    of list: any SubscriptionGateway
  ) async throws(CommandFailure) -> [Subscription] {
    try await convertingServiceErrors { () throws(FeedError) in try await list.subscriptions() }
  }

  /// Adds the web feed at an address typed after `feeds add`; first creates an account for web
  /// feeds if there is none.
  private func addTypedFeed(_ typed: String, pick number: Int?) async throws(CommandFailure) {
    guard
      let list = context.accountName == nil
        ? try subscriptionGatewayIfOffered() : try requiredSubscriptionGateway()
    else {
      let gateway = try feedSignInGateway()
      let address = try await chosenFeedAddress(at: typed, number) { () throws(FeedError) in
        try await gateway.feedCandidates(for: [.address: Secret(typed)])
      }
      try await createWebFeedAccount(with: address)
      return try await fetchSubscriptionsOfGateway(of: requiredSubscriptionGateway()).forEach(
        printSubscription)
    }
    let address = try await chosenFeedAddress(at: typed, number) { () throws(FeedError) in
      try await list.feedCandidates(at: typed)
    }
    do throws(CommandFailure) {
      let new = try await addFeedsToGateway(address, isTrustedList: false, to: list).new
      new.forEach(printSubscription)
      if new.isEmpty { printer.printRemark(wording.say("You already follow this feed.")) }
    } catch {
      let isWhole = address.hasPrefix("http://") || address.hasPrefix("https://")
      try await queueSubscriptionChangeAndThrow(
        isWhole ? address : "https://\(address)", isFollowed: true, after: error)
    }
  }

  /// Writes the following or unfollowing of a web feed to the outbox if the service could not be
  /// reached, to be sent later. Always throws the failure to report.
  private func queueSubscriptionChangeAndThrow(
    _ feed: String, isFollowed: Bool, after failure: CommandFailure
  ) async throws(CommandFailure) {
    let signedIn = try subscriptionAccount()
    let error: FeedError
    switch failure {
    case .service(let reason), .signIn(let reason, _): error = reason
    default: throw failure
    }
    guard error.isOutOfReach, try services.connection(for: signedIn).publishing != nil else {
      throw failure
    }
    let item = OutboxItem(
      id: OutboxItem.ID(services.world.randomKey()), account: signedIn.account.id,
      change: .follow(Person.ID(feed), isFollowed), state: .queued(notBefore: nil, after: error),
      createdAt: services.world.now)
    try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.outbox.enqueueItem(item)
    }
    throw .keptInOutbox(error)
  }

  /// Returns the address of the web feed to add: if the page at the typed address names several,
  /// the one with the given number, or the one that the user chooses. Without a choice, returns the
  /// page's address, of which the first feed that can be read is added.
  private func chosenFeedAddress(
    at typed: String, _ number: Int?,
    among namedFeeds: () async throws(FeedError) -> [FeedCandidate]
  ) async throws(CommandFailure) -> String {
    let candidates: [FeedCandidate]
    do throws(FeedError) {
      candidates = try await namedFeeds()
    } catch {
      throw .signIn(error, at: .address)
    }
    guard candidates.count > 1 || number != nil else { return typed }
    var number = number
    if number == nil {
      for (place, candidate) in candidates.enumerated() {
        let title = candidate.title.isEmpty ? "" : "\(candidate.title)  "
        printer.printRemark(SafeText(sanitizing: "\(place + 1)  \(title)\(candidate.address)"))
      }
      let answer = try context.prompt.askForLineIfTerminal(
        wording.say("The page has several feeds. Number of the feed to add:"))
      guard let answer else {
        printer.printRemark(
          wording.say(
            "The first that can be read is added. {option} chooses another.",
            ["option": OptionSpec.pick.name]))
        return typed
      }
      guard !answer.isEmpty else { return typed }
      number = Int(answer)
      if number == nil { throw .noSuchSubscription(answer) }
    }
    guard let number, number > 0, number <= candidates.count else {
      throw .noSuchSubscription(String(number ?? 0))
    }
    return candidates[number - 1].address
  }

  private func addFeedsToGateway(
    _ typed: String, isTrustedList: Bool, to list: any SubscriptionGateway
  ) async throws(CommandFailure) -> AddSubscriptionsResult {
    do {
      return try await list.addSubscriptions(typed, isTrustedList: isTrustedList)
    } catch {
      throw .signIn(error, at: .address)
    }
  }

  /// Adds the web feeds of an OPML file, and prints the entries that cannot be added; `name` is the
  /// file's name in messages.
  private func importFeedList(
    _ path: String, named name: String, isOwn: Bool
  ) async throws(CommandFailure) {
    let withheldCount: Int
    do throws(CommandFailure) {
      withheldCount = try await addListedFeedsCountingWithheld(path, isOwn: isOwn)
    } catch {
      switch error {
      case .signIn(.notFound, at: .address):
        throw .unreadableFile(name, reason: String(cString: strerror(ENOENT)))
      case .signIn(.badReply, at: .address), .signIn(.tooLarge, at: .address):
        throw .unreadableFeedList(name, isTooLarge: error == .signIn(.tooLarge, at: .address))
      default: throw error
      }
    }
    try await reportRejectedImportEntries(in: path, besides: withheldCount)
  }

  /// Adds the web feeds of an OPML file, and returns the number of those that were left out because
  /// nobody could be asked. Addresses on this machine or in the user's own network are added only
  /// if the user agrees.
  private func addListedFeedsCountingWithheld(_ path: String, isOwn: Bool)
    async throws(CommandFailure) -> Int
  {
    let isFirst =
      if context.accountName == nil { try subscriptionGatewayIfOffered() == nil } else { false }
    if isFirst { try await createWebFeedAccount(with: path) }
    let list = try requiredSubscriptionGateway()
    let added = try await addFeedsToGateway(path, isTrustedList: isOwn, to: list)
    let new = isFirst ? try await fetchSubscriptionsOfGateway(of: list) : added.new
    let withheld = Set(added.withheld)
    if let states = added.entryStates { try await adoptImportedEntryStates(states) }
    new.filter { !withheld.contains($0.address) }.forEach(printSubscription)
    for search in added.searches {
      printer.printRemark(wording.say("The search {name} is a stream now.", ["name": search.name]))
    }
    for name in added.keptSearches {
      printer.printRemark(
        wording.say(
          "You already have a different search named {name}, which was not changed.", ["name": name]
        ))
    }
    for failure in added.failures {
      let reason = wording.sentence(for: CommandFailure.signIn(failure.error, at: .address))
      printer.printError(SafeText(sanitizing: failure.address) + ": " + reason)
    }
    guard !added.withheld.isEmpty else { return 0 }
    for address in added.withheld {
      printer.printError(
        wording.say("{address} is on this machine or in your network.", ["address": address]))
    }
    // A new account for web feeds began with all web feeds of the file. The user can cancel the
    // question.
    for subscription in new where withheld.contains(subscription.address) {
      try await convertingServiceErrors { () throws(FeedError) in
        try await list.unsubscribe(from: subscription.id)
      }
    }
    let agrees = try context.prompt.askYesNoIfTerminal(
      to: wording.plural(
        "{count} feed is there. Add it too? (y/n)", "{count} feeds are there. Add them too? (y/n)",
        added.withheld.count))
    guard agrees != true else {
      try await addFeedsToGateway(path, isTrustedList: true, to: list).new.forEach(
        printSubscription)
      return 0
    }
    if agrees == nil {
      printer.printError(
        wording.say(
          "Not added. If you trust the list, use {option}.", ["option": OptionSpec.trusted.name]))
    }
    return agrees == nil ? added.withheld.count : 0
  }

  /// Takes over the read states and bookmarks from another program's database, and prints their
  /// numbers.
  private func adoptImportedEntryStates(_ states: ImportedEntryStates) async throws(CommandFailure)
  {
    let signedIn = try subscriptionAccount()
    guard let session = await services.session(signedIn) else {
      throw .unsupportedService(signedIn.account.service)
    }
    await Self.storeEntryStates(states, in: session)
    printer.printConfirmation(wording.markedEntriesMessage(states.readCount, isRead: true))
    guard states.bookmarkCount > 0 else { return }
    printer.printConfirmation(
      wording.plural(
        "Bookmarked {count} entry.", "Bookmarked {count} entries.", states.bookmarkCount))
  }

  @MainActor
  private static func storeEntryStates(
    _ states: ImportedEntryStates, in session: AccountSession
  ) async {
    let actions = UserActionPerformer(session, undoWindow: .zero)
    await actions.adoptImportedEntryStates(states)
    await actions.stopDelivery()
  }

  private func feedSignInGateway() throws(CommandFailure) -> any SignInGateway {
    let gateways = Service.allCases.lazy.compactMap { services.directory.signInGateway(to: $0) }
    guard let gateway = gateways.first(where: { $0.methods[0].kind == .address }) else {
      throw .notOffered("feeds add")
    }
    return gateway
  }

  private func createWebFeedAccount(with typed: String) async throws(CommandFailure) {
    let gateway = try feedSignInGateway()
    let step: SignInStepResult
    do { step = try await gateway.beginSignIn(gateway.methods[0], [.address: Secret(typed)]) } catch
    {
      throw .signIn(error, at: .address)
    }
    guard case .signedIn(let account) = step else { throw .notOffered("feeds add") }
    do { try services.stores.credentials.addAccountWithoutActivating(account) } catch {
      throw .store(error)
    }
    let current = try services.signedInAccount(named: nil).account
    printer.printRemark(
      current.id == account.account.id
        ? wording.currentAccountMessage(for: current)
        : wording.separateFeedAccountMessage(current: current, feedAccount: account.account))
  }

  /// Prints an error for each entry of an OPML file that cannot be added. Throws if there is such
  /// an entry, or if entries were left out because the user could not be asked; `withheldCount` is
  /// their number.
  private func reportRejectedImportEntries(
    in path: String, besides withheldCount: Int = 0
  ) async throws(CommandFailure) {
    let list = try requiredSubscriptionGateway()
    let rejected = try await convertingServiceErrors { () throws(FeedError) in
      try await list.rejectedImportEntries(in: path)
    }
    for entry in rejected { printer.printError(wording.sentence(for: entry)) }
    if rejected.count + withheldCount > 0 {
      throw .entriesRejected(rejected.count + withheldCount)
    }
  }

  private func removeFeed(_ name: String) async throws(CommandFailure) {
    do throws(CommandFailure) {
      let (list, subscription) = try await foundSubscription(name)
      try await convertingServiceErrors { () throws(FeedError) in
        try await list.unsubscribe(from: subscription.id)
      }
      if let session = try await services.session(subscriptionAccount()) {
        _ = try await convertingStoreErrors { () async throws(StoreError) in
          try await session.podcasts.removeFeedEpisodes(of: Person.ID(subscription.id.rawValue))
        }
      }
      printSubscription(subscription)
    } catch {
      // Feeds are known by name without a connection as well.
      let people = try services.connection(for: subscriptionAccount()).people
      let known = try? await people?.people(.matching(name), after: nil).elements.filter {
        $0.name.lowercased() == name.lowercased() || $0.url == name || $0.id.rawValue == name
      }
      guard let feed = known?.first, known?.count == 1 else { throw error }
      try await queueSubscriptionChangeAndThrow(feed.id.rawValue, isFollowed: false, after: error)
    }
  }

  /// Returns the subscribed web feed with a name, an address or an id, and the gateway that it
  /// belongs to.
  private func foundSubscription(
    _ name: String
  ) async throws(CommandFailure) -> (list: any SubscriptionGateway, subscription: Subscription) {
    let list = try requiredSubscriptionGateway()
    let known = try await fetchSubscriptionsOfGateway(of: list).subscriptionsMatchingName(name)
    guard let subscription = known.first else { throw .noSuchSubscription(name) }
    guard known.count == 1 else { throw .severalSubscriptions(name, known.map(\.address)) }
    return (list, subscription)
  }

  private func changeNamedSubscription(
    _ name: String, _ change: FeedsSubcommand.SubscriptionEdit
  ) async throws(CommandFailure) {
    let (list, subscription) = try await foundSubscription(name)
    var changes: [SubscriptionChange] = []
    switch change {
    case .rename(let title): changes = [.rename(title)]
    case .move(let folder): changes = [.move(folder)]
    case .set(let all):
      var settings = subscription.settings
      for setting in all {
        switch setting {
        case .title(let title): changes.append(.rename(title))
        case .interval(let interval): settings.interval = interval
        case .fullText(let isOn): settings.showsFullText = isOn
        case .userAgent(let name): settings.userAgent = name
        case .marksPassed(let isOn): settings.marksPassed = isOn
        }
      }
      if settings != subscription.settings { changes.append(.set(settings)) }
    }
    let signedIn = try subscriptionAccount()
    let abilities = try services.connection(for: signedIn).abilities
    for change in changes {
      // The list at a feed server is changed through the outbox, also without a connection.
      if let act = ServiceAction(change, of: subscription),
        abilities.supportsChange(.serviceAction(act))
      {
        let key = OutboxItem.ID(services.world.randomKey())
        let results = try await services.enqueueAndSendChange(
          .serviceAction(act), as: signedIn, key: key)
        _ = try services.requiredChangeOutcome(of: .serviceAction(act), key: key, among: results)
        continue
      }
      try await convertingServiceErrors { () throws(FeedError) in
        try await list.changeSubscription(subscription.id, change)
      }
    }
    try await fetchSubscriptionsOfGateway(of: list).filter { $0.id == subscription.id }.forEach(
      printSubscription)
  }

  private func subscriptionAccount() throws(CommandFailure) -> SignedInAccount {
    if let name = context.accountName { return try services.signedInAccount(named: name) }
    let account = try services.signedInAccounts().first {
      services.directory.connection(for: $0)?.subscriptions != nil
    }
    guard let account else { throw .noWebFeeds }
    return account
  }

  private func unreadCountsByFeed() async throws(CommandFailure) -> [Person.ID: Int] {
    guard let readStates = services.stores.readStates else { return [:] }
    let account = try subscriptionAccount().account.id
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await readStates.unreadCountsByFeed(account: account)
    }
  }

  private func markFeedsRead(_ name: String?, asks: Bool) async throws(CommandFailure) {
    let list = try requiredSubscriptionGateway()
    var feeds = try await fetchSubscriptionsOfGateway(of: list)
    if let name {
      let inFolder = feeds.filter {
        $0.isInFolder(named: name, nestsFolders: list.nestsFolders)
      }
      feeds = inFolder.isEmpty ? [try await foundSubscription(name).subscription] : inFolder
    }
    let signedIn = try subscriptionAccount()
    guard signedIn.account.service.hasReadStates else { throw .notOffered("feeds mark-read") }
    guard let session = await services.session(signedIn) else {
      throw .unsupportedService(signedIn.account.service)
    }
    await services.refreshReadStates(of: signedIn)
    let selection = EntriesByIDOrFeed.feeds(Set(feeds.map { Person.ID($0.id.rawValue) }))
    if asks, let readStates = services.stores.readStates {
      let account = signedIn.account.id
      let unread = try await convertingStoreErrors { () async throws(StoreError) in
        try await readStates.unreadPostIDs(in: selection, account: account, limit: .max).count
      }
      try CommandSpec.askBeforeMarkingEntries(unread, true, context)
    }
    let count = await CommandSpec.markEntriesReadOrUnread(selection, true, in: session)
    printer.printConfirmation(wording.markedEntriesMessage(count, isRead: true))
  }

  private func printSubscription(_ subscription: Subscription) {
    printSubscription(subscription, [:])
  }

  private func printSubscription(_ subscription: Subscription, _ unread: [Person.ID: Int]) {
    let count = unread[Person.ID(subscription.id.rawValue)] ?? 0
    guard !json else {
      return printer.printJSONLine(.subscriptionJSONObject(subscription, unread: count))
    }
    let address = "  " + SafeText(sanitizing: subscription.address)
    var line = PrintedLine(SafeText(sanitizing: subscription.name), .bold).appendingText(
      address, .dim)
    let folders = subscription.folders
    if !folders.isEmpty {
      line = line.appendingText(
        "  " + wording.say("in {folders}", ["folders": folders.joined(separator: ", ")]))
    }
    if subscription.isHidden { line = line.appendingText("  " + wording.say("hidden")) }
    if count > 0 {
      line = line.appendingText("  " + wording.plural("{count} unread", "{count} unread", count))
    }
    let hasPause = subscription.pausedUntil != nil
    if subscription.problem != nil || subscription.flaw != nil || hasPause {
      let state = wording.subscriptionProblemAndFetchTexts(of: subscription)
        .joined(separator: " · ")
      line = line.appendingText("  " + state)
    }
    printer.printLine(line)
  }
}
