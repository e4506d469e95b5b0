import Doubles
import FeedDomain
import Testing

@testable import Console

/// Naming streams, and what happened to the reader, on the command line.
struct CommandLineFeedsTests {
  private static let friends = Feed.list(id: "42", name: "Close friends")

  private func stage(_ lists: [Feed] = [friends]) -> CommandStage {
    var stage = CommandStage()
    stage.service.lists = lists
    stage.service.pages = [
      FeedPage([FeedEntry(CommandStage.post("p1", "from a list"))], older: nil)
    ]
    return stage
  }

  @Test(arguments: ["list:Close friends", "list:close FRIENDS", "list:42"])
  func `a list is printed by its name, however it is written, or its id`(
    word: String
  ) async throws {
    let stage = stage()

    #expect(try await stage.run("feed", word) == .done)

    #expect(stage.output.text.contains("from a list"))
    #expect(await stage.store.ids(of: Self.friends).count == 1)
  }

  @Test func `a list there is not is refused, with those there are`() async throws {
    let stage = stage()

    #expect(try await stage.run("feed", "list:Foes") == .failed)

    #expect(
      stage.errors.text
        == "tweetie: This account has no stream \"list:Foes\". "
        + "It has: home, photos, list:Close friends, likes, bookmarks.\n")
  }

  @Test func `where there is no home the first stream is printed, and none that is not there`()
    async throws
  {
    var stage = stage()
    stage.service.streams = [.feed(.trending), .nearby]
    stage.accounts = FakeCredentials([
      SignedInAccount(
        Account(service: .flickr, person: Person.ID("9"), handle: "me"), token: Secret("t"))
    ])

    #expect(try await stage.run("feed") == .done)
    #expect(await stage.store.ids(of: .trending).count == 1)

    #expect(try await stage.run("feed", "likes") == .failed)
    #expect(
      stage.errors.text
        == "tweetie: This account has no stream \"Likes\". "
        + "It has: trending, nearby, list:Close friends.\n")
  }

  @Test func `of two lists of one name the ids are told`() async throws {
    let stage = stage([.list(id: "1", name: "Boats"), .list(id: "2", name: "boats")])

    #expect(try await stage.run("feed", "list:boats") == .wrongUse)

    #expect(
      stage.errors.text
        == "tweetie: Several lists are called boats. Use one of: list:1, list:2.\n")
  }

  @Test func `the streams are named as they are typed, tabs first`() async throws {
    var stage = stage()
    stage.tabs = FakeTabs([.feed(Self.friends), .feed(.tag("tram")), .feed(.home)])

    #expect(try await stage.run("feeds") == .done)

    #expect(
      stage.output.text == """
        list:Close friends  Close friends
        #tram               #tram
        home                Home
        photos              Photos
        likes               Likes
        bookmarks           Bookmarks

        """)
  }

  @Test(arguments: [nil, FakeTabs(nil), FakeTabs(failure: .full)])
  fileprivate func `what nobody chose, or cannot be read, are the service's own`(
    tabs: FakeTabs?
  ) async throws {
    var stage = stage()
    stage.tabs = tabs

    #expect(try await stage.run("feeds", "--json") == .done)

    #expect(
      stage.output.text.split(separator: "\n").suffix(3) == [
        "{\"stream\":\"list:Close friends\",\"name\":\"Close friends\",\"id\":\"42\",\"tab\":true}",
        "{\"stream\":\"likes\",\"name\":\"Likes\",\"id\":null,\"tab\":false}",
        "{\"stream\":\"bookmarks\",\"name\":\"Bookmarks\",\"id\":null,\"tab\":false}",
      ])
  }

  @Test func `what somebody put together is named by its ids, and printed by them`() async throws {
    var stage = stage([])
    stage.service.collectors = StubCollectors()

    #expect(try await stage.run("feeds", "@grace") == .done)
    #expect(try await stage.run("feed", "list:collection/1") == .done)

    #expect(stage.output.text.hasPrefix("list:collection/1  Ferries\nlist:collection/2  Ferries\n"))
    #expect(stage.output.text.contains("from a list"))
    #expect(try await stage.run("feeds", "@nobody") == .failed)
    #expect(stage.errors.text == "tweetie: There is nobody called @nobody.\n")
  }

  @Test func `where nobody puts anything together one line says so`() async throws {
    let stage = stage()

    #expect(try await stage.run("feeds", "@grace") == .failed)
    #expect(stage.errors.text == "tweetie: The account's service has no feeds @handle.\n")
    #expect(
      throws: UsageError.badValue(
        "grace", option: "feeds",
        allowed: "@handle, list, add ADDRESS, remove NAME, import FILE, export")
    ) {
      try LaunchOptions.parse(arguments: ["feeds", "grace"], environment: [:])
    }
  }
}

