internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

/// A context in which a command runs: the name of its account, the settings, input and output, and
/// closures for work of other modules.
// A class, since each command holds a copy of the context.
package final class CommandContext {
  /// The account named on the command line, by id, handle or service; nil for the current one.
  let accountName: String?
  let printer: ResultPrinter
  let wording: Wording
  let settings: CurrentSettings
  /// True if the command runs in restricted mode, in which commands neither read nor write files
  /// named by the user, and start no program.
  let isRestricted: Bool
  let prompt: any UserQuestionPrompt
  let input: any CommandTextInput
  /// The closure by which `doctor` collects its facts; called with true, it collects those of a
  /// report that the user sends to somebody.
  let installationCheck: (Bool) async -> [DoctorSection]
  /// The closure by which `doctor` draws a test picture; draws nothing if standard output is no
  /// terminal.
  let showTestCard: @MainActor () -> Void
  /// The closure by which commands open a link in the browser; returns an error message or nil.
  let openLink: @MainActor (SafeWebLink) -> SafeText?
  /// The closure by which commands play an episode at a path or address from a time in seconds, and
  /// wait for the end of the player.
  let playEpisode: @MainActor (String, Int) async -> EpisodePlaybackResult
  let services: CommandServices.Opening

  init(
    accountName: String?, printer: ResultPrinter, wording: Wording, settings: CurrentSettings,
    isRestricted: Bool, prompt: any UserQuestionPrompt, input: any CommandTextInput,
    installationCheck: @escaping (Bool) async -> [DoctorSection],
    showTestCard: @escaping @MainActor () -> Void,
    openLink: @escaping @MainActor (SafeWebLink) -> SafeText?,
    playEpisode: @escaping @MainActor (String, Int) async -> EpisodePlaybackResult,
    services: @escaping CommandServices.Opening
  ) {
    self.accountName = accountName
    self.printer = printer
    self.wording = wording
    self.settings = settings
    self.isRestricted = isRestricted
    self.prompt = prompt
    self.input = input
    self.installationCheck = installationCheck
    self.showTestCard = showTestCard
    self.openLink = openLink
    self.playEpisode = playEpisode
    self.services = services
  }

  /// Opens services and stores for a command, and prints mistakes in the settings on standard
  /// error.
  func openServices(isReading: Bool = false) async throws(CommandFailure) -> CommandServices {
    reportSettingsMistakes()
    return try await convertingStoreErrors { () async throws(StoreError) in
      try await services(isReading)
    }
  }

  /// Opens services and stores for a command, and returns the account named on the command line or
  /// else the current one; if `offline`, without reading the account's secret.
  func openCommandAccount(
    isReading: Bool = false, offline: Bool = false
  ) async throws(CommandFailure) -> CommandAccount {
    let services = try await openServices(isReading: isReading)
    let account = try services.signedInAccount(named: accountName)
    return try CommandAccount(
      self, services, offline ? account : services.accountWithSecret(account))
  }

  /// Throws if the program runs in restricted mode. Commands call this before they read or write a
  /// file that the user named.
  func rejectFilesInRestrictedMode(for what: String) throws(CommandFailure) {
    if isRestricted { throw .fileForbidden(what) }
  }

  func reportSettingsMistakes() {
    for mistake in settings.mistakes {
      printer.printError(wording.mistakeMessage(for: mistake, in: settings.path))
    }
  }

  /// Prints at most `count` results of a command: as text with a blank line between two results,
  /// or, if `json`, each as one line of JSON. If there are no results, prints `empty` as text.
  func printResults<Element>(
    _ elements: some Collection<Element>, count: Int = .max, json: Bool, empty: SafeText,
    object: (Element) -> JSONValue?, lines: (Element) -> [PrintedLine]
  ) {
    if elements.isEmpty, count > 0, !json { printer.printRemark(empty) }
    for (index, element) in elements.prefix(count).enumerated() {
      if json {
        if let object = object(element) { printer.printJSONLine(object) }
      } else {
        if index > 0 { printer.printLine("") }
        lines(element).forEach { printer.printLine($0) }
      }
    }
  }

  /// Runs a closure for each name on the command line, and prints each result, after the name if
  /// there are several names. Prints each failure, goes on with the next name, and throws an error
  /// at the end.
  func printResultForEachName(
    _ names: [String], _ work: (String) async throws(CommandFailure) -> SafeText
  ) async throws(CommandFailure) {
    if names.count == 1 { return printer.printConfirmation(try await work(names[0])) }
    var failed = 0
    for name in names {
      do throws(CommandFailure) {
        let done = try await work(name)
        printer.printConfirmation(SafeText(sanitizing: name) + ": " + done)
        printer.flushOutput()
      } catch {
        failed += 1
        printer.printError(
          wording.say(
            "{name}: {reason}", ["name": name, "reason": wording.sentence(for: error).string]))
      }
    }
    if failed > 0 { throw .someNamesFailed(failed, of: names.count) }
  }

  func reportAccountFailures(_ failures: [(account: Account, failure: CommandFailure)]) {
    for (account, failure) in failures.sorted(by: {
      $0.account.id.rawValue < $1.account.id.rawValue
    }) {
      printer.printError(
        wording.say(
          "{account}: {trouble}",
          [
            "account": wording.accountHandle(of: account).string,
            "trouble": wording.sentence(for: failure).string,
          ]))
    }
  }

  /// Opens and returns the accounts whose services offer a feature that a command needs, the named
  /// or current account first. Leaves out an account whose secret cannot be read, and prints the
  /// error.
  func openCommandAccountsOfferingFeature(
    of services: CommandServices, offline: Bool, where isWanted: (ServiceConnection) -> Bool
  ) throws(CommandFailure) -> [CommandAccount] {
    let first = try services.signedInAccount(named: accountName)
    let others = try services.signedInAccounts().filter { $0.account.id != first.account.id }
    return ([first] + others).compactMap { signedIn in
      do throws(CommandFailure) {
        let account = try CommandAccount(
          self, services, offline ? signedIn : services.accountWithSecret(signedIn))
        return isWanted(account.connection) ? account : nil
      } catch {
        reportAccountFailures([(signedIn.account, error)])
        return nil
      }
    }
  }
}

