import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Words

/// What is done with a post that is named, and with people.
extension CommandLineCommandsTests {
  private func conversation() -> Conversation {
    Conversation(
      focus: Post.ID("p2"),
      nodes: [
        .init(CommandFixture.post("p1", "Who brings tea?"), depth: 0),
        .init(CommandFixture.post("p2", "I do.\nTwo pots.", warning: "tea"), depth: 1),
      ])
  }

  @Test(arguments: [
    ("boost", Post.UserPostMarks.boosted, true, "Boosted."),
    ("unboost", .boosted, false, "Unboosted."),
    ("bookmark", .bookmarked, true, "Bookmarked."),
    ("unbookmark", .bookmarked, false, "Bookmark removed."),
  ])
  func `boost and bookmark commands go through the outbox, and say if the service was unreachable`(
    _ command: String, _ mark: Post.UserPostMarks, _ isDone: Bool, _ words: String
  ) async throws {
    var fixture = CommandFixture()
    fixture.service.marks = [.boosted, .bookmarked]

    #expect(try await fixture.run(command, "p1") == .done)
    #expect(fixture.output.text == words + "\n")

    fixture.result = .keptInOutbox(.unreachable)
    #expect(try await fixture.run(command, "p1") == .noNetwork)
    #expect(await fixture.outbox.held.first?.change == .mark(Post.ID("p1"), mark, isDone))
  }

