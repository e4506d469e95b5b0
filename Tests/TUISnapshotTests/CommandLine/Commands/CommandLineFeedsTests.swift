import Doubles
import FeedDomain
import Testing

@testable import Console

/// Naming streams, and what happened to the user, on the command line.
struct CommandLineFeedsTests {
  private static let friends = Feed.list(id: "42", name: "Close friends")

  private func fixture(_ lists: [Feed] = [friends]) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.lists = lists
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "from a list"))], older: nil)
    ]
    return fixture
  }

  @Test(arguments: ["list:Close friends", "list:close FRIENDS", "list:42"])
  func `feed accepts a list by its name in any case, or its id`(
    word: String
  ) async throws {
    let fixture = fixture()

    #expect(try await fixture.run("feed", word) == .done)

    #expect(fixture.output.text.contains("from a list"))
    #expect(await fixture.store.ids(of: Self.friends).count == 1)
  }

  @Test(arguments: [[], ["--offline"]])
  func `a saved search for unread entries prints no read entry`(options: [String])
    async throws
  {
    let search = try #require(SavedSearch(name: "Tides", query: "is:unread tide"))
    let entries = ["lamp", "quay"].map { name in
      FeedEntry(CommandFixture.post("old/\(name)", "tide at the \(name)"))
    }
    var fixture = fixture([search.stream])
    fixture.service.pages = [FeedPage(entries, older: nil)]
    fixture.rules = SavedSearches(searches: [search])
    fixture.readStates = FakeReadStates(
      entries.map {
        ReadStateEntryReference($0.post.id, of: Person.ID("old"), writtenAt: $0.post.createdAt)
      }
    )
    _ = try await fixture.run("feed", "list:Tides")
    #expect(fixture.output.text.contains("tide at the lamp"))
    _ = try await fixture.readStates?.setEntriesRead(
      true, .entries([entries[0].post.id]), account: CommandFixture.ada.account.id,
      now: FakeWorld.noon, outboxKeys: nil)
    let again = SinkSpy()

    #expect(try await fixture.run(["feed", "list:Tides"] + options, sink: again) == .done)

    #expect(!again.text.contains("tide at the lamp"))
    #expect(again.text.contains("tide at the quay"))
  }

  @Test func `feed refuses an unknown list, and lists the available streams`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("feed", "list:Foes") == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: This account has no stream \"list:Foes\". "
        + "It has: home, photos, list:Close friends.\n")
  }

  @Test
  func `without a home stream feed prints the first stream, and refuses one the account lacks`()
    async throws
  {
    var fixture = fixture()
    fixture.service.streams = [.feed(.trending), .nearby]
    fixture.accounts = FakeCredentials([
      SignedInAccount(
        Account(service: .flickr, person: Person.ID("9"), handle: "me"), token: Secret("t"))
    ])

    #expect(try await fixture.run("feed") == .done)
    #expect(await fixture.store.ids(of: .trending).count == 1)

    #expect(try await fixture.run("feed", "likes") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: This account has no stream \"Likes\". "
        + "It has: trending, nearby, list:Close friends.\n")
  }

  @Test func `feed with an ambiguous list name prints the ids of the lists`() async throws {
    let fixture = fixture([.list(id: "1", name: "Boats"), .list(id: "2", name: "boats")])

    #expect(try await fixture.run("feed", "list:boats") == .wrongUse)

    #expect(
      fixture.errors.text
        == "tweetie: Several lists are called boats. Use one of: list:1, list:2.\n")
  }

  @Test func `feeds prints the streams as they are typed, tabs first`() async throws {
    var fixture = fixture()
    fixture.tabs = FakeTabs([.feed(Self.friends), .feed(.tag("tram")), .feed(.home)])

    #expect(try await fixture.run("feeds") == .done)

    #expect(
      fixture.output.text == """
        list:Close friends  Close friends
        #tram               #tram
        home                Home
        photos              Photos

        """)
  }

  @Test(arguments: [nil, FakeTabs(nil), FakeTabs(failure: .full)])
  fileprivate func `without stored tabs feeds prints the service's own streams`(
    tabs: FakeTabs?
  ) async throws {
    var fixture = fixture()
    fixture.tabs = tabs

    #expect(try await fixture.run("feeds", "--json") == .done)

    #expect(
      fixture.output.text.split(separator: "\n").suffix(2) == [
        "{\"stream\":\"photos\",\"name\":\"Photos\",\"id\":null,\"tab\":true}",
        "{\"stream\":\"list:Close friends\",\"name\":\"Close friends\",\"id\":\"42\",\"tab\":true}",
      ])
  }

  @Test func `feeds prints a person's collections by id, and feed prints one of them`() async throws
  {
    var fixture = fixture([])
    fixture.service.collectors = StubCollectors()

    #expect(try await fixture.run("feeds", "@grace") == .done)
    #expect(try await fixture.run("feed", "list:collection/1") == .done)

    #expect(
      fixture.output.text.hasPrefix("list:collection/1  Ferries\nlist:collection/2  Ferries\n"))
    #expect(fixture.output.text.contains("from a list"))
    #expect(try await fixture.run("feeds", "@nobody") == .failed)
    #expect(fixture.errors.text == "tweetie: There is nobody called @nobody.\n")
  }

  @Test func `feeds with a handle fails at a service without collections`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("feeds", "@grace") == .failed)
    #expect(fixture.errors.text == "tweetie: This service does not support collections.\n")
    #expect(
      throws: UsageError.badValue(
        "grace", option: "feeds",
        allowed: "@handle, list, add ADDRESS, remove NAME, rename NAME TITLE, move NAME FOLDER, "
          + "set NAME KEY=VALUE, mark-read, import FILE, export")
    ) {
      try LaunchOptions.parsedCommandLine(from: ["feeds", "grace"], environment: [:])
    }
  }

  @Test func `feed everything names each feed that could not be fetched`() async throws {
    var feed = Subscription(id: .init("a"), address: "https://a.example/feed", name: "Fog News")
    feed.problem = .notFound
    var fixture = CommandFixture()
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("p1", "a post"))], older: nil)
    ]
    fixture.service.subscriptions = Doubles.StubSubscriptions([feed])

    #expect(try await fixture.run("feed", "everything") == .done)

    #expect(fixture.errors.text.contains("Fog News"))
  }

  @Test func `importing another program's database prints the numbers of its states`() async throws
  {
    let list = Doubles.StubSubscriptions([])
    var states = ImportedEntryStates()
    (states.readCount, states.bookmarkCount) = (3, 1)
    await list.importStates(states)
    var fixture = CommandFixture()
    fixture.service.subscriptions = list

    #expect(try await fixture.run("feeds", "import", "/cache.db") == .done)

    #expect(fixture.output.text == "Marked 3 entries as read.\nBookmarked 1 entry.\n")
  }

  // MARK: Somebody's list

  private static let here = ["http://localhost/a", "https://10.0.0.1/b"]

  private func importing(
    _ words: String..., answering answers: [String] = [], ending code: ExitCode = .done
  ) async throws -> (fixture: CommandFixture, list: StubSubscriptions) {
    let list = StubSubscriptions(withholding: Self.here)
    var fixture = CommandFixture()
    fixture.service.subscriptions = list
    fixture.prompt = StubPrompt(answers)
    #expect(try await fixture.run(["feeds", "import", "/list.opml"] + words) == code)
    return (fixture, list)
  }

  @Test func `importing a feed list asks before adding feeds in the local network`()
    async throws
  {
    let (fixture, list) = try await importing(answering: ["y"])

    #expect(
      fixture.errors.text == """
        tweetie: http://localhost/a is on this machine or in your network.
        tweetie: https://10.0.0.1/b is on this machine or in your network.

        """)
    #expect(fixture.prompt.questions == ["2 feeds are there. Add them too? (y/n)"])
    #expect(await list.asked == [false, true])
    #expect(fixture.output.text == "Fog  https://fog.example\nHere  http://localhost/a\n")
  }

  @Test func `importing a feed list leaves out feeds in the local network if the user declines`()
    async throws
  {
    let (fixture, list) = try await importing(answering: ["n"])

    #expect(await list.asked == [false])
    #expect(fixture.output.text == "Fog  https://fog.example\n")
  }

  @Test func `adding a feed list by its path asks before adding feeds in the local network`()
    async throws
  {
    let list = StubSubscriptions(withholding: Self.here)
    var fixture = CommandFixture()
    fixture.service.subscriptions = list
    fixture.prompt = StubPrompt(["n"])

    #expect(try await fixture.run("feeds", "add", "/list.opml") == .done)
    #expect(fixture.prompt.questions == ["2 feeds are there. Add them too? (y/n)"])
    #expect(await list.asked == [false])
  }

  @Test
  func `without a prompt feeds in the local network are left out, unless the list is trusted`()
    async throws
  {
    let (fixture, list) = try await importing(ending: .failed)

    #expect(await list.asked == [false])
    #expect(
      fixture.errors.text.hasSuffix(
        "tweetie: Not added. If you trust the list, use --trusted.\n"
          + "tweetie: 2 entries of the list were left out.\n"))

    let (own, asked) = try await importing("--trusted")
    #expect(await asked.asked == [true])
    #expect(own.errors.text == "" && own.prompt.questions == [])
  }

  @Test func `the trusted option is refused without an import`() async throws {
    await #expect(throws: UsageError.missingOption("import", for: "--trusted")) {
      try await CommandFixture().run("feeds", "list", "--trusted")
    }
  }
}