/// An account that a command works on, with its connection and methods to find posts and people.
struct CommandAccount {
  let context: CommandContext
  let services: CommandServices
  let signedIn: SignedInAccount
  let connection: ServiceConnection

  init(
    _ context: CommandContext, _ services: CommandServices, _ signedIn: SignedInAccount
  ) throws(CommandFailure) {
    (self.context, self.services, self.signedIn) = (context, services, signedIn)
    connection = try services.connection(for: signedIn)
  }

  var account: Account { signedIn.account }
  var abilities: PostAbilities { connection.abilities }
  var feeds: any FeedStore { services.stores.feeds }
  var now: Timestamp { services.world.now }
  var printer: ResultPrinter { context.printer }
  var wording: Wording { context.wording }

  func storedOrFetchedPost(_ id: Post.ID) async throws(CommandFailure) -> Post {
    if let stored = try await services.storedPost(id, of: account) { return stored }
    return try await fetchPost(id)
  }

  func bookmarkTags() async throws(CommandFailure) -> BookmarkTagIndex {
    try await convertingStoreErrors { () async throws(StoreError) in
      try await services.stores.bookmarkTags(of: account.id)
    }
  }

  func fetchPost(_ id: Post.ID) async throws(CommandFailure) -> Post {
    do { return try await connection.feeds.post(id) } catch {
      throw error == .notFound ? .noSuchPost(id) : .service(error)
    }
  }

  /// Returns the fetched entry of a web feed whose page has a typed address; nil if there is none.
  func alreadyFetchedEntry(at typed: String) async -> Post? {
    guard CommandSpec.isWebAddress(typed) else { return nil }
    return await connection.subscriptions?.alreadyFetchedEntry(at: typed)
  }

