import Testing

@testable import FeedDomain

@Suite struct DerivedFeedTests {
  @Test(
    arguments: [
      DerivedFeed.popular, .quiet, .shares(of: "https://a.example/x?y=1:2"),
      .server("fosstodon.org"),
    ])
  func `a derived stream is a list with its own id`(feed: DerivedFeed) {
    #expect(DerivedFeed(feed.feed(named: "A name")) == feed)
  }

  @Test(
    arguments: [
      Feed.home, .list(id: "popular", name: ""), .unread, .list(id: "tweetie:other", name: ""),
    ])
  func `streams of a service are not derived`(feed: Feed) {
    #expect(DerivedFeed(feed) == nil)
  }

  @Test(
    arguments: [
      ("fosstodon.org", "fosstodon.org"), ("https://Fosstodon.org/", "fosstodon.org"),
      ("@social.example.co.uk", "social.example.co.uk"), ("bücher.example", "bücher.example"),
    ])
  func `a server is named by its host or address`(typed: String, host: String) {
    #expect(DerivedFeed(serverNamed: typed) == .server(host))
  }

  @Test(
    arguments: [
      "", "localhost", "127.0.0.1", "10.0.0.8", "[::1]", "a.example/path", "a.example:8080",
      "a b.example", "-a.example", "a..example", "user@a.example", "http://a.example",
    ])
  func `text that is no host or address names no server`(typed: String) {
    #expect(DerivedFeed(serverNamed: typed) == nil)
  }

  @Test func `popular and quiet posts are computed from the store, another server's are not`() {
    #expect(DerivedFeed.popular.isComputed && DerivedFeed.quiet.isComputed)
    #expect(!DerivedFeed.server("a.example").isComputed)
  }

  // MARK: - Posts read without an account

  @Test func `the id of a public post names its server`() {
    let place = AccountlessEntityID(host: "a.example", id: "11/2")

    #expect(AccountlessEntityID(Post.ID(place.marked)) == place)
    #expect(AccountlessEntityID(Person.ID(place.marked)) == place)
    #expect(AccountlessEntityID(Post.ID("112")) == nil)
  }

  @Test func `a public post of another server can only be read and copied`() {
    let post = post(AccountlessEntityID(host: "a.example", id: "1").marked)
    let abilities = PostAbilities(
      marks: [.liked, .boosted, .bookmarked], canWrite: true, people: .all)
    let refused: [PostAction] = [
      .mark(.liked), .mark(.boosted), .mark(.bookmarked), .reply, .likers, .boosters, .viewPoll,
      .report, .react, .translate, .quote, .delete, .edit, .viewEditions,
    ]

    for action in refused {
      #expect(
        abilities.permission(to: action, on: post, isOwn: false)
          == .withheld(.readWithoutAccount("a.example")))
    }
    for action in [
      PostAction.viewConversation, .copyLink, .copyText, .browse, .openProfile(post.author.id),
    ] {
      #expect(abilities.permission(to: action, on: post, isOwn: false) == .allowed)
    }
    #expect(abilities.toggleableMarks(for: post) == [])
  }

  // MARK: - Completing a conversation

  private func post(
    _ id: String, url: String? = nil, answering parent: String? = nil
  ) -> Post {
    Post(
      id: Post.ID(id),
      author: Person(id: Person.ID("ada"), handle: "ada", name: "Ada"),
      createdAt: Timestamp(milliseconds: 0), content: Post.PostContent(text: RichText(id)),
      reply: parent.map { Post.ReplyTarget(to: Post.ID($0), handle: nil) }, url: url)
  }

  private func sketch(_ conversation: Conversation) -> [String] {
    conversation.nodes.map { "\($0.depth) \($0.post.id.rawValue)" }
  }

  @Test func `posts that only another server has are added below the posts they answer`() {
    let own = Conversation(
      focus: Post.ID("1"),
      nodes: [
        .init(post("1", url: "https://a.example/@ada/901"), depth: 0),
        .init(post("2", url: "https://b.example/@bo/7", answering: "1"), depth: 1),
        .init(post("3", answering: "1"), depth: 1),
      ])
    let theirs = Conversation(
      focus: Post.ID("901"),
      nodes: [
        .init(post("901", url: "https://a.example/@ada/901/"), depth: 0),
        .init(post("902", url: "https://b.example/@bo/7", answering: "901"), depth: 1),
        .init(post("903", url: "https://c.example/@cy/1", answering: "902"), depth: 2),
        .init(post("904", url: "https://c.example/@cy/2", answering: "901"), depth: 1),
      ])

    let whole = own.addingMissingPosts(from: theirs)

    #expect(sketch(whole) == ["0 1", "1 2", "2 903", "1 3", "1 904"])
    #expect(whole.focus == Post.ID("1"))
    #expect(sketch(whole.addingMissingPosts(from: theirs)) == sketch(whole))
  }

  @Test func `a missing post above the focus is added above, and a cycle of replies loses no post`()
  {
    let own = Conversation(
      focus: Post.ID("1"), nodes: [.init(post("1", url: "https://a.example/@ada/2"), depth: 0)])
    let theirs = Conversation(
      focus: Post.ID("902"),
      nodes: [
        .init(post("901", url: "https://a.example/@ada/1"), depth: 0),
        .init(post("902", url: "https://a.example/@ada/2", answering: "901"), depth: 1),
      ])
    #expect(sketch(own.addingMissingPosts(from: theirs)) == ["0 901", "1 1"])

    let circle = Conversation(
      focus: Post.ID("902"),
      nodes: [
        .init(post("902", url: "https://a.example/@ada/2", answering: "903"), depth: 0),
        .init(post("903", url: "https://a.example/@ada/3", answering: "902"), depth: 1),
      ])
    #expect(
      Set(own.addingMissingPosts(from: circle).nodes.map(\.post.id.rawValue)) == ["1", "903"])
  }

  @Test func `a conversation to which the other server adds nothing is unchanged`() {
    let own = Conversation(
      focus: Post.ID("1"), nodes: [.init(post("1", url: "https://a.example/@ada/2"), depth: 0)])
    let theirs = Conversation(
      focus: Post.ID("9"), nodes: [.init(post("9", url: "https://a.example/@ada/2"), depth: 0)])

    #expect(own.addingMissingPosts(from: theirs) == own)
  }
}