/// Two collections, on pages that lead in a circle.
private struct StubCollectors: PeopleFetchingGateway {
  let hasCollections = true
  func person(_ id: Person.ID) async throws(FeedError) -> Person { throw .notFound }
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    Page([])
  }

  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard person.rawValue == "grace" else { throw .notFound }
    let number = cursor == Cursor("2") ? "2" : "1"
    return Page(
      [.list(id: "collection/\(number)", name: "Ferries")],
      nextCursor: Cursor(number == "1" ? "2" : "1"))
  }
}

/// A list of feeds to which files add one feed, and others in the user's own network.
private actor StubSubscriptions: SubscriptionGateway {
  private let withheld: [String]
  /// Whether each list that was added was called the user's own.
  private(set) var asked: [Bool] = []

  init(withholding withheld: [String]) { self.withheld = withheld }

  func subscriptions() -> [Subscription] { [] }
  func failingSubscriptions(in feed: Feed) -> [Subscription] { [] }
  func addSubscriptions(_ typed: String, isTrustedList: Bool) -> AddSubscriptionsResult {
    asked.append(isTrustedList)
    let fog = Subscription(id: .init("fog"), address: "https://fog.example", name: "Fog")
    guard isTrustedList else { return AddSubscriptionsResult([fog], withheld: withheld) }
    return AddSubscriptionsResult([
      Subscription(id: .init("here"), address: withheld[0], name: "Here")
    ])
  }
  func rejectedImportEntries(in path: String) -> [RejectedImportEntry] { [] }
  func unsubscribe(from id: Subscription.ID) throws(FeedError) { throw .notFound }
  func opmlText() -> String { "" }
}