/// Two collections, on pages that lead in a circle.
private struct StubCollectors: PeopleGateway {
  let tellsCollections = true
  func person(_ id: Person.ID) async throws(FeedError) -> Person { throw .notFound }
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    Page([])
  }

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard person.rawValue == "grace" else { throw .notFound }
    let number = cursor == Cursor("2") ? "2" : "1"
    return Page(
      [.list(id: "collection/\(number)", name: "Ferries")], next: Cursor(number == "1" ? "2" : "1"))
  }

  // MARK: Somebody's list

  private static let here = ["http://localhost/a", "https://10.0.0.1/b"]

  private func importing(
    _ words: String..., answering answers: [String] = []
  ) async throws -> (stage: CommandStage, list: StubSubscriptions) {
    let list = StubSubscriptions(withholding: Self.here)
    var stage = CommandStage()
    stage.service.subscriptions = list
    stage.prompt = StubPrompt(answers)
    #expect(try await stage.run(["feeds", "import", "/list.opml"] + words) == .done)
    return (stage, list)
  }

  @Test func `what somebody's list names in one's own network is named, asked for and added`()
    async throws
  {
    let (stage, list) = try await importing(answering: ["y"])

    #expect(
      stage.errors.text == """
        tweetie: http://localhost/a is on this machine or in your network.
        tweetie: https://10.0.0.1/b is on this machine or in your network.

        """)
    #expect(stage.prompt.questions == ["2 feeds there: add them, too? (y/n)"])
    #expect(await list.asked == [false, true])
    #expect(stage.output.text == "Fog  https://fog.example\nHere  http://localhost/a\n")
  }

  @Test func `it is left out where that is not wanted`() async throws {
    let (stage, list) = try await importing(answering: ["n"])

    #expect(await list.asked == [false])
    #expect(stage.output.text == "Fog  https://fog.example\n")
  }

  @Test func `it is left out where nobody can be asked, unless the list is one's own`() async throws
  {
    let (stage, list) = try await importing()

    #expect(await list.asked == [false])
    #expect(
      stage.errors.text.hasSuffix(
        "tweetie: Left out. If the list is your own, use --trusted.\n"))

    let (own, asked) = try await importing("--trusted")
    #expect(await asked.asked == [true])
    #expect(own.errors.text == "" && own.prompt.questions == [])
  }

  @Test func `only a list can be one's own`() async throws {
    await #expect(throws: UsageError.missingOption("import", for: "--trusted")) {
      try await CommandStage().run("feeds", "list", "--trusted")
    }
  }
}

/// A list of feeds to which files add one feed, and others in the reader's own network.
private actor StubSubscriptions: SubscriptionGateway {
  private let withheld: [String]
  /// Whether each list that was added was called the reader's own.
  private(set) var asked: [Bool] = []

  init(withholding withheld: [String]) { self.withheld = withheld }

  func subscriptions() -> [Subscription] { [] }
  func troubled(in feed: Feed) -> [Subscription] { [] }
  func add(_ typed: String, isOwnList: Bool) -> AddedSubscriptions {
    asked.append(isOwnList)
    let fog = Subscription(id: .init("fog"), address: "https://fog.example", name: "Fog")
    guard isOwnList else { return AddedSubscriptions([fog], withheld: withheld) }
    return AddedSubscriptions([
      Subscription(id: .init("here"), address: withheld[0], name: "Here")
    ])
  }
  func rejected(in path: String) -> [RejectedEntry] { [] }
  func remove(_ id: Subscription.ID) throws(FeedError) { throw .notFound }
  func outline() -> String { "" }
}

