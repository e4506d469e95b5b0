import Doubles
import FeedDomain
import Testing
import UseCases

@testable import Console

/// Acts on all entries that a search finds, on the command line.
struct CommandLineReadTests {
  private static let feeds = [
    Subscription(
      id: Subscription.ID("old"), address: "https://old.example/feed", name: "Old Blog",
      folder: "News"),
    Subscription(id: Subscription.ID("sea"), address: "https://sea.example/feed", name: "Sea"),
  ]

  private let readStates = FakeReadStates([
    Self.entry("old", 1), Self.entry("old", 2), Self.entry("sea", 3),
  ])

  private static func entry(_ feed: String, _ day: Int) -> ReadStateEntryReference {
    ReadStateEntryReference(
      Post.ID("\(feed)/\(day)"), of: Person.ID(feed),
      writtenAt: FakeWorld.noon.timeAdvanced(by: .seconds(-86_400 * 5 * day)))
  }

  private func fixture(answers: [String] = []) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.subscriptions = StubSubscriptions(Self.feeds)
    fixture.readStates = readStates
    fixture.prompt = StubPrompt(answers)
    fixture.accounts = FakeCredentials([
      SignedInAccount(
        Account(service: .rss, person: Person.ID(""), handle: "feeds"), token: Secret("list"))
    ])
    return fixture
  }

  private func read() async throws -> Set<Post.ID> {
    try await readStates.postIDsMarkedRead(
      among: ["old/1", "old/2", "sea/3"].map { Post.ID($0) }, account: Account.ID("rss:feeds"))
  }

  @Test(arguments: [
    "list:Old Blog", "list:old blog", "list:https://old.example/feed", "list:feed/old",
  ])
  func `feed accepts the name or address of a web feed in a folder`(word: String) async throws {
    var fixture = fixture()
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("old/1", "from a feed"))], older: nil)
    ]

    #expect(try await fixture.run("feed", word) == .done)

    #expect(fixture.output.text.contains("from a feed"))
    #expect(await fixture.store.ids(of: .list(id: "feed/old", name: "Old Blog")).count == 1)
    #expect(try await fixture.run("feed", "list:Foes") == .failed)
    #expect(
      fixture.errors.text.hasPrefix("tweetie: This account has no stream \"list:Foes\". It has: "))
  }

  @Test func `a stream names its feeds that could not be fetched`() async throws {
    var fixture = fixture()
    var feeds = Self.feeds
    feeds[1].problem = .timedOut
    fixture.service.subscriptions = StubSubscriptions(feeds)
    fixture.service.pages = [
      FeedPage([FeedEntry(CommandFixture.post("old/1", "from a feed"))], older: nil)
    ]

    #expect(try await fixture.run("feed", "home") == .done)

    #expect(fixture.errors.text.contains("Sea: the server did not answer in time"))
  }

  @Test func `a stored stream is found by name without asking the server of feeds`() async throws {
    var fixture = fixture()
    let list = StubSubscriptions(Self.feeds)
    fixture.service.subscriptions = list

    #expect(try await fixture.run("feed", "list:Old Blog", "--offline") == .done)
    #expect(try await fixture.run("feed", "list:Foes", "--offline") == .failed)

    #expect(await list.asked == 0)
  }

  @Test func `an unknown term of a search that finds nothing is named`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("search", "nosuch:x") == .done)

    #expect(
      fixture.errors.text.hasPrefix(
        "tweetie: nosuch:x: no such search term. In quotation marks it is searched as text.\n"))
  }

  @Test func `a search finds what one of its alternatives finds, also in full texts`() async throws
  {
    let list = StubSubscriptions(Self.feeds)
    await list.hold([
      CommandFixture.post("sea/9", "a tide at the quay"), CommandFixture.post("sea/8", "a lamp"),
      CommandFixture.post("sea/7", "fog"),
    ])
    await list.holdFullTexts([Post.ID("sea/7"): "fog and zeppelins"])
    var fixture = fixture()
    fixture.service.canSearch = false
    fixture.service.subscriptions = list

    #expect(try await fixture.run("search", "text:zeppelin OR lamp") == .done)

    #expect(fixture.output.text.contains("a lamp") && fixture.output.text.contains("fog"))
    #expect(!fixture.output.text.contains("tide"))
  }

  @Test func `read marks the entries of a feed before a time, and no others`() async throws {
    let fixture = fixture()
    #expect(
      try await fixture.run("read", "--from", "Old Blog", "--before", "7d", "--json") == .done)
    #expect(fixture.output.text == #"{"action":"read","entries":1}"# + "\n")
    #expect(try await read() == [Post.ID("old/2")])
  }

  @Test(arguments: [[], ["--offline"]])
  func `a search finds entries that were fetched and never shown in a stream`(
    options: [String]
  ) async throws {
    let list = StubSubscriptions(Self.feeds)
    await list.hold([
      CommandFixture.post("sea/9", "a tide at the quay"), CommandFixture.post("sea/8", "a lamp"),
    ])
    var fixture = fixture()
    fixture.service.canSearch = false
    fixture.service.subscriptions = list

    #expect(try await fixture.run(["search", "tide"] + options) == .done)

    #expect(fixture.output.text.contains("a tide at the quay"))
    #expect(!fixture.output.text.contains("lamp"))
    #expect(fixture.errors.text == "")
  }

  @Test func `a stream that was never opened is printed offline`() async throws {
    let list = StubSubscriptions(Self.feeds)
    await list.hold([
      CommandFixture.post("sea/9", "a tide"), CommandFixture.post("sea/8", "a lamp"),
    ])
    var fixture = fixture()
    fixture.service.subscriptions = list

    #expect(try await fixture.run("feed", "home", "--offline", "-n", "1") == .done)

    #expect(fixture.output.text.contains("a tide"))
    #expect(!fixture.output.text.contains("a lamp"))
  }

  @Test func `an entry is shown, opened, starred and marked as read by the address of its page`()
    async throws
  {
    let list = StubSubscriptions(Self.feeds)
    let address = "https://sea.example/tide/"
    let entry = Post(
      id: Post.ID("sea/3"), author: Person(id: Person.ID("sea"), handle: "sea", name: "Sea"),
      createdAt: FakeWorld.noon, content: Post.PostContent(text: RichText("a tide")), url: address)
    await list.hold([entry])
    var fixture = fixture()
    fixture.service.subscriptions = list
    fixture.service.marks = [.bookmarked]
    fixture.service.articles = StubArticles(
      Article(
        post: entry.id, title: "Tide", createdAt: FakeWorld.noon,
        blocks: [.init(.paragraph(RichText("It is high.")))]))

    #expect(try await fixture.run("show", address) == .done)
    #expect(fixture.output.text.contains("It is high."))
    #expect(try await fixture.run("open", address) == .done)
    #expect(fixture.output.text.contains("a tide"))
    fixture.result = .keptInOutbox(.unreachable)
    #expect(try await fixture.run("bookmark", address) == .noNetwork)
    #expect(
      await fixture.outbox.held.map(\.change) == [.mark(Post.ID("sea/3"), .bookmarked, true)])
    #expect(try await fixture.run("read", "http://sea.example/tide") == .done)
    #expect(try await read() == [Post.ID("sea/3")])
  }

  @Test func `read marks the entries of a folder`() async throws {
    let fixture = fixture()
    #expect(try await fixture.run("read", "in:News") == .done)
    #expect(try await read() == [Post.ID("old/1"), Post.ID("old/2")])
    #expect(try await fixture.run("read", "--in", "Sea") == .done)
    #expect(try await read().count == 3)
  }

  @Test func `read refuses an unknown search term by name, and marks nothing`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("read", "in:News", "bogus:x") == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: bogus:x: no such search term. In quotation marks it is searched as text.\n")
    #expect(try await read() == [])
  }

  @Test func `read asks with the number of entries, and marks none without a yes`()
    async throws
  {
    let refusing = fixture(answers: ["n"])
    #expect(try await refusing.run("read", "in:News") == .failed)
    #expect(try await read() == [])
    let prompt = StubPrompt(["y"])
    var agreeing = fixture()
    agreeing.prompt = prompt
    #expect(try await agreeing.run("read", "in:News") == .done)
    #expect(prompt.questions == ["Mark 2 entries as read? (y/n)"])
    #expect(try await read() == [Post.ID("old/1"), Post.ID("old/2")])
  }

  @Test func `feeds mark-read asks with the number of entries, for a feed, a folder or all feeds`()
    async throws
  {
    #expect(try await fixture(answers: ["n"]).run("feeds", "mark-read", "News") == .failed)
    #expect(try await read() == [])
    let prompt = StubPrompt(["y"])
    var agreeing = fixture()
    agreeing.prompt = prompt
    #expect(try await agreeing.run("feeds", "mark-read", "news") == .done)
    #expect(prompt.questions == ["Mark 2 entries as read? (y/n)"])
    #expect(try await read() == [Post.ID("old/1"), Post.ID("old/2")])
    #expect(try await fixture(answers: ["n"]).run("feeds", "mark-read", "--yes") == .done)
    #expect(try await read().count == 3)
  }

  @Test func `read with undo reverts the last marking, and a second undo restores it`() async throws
  {
    #expect(try await fixture().run("read", "in:Sea", "--yes") == .done)
    #expect(try await fixture().run("read", "in:News", "--yes") == .done)
    let prompt = StubPrompt(["y"])
    var undoing = fixture()
    undoing.prompt = prompt
    #expect(try await undoing.run("read", "--undo") == .done)
    #expect(prompt.questions == ["Mark 2 entries as unread? (y/n)"])
    #expect(try await read() == [Post.ID("sea/3")])
    let again = fixture()
    #expect(try await again.run("read", "--undo", "--json") == .done)
    #expect(again.output.text == #"{"action":"read","entries":2}"# + "\n")
    #expect(try await read().count == 3)
    await #expect(throws: UsageError.contradiction("--undo", "SEARCH")) {
      try await fixture().run("read", "in:News", "--undo")
    }
  }

  @Test func `read with undo reverts feeds mark-read, and says if there is nothing to undo`()
    async throws
  {
    let empty = fixture()
    #expect(try await empty.run("read", "--undo") == .done)
    #expect(empty.errors.text == "tweetie: Nothing to undo.\n")
    #expect(try await fixture().run("feeds", "mark-read", "Sea", "--yes") == .done)
    #expect(try await read() == [Post.ID("sea/3")])
    #expect(try await fixture().run("read", "--undo", "--yes") == .done)
    #expect(try await read() == [])
  }

  @Test func `read refuses an invalid or missing search, and marks nothing`() async throws {
    let fixture = fixture()
    #expect(try await fixture.run("read", "before:soon") == .failed)
    #expect(try await read() == [])
    await #expect(throws: UsageError.missingOperand("SEARCH")) {
      try await fixture.run("read")
    }
  }

  @Test func `read fails for an account without read states`() async throws {
    var fixture = fixture()
    fixture.accounts = FakeCredentials([CommandFixture.ada])
    #expect(try await fixture.run("read", "in:News") == .failed)
  }
}