/// The user's own list of feeds, and the account it is.
@Suite struct CommandLineSubscriptionsTests {
  private func fixture(_ accounts: [SignedInAccount]) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.services = StubFeeds()
    fixture.accounts = FakeCredentials(accounts)
    return fixture
  }

  @Test(arguments: [["add", "https://a.example/feed"], ["import", "/dev/null"]])
  func `adding or importing feeds keeps the current account if there is one`(
    _ arguments: [String]
  ) async throws {
    let fixture = fixture([CommandFixture.ada])

    #expect(try await fixture.run(["feeds"] + arguments) == .done)

    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada, StubFeeds.reader])
    #expect(fixture.output.text == "A  https://a.example/feed\n")
    #expect(
      fixture.errors.text == """
        tweetie: Your feeds are a separate account: "tweetie feed --account feeds". \
        The current account is still @ada.

        """)
  }

  @Test func `adding a feed without any account makes the feeds account the current one`()
    async throws
  {
    let fixture = fixture([])

    #expect(try await fixture.run("feeds", "add", "https://a.example/feed") == .done)

    #expect(fixture.accounts.storedAccounts() == [StubFeeds.reader])
    #expect(fixture.errors.text == "tweetie: The current account is @feeds.\n")
  }

  @Test func `adding a page with several feeds lists them, and adds the first or the picked one`()
    async throws
  {
    var fixture = fixture([])
    fixture.services = StubFeeds(candidates: [
      FeedCandidate(address: "https://a.example/feed", title: "Posts"),
      FeedCandidate(address: "https://a.example/comments", title: "Comments"),
    ])

    #expect(try await fixture.run("feeds", "add", "https://a.example", "--pick", "3") == .failed)
    #expect(fixture.accounts.storedAccounts() == [])
    #expect(try await fixture.run("feeds", "add", "https://a.example") == .done)
    #expect(
      fixture.errors.text.contains(
        """
        tweetie: 2  Comments  https://a.example/comments
        tweetie: The first that can be read is added. --pick chooses another.
        """))
  }

  @Test(arguments: [([String](), "https://a.example"), (["--pick", "2"], "https://a.example/b")])
  func `without a choice the page itself is added, so that all of its feeds are tried`(
    options: [String], added: String
  ) async throws {
    let list = CandidateSubscriptions([
      FeedCandidate(address: "https://a.example/dead", title: ""),
      FeedCandidate(address: "https://a.example/b", title: ""),
    ])
    var fixture = CommandFixture()
    fixture.service.subscriptions = list

    #expect(try await fixture.run(["feeds", "add", "https://a.example"] + options) == .done)

    #expect(await list.added == [added])
  }

  @Test func `importing a feed list names each rejected entry by its line and reason`() async throws
  {
    var fixture = fixture([StubFeeds.reader])
    fixture.services = StubFeeds(rejected: [
      RejectedImportEntry(line: 3, name: "Fog", address: nil, .noAddress),
      RejectedImportEntry(line: 7, name: "", address: "ftp://a.example", .unusableAddress),
      RejectedImportEntry(line: 8, name: "exec:~/fog.sh", address: nil, .program),
      RejectedImportEntry(line: 9, name: "query:New:age < 3", address: nil, .search),
    ])

    #expect(try await fixture.run("feeds", "import", "/dev/null") == .failed)

    #expect(fixture.output.text == "A  https://a.example/feed\n")
    #expect(
      fixture.errors.text == """
        tweetie: line 3 (Fog) has no feed address.
        tweetie: line 7 (ftp://a.example) has an address that cannot be used.
        tweetie: line 8 (exec:~/fog.sh) runs a program, which is not supported for feeds.
        tweetie: line 9 (query:New:age < 3) is a search with conditions that are not supported.
        tweetie: 4 entries of the list were left out.

        """)
  }

  @Test func `feeds list prints the folders of each feed, and that a feed is hidden`() async throws
  {
    var feeds = ["a", "b"].map {
      Subscription(id: Subscription.ID($0), address: "https://\($0).example/feed", name: $0)
    }
    (feeds[1].folder, feeds[1].otherFolders) = ("Work/Sub", ["Slow"])
    feeds[1].isHidden = true
    var fixture = CommandFixture()
    fixture.service.subscriptions = Doubles.StubSubscriptions(feeds)

    #expect(try await fixture.run("feeds", "list") == .done)

    #expect(
      fixture.output.text == """
        a  https://a.example/feed
        b  https://b.example/feed  in Work/Sub, Slow  hidden

        """)
  }

  @Test func `feeds list with JSON prints all folders of a feed, and whether it is hidden`()
    async throws
  {
    var feed = Subscription(
      id: Subscription.ID("a"), address: "https://a.example/feed", name: "a", folder: "Work")
    feed.otherFolders = ["Slow"]
    var fixture = CommandFixture()
    fixture.service.subscriptions = Doubles.StubSubscriptions([feed])

    #expect(try await fixture.run("feeds", "list", "--json") == .done)

    #expect(
      fixture.output.text.contains(#""folder":"Work","folders":["Work","Slow"],"hidden":false,"#))
  }

  @Test(arguments: [true, false])
  func `at a feed server a feed is renamed and moved through the outbox`(
    isReached: Bool
  ) async throws {
    var fixture = CommandFixture()
    let feed = Subscription(id: Subscription.ID("a"), address: "https://a.example/feed", name: "A")
    fixture.service.subscriptions = Doubles.StubSubscriptions([feed])
    fixture.service.acts = [.renameFeed, .moveFeed]
    fixture.result = isReached ? .delivered(.done) : .keptInOutbox(.unreachable)
    let code: ExitCode = isReached ? .done : .noNetwork

    #expect(try await fixture.run("feeds", "rename", "A", "Fog") == code)
    #expect(try await fixture.run("feeds", "move", "A", "News") == code)
    #expect(try await fixture.run("feeds", "move", "A") == code)

    if isReached {
      #expect(fixture.output.text == String(repeating: "A  https://a.example/feed\n", count: 3))
    } else {
      #expect(
        await fixture.outbox.held.map(\.change).contains(
          .serviceAction(ServiceAction(.renameFeed, "a", detail: "A", answers: [.name: "Fog"]))))
      #expect(
        await fixture.outbox.held.last?.change
          == .serviceAction(ServiceAction(.moveFeed, "a", detail: "A")))
      #expect(fixture.output.text == "")
    }
  }

  @Test func `the list shows changes that wait in the outbox`() async throws {
    var fixture = CommandFixture()
    let feeds = ["a", "b"].map {
      Subscription(id: Subscription.ID($0), address: "https://\($0).example/feed", name: $0)
    }
    fixture.service.subscriptions = Doubles.StubSubscriptions(feeds)
    fixture.service.acts = [.renameFeed, .moveFeed]
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run("feeds", "rename", "a", "Fog") == .noNetwork)
    #expect(try await fixture.run("feeds", "move", "b", "News") == .noNetwork)
    #expect(try await fixture.run("feeds", "list") == .done)

    #expect(
      fixture.output.text == """
        Fog  https://a.example/feed
        b  https://b.example/feed  in News

        """)
  }

  @Test func `before any account, the list says how to add a feed`() async throws {
    let fixture = fixture([])

    #expect(try await fixture.run("feeds", "list") == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: You follow no feeds yet. Try: tweetie feeds add ADDRESS\n")
  }

  @Test func `adding a feed that is followed already says so`() async throws {
    var fixture = CommandFixture()
    let list = Doubles.StubSubscriptions([
      Subscription(
        id: Subscription.ID("a"), address: "https://a.example/feed", name: "A")
    ])
    fixture.service.subscriptions = list

    #expect(try await fixture.run("feeds", "add", "https://a.example/feed") == .done)

    #expect(fixture.output.text == "")
    #expect(fixture.errors.text == "tweetie: You already follow this feed.\n")
    #expect(await list.all.count == 1)
  }

  @Test(
    arguments: [("90", 90), ("2h", 120), ("7d", 10_080), ("often", nil)] as [(String, Int?)])
  func `the interval of a feed is set in minutes, hours or days`(
    typed: String, minutes: Int?
  ) async throws {
    var fixture = CommandFixture()
    let list = Doubles.StubSubscriptions([
      Subscription(id: Subscription.ID("a"), address: "https://a.example/feed", name: "A")
    ])
    fixture.service.subscriptions = list

    guard let minutes else {
      await #expect(
        throws: UsageError.badValue(
          "interval=\(typed)", option: "feeds set", allowed: "1 … 10080, 90m, 2h, 7d")
      ) { try await fixture.run("feeds", "set", "A", "interval=\(typed)") }
      return
    }
    #expect(try await fixture.run("feeds", "set", "A", "interval=\(typed)") == .done)
    #expect(await list.all[0].settings.interval == .seconds(60 * minutes))
  }

  @Test
  func
    `removing a feed by an ambiguous title lists the addresses, and an address removes one feed`()
    async throws
  {
    let feeds = ["https://a.example/feed", "https://b.example/feed"].map {
      Subscription(id: Subscription.ID($0), address: $0, name: "News")
    }
    var fixture = CommandFixture()
    let list = Doubles.StubSubscriptions(feeds)
    fixture.service.subscriptions = list

    #expect(try await fixture.run("feeds", "remove", "news") == .wrongUse)
    #expect(
      fixture.errors.text == """
        tweetie: Several feeds are called news. \
        Use an address: https://a.example/feed, https://b.example/feed.

        """)
    #expect(try await fixture.run("feeds", "remove", "https://b.example/feed") == .done)
    #expect(await list.all == [feeds[0]])
  }

  @Test(arguments: [
    (FeedError.notFound, "none.opml: No such file or directory"),
    (.badReply, "none.opml is not a list of feeds."),
    (.tooLarge, "none.opml is too large, or its folders are nested too deeply."),
  ])
  func `each failure of reading a feed list has its own message`(
    error: FeedError, sentence: String
  ) async throws {
    var fixture = CommandFixture()
    let list = Doubles.StubSubscriptions([])
    await list.fail(error)
    fixture.service.subscriptions = list

    #expect(try await fixture.run("feeds", "import", "none.opml") == .failed)
    #expect(fixture.errors.text == "tweetie: \(sentence)\n")
  }

  @Test func `feeds import reads a list from standard input`() async throws {
    var fixture = CommandFixture()
    let list = Doubles.StubSubscriptions([])
    fixture.service.subscriptions = list
    fixture.input.piped = "https://a.example/feed\n"

    #expect(try await fixture.run("feeds", "import", "-") == .done)

    #expect(await list.read == ["https://a.example/feed\n"])
  }

  @Test func `feeds export leaves out logins, and says so`() async throws {
    var feed = Subscription(id: Subscription.ID("a"), address: "https://a.example/", name: "A")
    feed.hasLogin = true
    var fixture = CommandFixture()
    fixture.service.subscriptions = Doubles.StubSubscriptions([feed])

    #expect(try await fixture.run("feeds", "export") == .done)
    #expect(
      fixture.errors.text
        == "tweetie: The user name and password of 1 feed are secrets and are not exported.\n")
  }

  @Test func `a cancelled import keeps the other feeds, and adds none in the local network`()
    async throws
  {
    let here = "http://localhost/a"
    let list = Doubles.StubSubscriptions([
      Subscription(id: Subscription.ID("here"), address: here, name: "Here")
    ])
    await list.withhold([here], of: "/list.opml")
    var fixture = fixture([CommandFixture.ada])
    fixture.services = StubFeeds(list: list)
    fixture.prompt = StubPrompt(thenCallsOff: true)

    #expect(try await fixture.run("feeds", "import", "/list.opml") == .failed)
    #expect(fixture.prompt.questions == ["1 feed is there. Add it too? (y/n)"])
    #expect(await list.all.map(\.address) == ["/list.opml"])
  }

  @Test func `feeds export prints the list unchanged, also where output is limited to ASCII`()
    async throws
  {
    let outline = "<opml>\n<outline text=\"Zoë’s 霧\"/>\n\n</opml>\n"
    var fixture = CommandFixture()
    let list = Doubles.StubSubscriptions([])
    await list.write(outline)
    fixture.service.subscriptions = list
    fixture.look.isUTF8 = false

    #expect(try await fixture.run("feeds", "export") == .done)
    #expect(fixture.output.text == outline)
  }

  @Test func `adding a feed to an existing feeds account prints nothing about accounts`()
    async throws
  {
    let fixture = fixture([CommandFixture.ada, StubFeeds.reader])

    #expect(try await fixture.run("feeds", "add", "https://a.example/feed") == .done)

    #expect(fixture.accounts.storedAccounts() == [CommandFixture.ada, StubFeeds.reader])
    #expect(fixture.errors.text == "")
  }
}