/// The reader's own list of feeds, and the account it is.
@Suite struct CommandLineSubscriptionsTests {
  private func stage(_ accounts: [SignedInAccount]) -> CommandStage {
    var stage = CommandStage()
    stage.services = StubFeeds()
    stage.accounts = FakeCredentials(accounts)
    return stage
  }

  @Test(arguments: [["add", "https://a.example/feed"], ["import", "/dev/null"]])
  func `a list of feeds that begins leaves the current account as it is`(
    _ arguments: [String]
  ) async throws {
    let stage = stage([CommandStage.ada])

    #expect(try await stage.run(["feeds"] + arguments) == .done)

    #expect(stage.accounts.accounts() == [CommandStage.ada, StubFeeds.reader])
    #expect(stage.output.text == "A  https://a.example/feed\n")
    #expect(
      stage.errors.text == """
        tweetie: Your feeds are an account of their own: "tweetie feed --account feeds". \
        The current account is still @ada.

        """)
  }

  @Test func `the first account there is becomes the current one, which is said`() async throws {
    let stage = stage([])

    #expect(try await stage.run("feeds", "add", "https://a.example/feed") == .done)

    #expect(stage.accounts.accounts() == [StubFeeds.reader])
    #expect(stage.errors.text == "tweetie: The current account is @feeds.\n")
  }

  @Test func `what an imported list has that cannot be taken is named by its line`() async throws {
    var stage = stage([StubFeeds.reader])
    stage.services = StubFeeds(rejected: [
      RejectedEntry(line: 3, name: "Fog", address: nil, .noAddress),
      RejectedEntry(line: 7, name: "", address: "ftp://a.example", .unusableAddress),
      RejectedEntry(line: 5001, name: "Last", address: "https://a.example", .tooMany),
    ])

    #expect(try await stage.run("feeds", "import", "/dev/null") == .failed)

    #expect(stage.output.text == "A  https://a.example/feed\n")
    #expect(
      stage.errors.text == """
        tweetie: line 3 (Fog) has no feed's address.
        tweetie: line 7 (ftp://a.example) has an address that cannot be used.
        tweetie: line 5001 (Last, https://a.example) is one feed too many.
        tweetie: 3 entries of the list were left out.

        """)
  }

  @Test func `what is added to a list that is there changes no account`() async throws {
    let stage = stage([CommandStage.ada, StubFeeds.reader])

    #expect(try await stage.run("feeds", "add", "https://a.example/feed") == .done)

    #expect(stage.accounts.accounts() == [CommandStage.ada, StubFeeds.reader])
    #expect(stage.errors.text == "")
  }
}

/// A service that is a list of feeds, with one on it.
private struct StubFeeds: ServiceDirectory, SignInGateway, SubscriptionGateway {
  static let reader = SignedInAccount(
    Account(service: .rss, person: Person.ID(""), handle: "feeds"), token: Secret("list"))
  private static let subscription = Subscription(
    id: Subscription.ID("a"), address: "https://a.example/feed", name: "A", folder: nil)

  let ways = [SignInWay(.address, fields: [.address])]
  var rejected: [RejectedEntry] = []

  func signIn(to service: Service) -> (any SignInGateway)? { service == .rss ? self : nil }

  func connection(for account: SignedInAccount) -> ServiceConnection? {
    ServiceConnection(account: account.account, streams: [.feed(.home)], feeds: StubPages()) {
      if account.account.service == .rss { $0.subscriptions = self }
    }
  }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    .signedIn(Self.reader)
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
  func subscriptions() async throws(FeedError) -> [Subscription] { [Self.subscription] }
  func troubled(in feed: Feed) async -> [Subscription] { [] }
  func add(_ typed: String, isOwnList: Bool) async throws(FeedError) -> AddedSubscriptions {
    AddedSubscriptions([Self.subscription])
  }
  func rejected(in path: String) async throws(FeedError) -> [RejectedEntry] { rejected }
  func remove(_ id: Subscription.ID) async throws(FeedError) {}
  func outline() async throws(FeedError) -> String { "" }
}