  @Test func `a mark that the service does not support is not added to the outbox`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("unboost", "p1") == .failed)
    #expect(fixture.errors.text == "tweetie: This service does not support boosts.\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `the user's own post is deleted through the outbox after the prompt`() async throws {
    var fixture = CommandFixture()
    fixture.result = .keptInOutbox(.unreachable)
    fixture.prompt = StubPrompt(["n", "y"])
    let own = Person(id: CommandFixture.ada.account.person, handle: "ada", name: "Ada")
    let post = Post(
      id: Post.ID("p1"), author: own, createdAt: FakeWorld.noon,
      content: Post.PostContent(text: RichText("Mine")))
    fixture.store = FakeFeedStore([.home: [FeedEntry(post)]])

    #expect(try await fixture.run("delete", "p1") == .failed)
    #expect(await fixture.outbox.held.isEmpty)
    #expect(try await fixture.run("delete", "p1") == .noNetwork)
    #expect(await fixture.outbox.held.first?.change == .delete(Post.ID("p1")))
  }

  @Test func `delete with redraft saves text, warning and audience as a draft first`() async throws
  {
    var fixture = CommandFixture()
    fixture.prompt = StubPrompt(["y"])
    let own = Person(id: CommandFixture.ada.account.person, handle: "ada", name: "Ada")
    let post = Post(
      id: Post.ID("p1"), author: own, createdAt: FakeWorld.noon,
      content: Post.PostContent(text: RichText("Mine"), warning: "Tea"), visibility: .followers)
    fixture.store = FakeFeedStore([.home: [FeedEntry(post)]])

    #expect(try await fixture.run("delete", "p1", "--redraft") == .done)

    let drafts = await fixture.drafts.drafts.map(\.0)
    #expect(drafts.map(\.text) == ["Mine"])
    #expect(drafts.map(\.warning) == ["Tea"])
    #expect(drafts.map(\.visibility) == [.followers])
    #expect(fixture.output.text == "Deleted. Its text is a draft in the outbox.\n")
  }

  @Test func `deleting another person's post fails`() async throws {
    var fixture = CommandFixture()
    fixture.store = FakeFeedStore([.home: [FeedEntry(CommandFixture.post("p1", "theirs"))]])

    #expect(try await fixture.run("delete", "p1") == .failed)
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `a reply mentions the participants, and keeps the audience of the post it answers`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.visibilities = [.everybody, .followers]
    fixture.result = .keptInOutbox(.unreachable)
    let post = CommandFixture.post(
      "p1", "Tea?", visibility: .followers, mentions: ["ada", "noor", "grace"])
    fixture.store = FakeFeedStore([.home: [FeedEntry(post)]])

    #expect(try await fixture.run("reply", "p1", "Me!") == .noNetwork)

    guard case .publish(let draft) = await fixture.outbox.held.first?.change else {
      Issue.record("no draft")
      return
    }
    #expect(draft.text == "@grace @noor Me!")
    #expect(draft.visibility == .followers)
    #expect(draft.replyTo == Post.ID("p1"))
  }

  @Test func `a reply mentions a handle that its text has already only once`() async throws {
    var fixture = CommandFixture()
    fixture.result = .keptInOutbox(.unreachable)
    fixture.service.conversations = [Post.ID("p2"): conversation()]

    #expect(try await fixture.run("reply", "p2", "@grace me") == .noNetwork)

    guard case .publish(let draft) = await fixture.outbox.held.first?.change else {
      Issue.record("no draft")
      return
    }
    #expect(draft.text == "@grace me")
  }

  @Test func `a reply to a post that is not found fails`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("reply", "p9", "Me!") == .failed)
    #expect(fixture.errors.text == "tweetie: There is no post p9.\n")
  }

  @Test func `thread prints a conversation with replies indented and texts with warnings folded`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.conversations = [Post.ID("p2"): conversation()]

    #expect(try await fixture.run("thread", "p2") == .done)

    #expect(
      fixture.output.text == """
        Grace @grace · 1h
          Who brings tea?
          1 reply · 0 boosts · 12 likes · p1

          Grace @grace · 1h
            [warning] tea
            (folded; open it in tweetie, or use --json)
            1 reply · 0 boosts · 12 likes · p2

        """)
    #expect(try await fixture.run("thread", "p1") == .failed)
    #expect(fixture.errors.text == "tweetie: There is no post p1.\n")
  }

  @Test(arguments: [["reply", "p1", "Me!"], ["post", "Me!", "--reply-to", "p1"]])
  func `a reply to a direct post is direct, whatever visibility is given`(
    arguments: [String]
  ) async throws {
    for extra in [[], ["--visibility", "everybody"]] as [[String]] {
      var fixture = CommandFixture()
      fixture.service.visibilities = Visibility.allCases
      fixture.result = .keptInOutbox(.unreachable)
      fixture.store = FakeFeedStore([
        .home: [FeedEntry(CommandFixture.post("p1", "x", visibility: .mentioned))]
      ])

      #expect(try await fixture.run(arguments + extra) == .noNetwork)

      guard case .publish(let draft)? = await fixture.outbox.held.first?.change else {
        return #expect(Bool(false))
      }
      #expect(draft.visibility == .mentioned)
    }
  }

  @Test(arguments: [
    ["boost", "p1"], ["post", "Look", "--quote", "p1"], ["post", "--thread", "--quote", "p1"],
  ])
  func `a direct post is neither boosted nor quoted`(arguments: [String]) async throws {
    var fixture = CommandFixture()
    fixture.service.marks = [.liked, .boosted]
    fixture.service.quotes = true
    fixture.input.piped = "Look"
    fixture.store = FakeFeedStore([
      .home: [FeedEntry(CommandFixture.post("p1", "x", visibility: .mentioned))]
    ])

    #expect(try await fixture.run(arguments) == .failed)

    #expect(
      fixture.errors.text
        == "tweetie: This post is not public and cannot be shared.\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `messages prints direct conversations with the id for a reply`() async throws {
    var fixture = CommandFixture()
    fixture.service.messages = StubDirectConversations([
      .sample("1", "ada", isUnread: true, last: CommandFixture.post("p1", "Tea?\nAt four.")),
      .sample("2", "bo"),
    ])

    #expect(try await fixture.run("messages") == .done)
    #expect(
      fixture.output.text == """
        ada · 1h · 1 unread
          Tea? At four.
          p1

        bo
          The last message was deleted.

        """)
    #expect(try await fixture.run("messages", "--json", "-n", "1") == .done)
    #expect(fixture.output.text.contains("{\"id\":\"1\",\"unread\":true,\"people\":"))
  }

  @Test func `following a tag goes through the outbox, and waits there without a network`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.acts = [.followTag]
    #expect(try await fixture.run("follow", "#tram") == .done)
    #expect(try await fixture.run("unfollow", "#tram") == .done)
    #expect(fixture.output.text == "Following #tram\nUnfollowed #tram\n")
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run("follow", "#fog") == .noNetwork)
    #expect(try await fixture.run("outbox") == .done)

    #expect(
      await fixture.outbox.held.last?.change == .serviceAction(ServiceAction(.followTag, "fog")))
    #expect(fixture.output.text.contains("Follow #fog"))
  }

  @Test func `following a tag fails at a service without tags to follow`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("follow", "#tram") == .failed)
    #expect(throws: UsageError.self) {
      try LaunchOptions.parsedCommandLine(from: ["follow", "#"], environment: [:])
    }

    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `messages fails at a service without direct messages`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("messages") == .failed)

    #expect(!fixture.errors.text.isEmpty)
  }

  @Test func `show prints a single post in full, with the text behind its warning`() async throws {
    var fixture = CommandFixture()
    fixture.service.conversations = [Post.ID("p2"): conversation()]

    #expect(try await fixture.run("show", "p2") == .done)

    #expect(
      fixture.output.text == """
        Grace @grace · 1h
          [warning] tea
          I do.
          Two pots.
          1 reply · 0 boosts · 12 likes · p2

        """)
  }

  @Test func `open opens the page of a post and prints its address, a post without a page fails`()
    async throws
  {
    var fixture = CommandFixture()
    let post = CommandFixture.post("p1", "x", url: "https://example.org/p1")
    fixture.store = FakeFeedStore([
      .home: [FeedEntry(post), FeedEntry(CommandFixture.post("p2", "y"))]
    ])

    #expect(try await fixture.run("open", "p1") == .done)
    #expect(try await fixture.run("open", "p2") == .failed)

    #expect(fixture.output.text == "https://example.org/p1\n")
    #expect(await fixture.opened.addresses == ["https://example.org/p1"])
    #expect(fixture.errors.text == "tweetie: The post p2 has no page to open.\n")
  }

  @Test func `show, thread and open accept the web address of a post`() async throws {
    let page = "https://example.social/@ada/12345"
    let found = CommandFixture.post("p2", "I do.")
    for command in ["show", "thread", "open"] {
      var fixture = CommandFixture()
      fixture.service.addresses = StubAddresses([.success(.post(found))])
      fixture.service.conversations = [
        found.id: Conversation(
          focus: found.id, nodes: [Conversation.ConversationNode(found, depth: 0)])
      ]

      #expect(try await fixture.run(command, page) == .done)

      #expect(fixture.output.text.contains("I do."), "\(command)")
      #expect(await fixture.opened.addresses.isEmpty)
    }
  }

  @Test func `open reports an address that the service does not recognise`() async throws {
    var fixture = CommandFixture()
    fixture.service.addresses = StubAddresses()

    #expect(try await fixture.run("open", "https://example.social/@ada/12345") == .failed)
    #expect(try await fixture.run("open", "https://example.org/blog") == .failed)

    #expect(
      fixture.errors.text == """
        tweetie: Tweetie (built in) found nothing at https://example.social/@ada/12345.
        tweetie: Tweetie (built in) found nothing at https://example.org/blog.

        """)
  }

  @Test(arguments: ["https://example.social/@noor", "https://example.social/@noor/12345"])
  func `whois accepts the web address of a profile or of one of the person's posts`(
    address: String
  ) async throws {
    var fixture = CommandFixture()
    let noor = Person(id: Person.ID("2"), handle: "noor", name: "Noor")
    fixture.service.people = [noor]
    fixture.service.addresses = StubAddresses([
      .success(address.hasSuffix("5") ? .post(CommandFixture.post("p2", "x")) : .person(noor))
    ])

    #expect(try await fixture.run("whois", address) == .done)

    #expect(fixture.output.text.hasPrefix("Noor @noor"))
  }

  @Test func `open starts the full screen for a handle or web address, not for a post id`() throws {
    func place(_ arguments: String...) throws -> String? {
      try LaunchOptions.parsedCommandLine(from: arguments, environment: [:]).invocation.targetToOpen
    }

    #expect(try place("open", "@ada") == "@ada")
    #expect(try place("open", "https://example.social/@ada") == "https://example.social/@ada")
    #expect(try place("open", "12345") == nil)
    #expect(try place("open", "at://did:plc:abc/app.bsky.feed.post/3k") == nil)
    #expect(try place("show", "@ada") == nil)
  }

  @Test func `whois prints a person by handle, as text and as JSON`() async throws {
    var fixture = CommandFixture()
    fixture.service.people = [
      Person(
        id: Person.ID("7"), handle: "noor", name: "Noor", bio: RichText("Boats.\nTea."),
        url: "https://example.org/@noor",
        counts: Person.PersonCounts(followers: 1, following: nil, posts: 20),
        relationship: .followed)
    ]

    #expect(try await fixture.run("whois", "noor") == .done)
    #expect(try await fixture.run("whois", "@noor", "--json") == .done)

    #expect(
      fixture.output.text == """
        Noor @noor
          Boats.
          Tea.
          20 posts · 1 follower
          You follow them.
          https://example.org/@noor
          7
        {"id":"7","handle":"noor","name":"Noor","bio":"Boats.\\u000aTea.",\
        "links":[],"url":"https://example.org/@noor","posts":20,"followers":1,"following":null,\
        "relationship":"followed","follows_you":null}

        """)
    #expect(try await fixture.run("whois", "@nobody") == .failed)
  }

  @Test func `follow takes a handle and goes through the outbox, following oneself fails`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.people = [Person(id: Person.ID("7"), handle: "noor", name: "Noor")]

    #expect(try await fixture.run("follow", "@noor") == .done)
    fixture.result = .delivered(.relationship(Person.ID("7"), .requested))
    #expect(try await fixture.run("follow", "@noor") == .done)
    fixture.result = .keptInOutbox(.unreachable)
    #expect(try await fixture.run("unfollow", "noor") == .noNetwork)

    #expect(fixture.output.text == "Following @noor.\nYou have requested to follow them.\n")
    #expect(await fixture.outbox.held.last?.change == .follow(Person.ID("7"), false))
    #expect(try await fixture.run("follow", "ada") == .failed)
    #expect(fixture.errors.text.hasSuffix("You cannot follow yourself.\n"))
  }
}