  /// Returns the id of the post that a typed text means: the text is the id itself, or an address
  /// that leads to the post.
  func postID(fromTyped typed: String) async throws(CommandFailure) -> Post.ID {
    if let entry = await alreadyFetchedEntry(at: typed) { return entry.id }
    let id = Post.ID(typed)
    guard let lead = connection.resolvableLink(to: typed),
      try await services.storedPost(id, of: account) == nil
    else { return id }
    guard case .post(let post) = try await fetchResolvedLink(of: lead) else {
      throw .noSuchPost(id)
    }
    return post.id
  }

  func fetchResolvedLink(of lead: ResolvableLink) async throws(CommandFailure) -> ResolvedLink {
    do { return try await connection.linkDestination(of: lead) } catch {
      throw error == .notFound ? .nothingFound(at: lead, account.service) : .service(error)
    }
  }

  func fetchConversation(of id: Post.ID) async throws(CommandFailure) -> Conversation {
    do { return try await connection.feeds.conversation(of: id) } catch {
      throw error == .notFound ? .noSuchPost(id) : .service(error)
    }
  }

  /// Stores posts that a command fetched; on failure prints the reason on standard error.
  func storePosts(_ posts: [Post]) async {
    var problem = services.memoryOnlyReason
    do throws(StoreError) {
      _ = try await feeds.storePosts(posts, account: account.id, now: now)
    } catch {
      problem = error
    }
    if let problem { printer.printError(wording.nothingStoredMessage(problem)) }
  }

  func fetchPerson(withHandle handle: String) async throws(CommandFailure) -> Person {
    guard let people = connection.people else { throw .noSuchPerson(handle) }
    if let lead = connection.resolvableLink(to: handle) {
      switch try await fetchResolvedLink(of: lead) {
      case .person(let person): return person
      case .post(let post):
        return try await convertingServiceErrors { () async throws(FeedError) in
          try await people.person(post.author.id)
        }
      }
    }
    let person: Person
    do {
      person =
        account.isMeantByName(handle)
        ? try await people.person(account.person) : try await people.person(called: handle)
    } catch {
      throw error == .notFound ? .noSuchPerson(handle) : .service(error)
    }
    // If the person cannot be stored, fetched posts cannot be either: that is reported once.
    try? await feeds.storePerson(person, called: handle, account: account.id)
    return person
  }

  /// Writes a change by the user, such as a like, to the outbox, sends it, and returns the
  /// service's outcome.
  @discardableResult
  func sendChangeThroughOutbox(
    _ change: PendingChange, key: String? = nil
  ) async throws(CommandFailure) -> ChangeOutcome {
    let key = OutboxItem.ID(key ?? services.world.randomKey())
    let results = try await services.enqueueAndSendChange(change, as: signedIn, key: key)
    printer.hasChanged = true
    // Changes that waited in the outbox were sent as well.
    let overruled = results.values.reduce(0) { $0 + $1.overruledCount }
    if overruled > 0 { printer.printError(wording.changesOverruledByServerMessage(overruled)) }
    return try services.requiredChangeOutcome(of: change, key: key, among: results)
  }
}

extension Conversation {
  func requiredOpenedPost() throws(CommandFailure) -> Post {
    guard let node = nodes.first(where: { $0.post.id == focus }) else { throw .noSuchPost(focus) }
    return node.post
  }
}

/// Fetches a list from a service page by page and returns its elements without repetitions; stops
/// once there are at least `count` elements, or no more pages.
func fetchElementsPageByPage<Element: Sendable, ID: Hashable>(
  upTo count: Int, by id: (Element) -> ID,
  _ page: (Cursor?) async throws(FeedError) -> Page<Element>
) async throws(FeedError) -> [Element] {
  var found: [Element] = []
  var known: Set<ID> = []
  var cursor: Cursor?
  var walk = RequestedCursors()
  repeat {
    let page = try await page(cursor)
    let fresh = page.elements.filter { known.insert(id($0)).inserted }
    found += fresh
    cursor = walk.advanceCursor(to: page.nextCursor, foundNew: !fresh.isEmpty)
  } while cursor != nil && found.count < count
  return found
}