/// A service that is a list of feeds, with one on it.
private struct StubFeeds: ServiceDirectory, SignInGateway, SubscriptionGateway {
  static let reader = SignedInAccount(
    Account(service: .rss, person: Person.ID(""), handle: "feeds"), token: Secret("list"))
  private static let subscription = Subscription(
    id: Subscription.ID("a"), address: "https://a.example/feed", name: "A", folder: nil)

  let methods = [SignInMethod(.address, fields: [.address])]
  var rejected: [RejectedImportEntry] = []
  var candidates: [FeedCandidate] = []
  /// In place of its own list.
  var list: Doubles.StubSubscriptions?

  func signInGateway(to service: Service) -> (any SignInGateway)? { service == .rss ? self : nil }

  func connection(for account: SignedInAccount) -> ServiceConnection? {
    ServiceConnection(account: account.account, streams: [.feed(.home)], feeds: StubPages()) {
      if account.account.service == .rss { $0.subscriptions = list ?? self }
    }
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    .signedIn(Self.reader)
  }

  func feedCandidates(for answers: SignInAnswers) async throws(FeedError) -> [FeedCandidate] {
    candidates
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
  func subscriptions() async throws(FeedError) -> [Subscription] { [Self.subscription] }
  func failingSubscriptions(in feed: Feed) async -> [Subscription] { [] }
  func addSubscriptions(_ typed: String, isTrustedList: Bool) async throws(FeedError)
    -> AddSubscriptionsResult
  {
    AddSubscriptionsResult([Self.subscription])
  }
  func rejectedImportEntries(in path: String) async throws(FeedError) -> [RejectedImportEntry] {
    rejected
  }
  func unsubscribe(from id: Subscription.ID) async throws(FeedError) {}
  func opmlText() async throws(FeedError) -> String { "" }
}

/// A list of feeds that offers several feeds of a page, and records what is added.
private actor CandidateSubscriptions: SubscriptionGateway {
  private let candidates: [FeedCandidate]
  private(set) var added: [String] = []

  init(_ candidates: [FeedCandidate]) { self.candidates = candidates }

  func subscriptions() -> [Subscription] { [] }
  func failingSubscriptions(in feed: Feed) -> [Subscription] { [] }
  func feedCandidates(at typed: String) -> [FeedCandidate] { candidates }
  func addSubscriptions(_ typed: String, isTrustedList: Bool) -> AddSubscriptionsResult {
    added.append(typed)
    return AddSubscriptionsResult([
      Subscription(id: .init("a"), address: typed, name: "A")
    ])
  }
  func rejectedImportEntries(in path: String) -> [RejectedImportEntry] { [] }
  func unsubscribe(from id: Subscription.ID) throws(FeedError) { throw .notFound }
  func opmlText() -> String { "" }
}

/// Saved searches of web feeds in memory.
private struct SavedSearches: FilterRuleStore {
  let searches: [SavedSearch]

  func filterRules() throws(StoreError) -> [FilterRuleOrSavedSearch] {
    searches.map { .search($0) }
  }
  func replaceFilterRules(_ rules: [FilterRuleOrSavedSearch]) async throws(StoreError) {}
}
