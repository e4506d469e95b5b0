import FeedDomain
import Testing

@testable import FeedServices

/// Servers of the Mastodon family that are read without an account.
@Suite struct MastodonAccountlessReadingTests {
  private static let host = "a.example"

  private func servers(
    _ answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) -> (MastodonAccountlessReading, StubNetwork) {
    let network = StubNetwork(answer: answer)
    return (
      MastodonAccountlessReading(network: network.network).excludingServer("home.example"), network
    )
  }

  private static func mark(_ id: String) -> String {
    AccountlessEntityID(host: host, id: id).marked
  }

  private static func status(_ id: String, answering parent: String? = nil) -> JSON {
    [
      "id": .string(id), "created_at": "2026-11-20T18:00:00Z", "content": .string("<p>\(id)</p>"),
      "in_reply_to_id": parent.map { JSON.string($0) } ?? JSON.null,
      "url": .string("https://a.example/@ada/\(id)"),
      "account": ["id": "9", "acct": "ada", "display_name": "Ada"],
      "mentions": [["id": "8", "acct": "bo", "url": "https://a.example/@bo"]],
    ]
  }

  @Test func `a public timeline is fetched without a token, and its ids name the server`()
    async throws
  {
    let (servers, network) = servers { _ in .json([Self.status("2"), Self.status("1")]) }

    let page = try await servers.publicTimelinePage(of: Self.host, .latest)

    #expect(
      network.asked == ["GET https://a.example/api/v1/timelines/public?local=true&limit=40"])
    let request = try #require(network.transport.requests.first)
    #expect(request.headers["Authorization"] == nil)
    #expect(request.allowedHosts == .publicHosts)
    #expect(page.entries.map(\.post.id.rawValue) == [Self.mark("2"), Self.mark("1")])
    let post = try #require(page.entries.first?.post)
    #expect(post.author.id.rawValue == Self.mark("9"))
    #expect(post.author.handle == "ada@a.example")
    #expect(post.content.mentions == ["bo@a.example"])
    #expect(page.older == Cursor("max_id=1"))
  }

  @Test func `older and newer pages of a public timeline are fetched from an entry`() async throws {
    let (servers, network) = servers { _ in .json([]) }

    _ = try await servers.publicTimelinePage(of: Self.host, .older(Cursor("max_id=1")))
    let newer = try await servers.publicTimelinePage(of: Self.host, .newer(FeedEntry.ID("2")))

    #expect(network.asked.map { $0.hasSuffix("limit=40&max_id=1") }.first == true)
    #expect(network.asked.last?.hasSuffix("limit=40&min_id=2") == true)
    #expect(!newer.hasNewer)
  }

  @Test(arguments: [401, 403, 422])
  func `a public timeline that needs a token is reported as members only`(status: Int) async {
    let (servers, network) = servers { _ in .json(["error": "login"], status: status) }

    await #expect(throws: FeedError.membersOnly) {
      try await servers.publicTimelinePage(of: Self.host, .latest)
    }
    #expect(network.asked.count == 1)
  }

  @Test func `a web page in place of a public timeline is a bad reply`() async {
    let (servers, _) = servers { _ in HTTPReply(status: 200, body: Array("<html>".utf8)) }

    await #expect(throws: FeedError.badReply) {
      try await servers.publicTimelinePage(of: Self.host, .latest)
    }
  }

  @Test func `a conversation is fetched from the post's own server`() async throws {
    let (servers, network) = servers { request throws(TransportError) in
      request.url.hasSuffix("/context")
        ? .json([
          "ancestors": [Self.status("1")],
          "descendants": [Self.status("3", answering: "2"), Self.status("4", answering: "3")],
        ]) : .json(Self.status("2", answering: "1"))
    }

    let conversation = try await servers.conversation(of: Post.ID(Self.mark("2")))

    #expect(
      conversation.nodes.map { "\($0.depth) \($0.post.id.rawValue)" }
        == [
          "0 " + Self.mark("1"), "1 " + Self.mark("2"), "2 " + Self.mark("3"),
          "3 " + Self.mark("4"),
        ])
    #expect(
      network.asked == [
        "GET https://a.example/api/v1/statuses/2",
        "GET https://a.example/api/v1/statuses/2/context",
      ])
  }

  private func post(_ url: String?, for visibility: Visibility = .everybody) -> Post {
    Post(
      id: Post.ID("1"), author: Person(id: Person.ID("ada"), handle: "ada", name: "Ada"),
      createdAt: Timestamp(milliseconds: 0), content: Post.PostContent(text: RichText("Hello")),
      visibility: visibility, url: url)
  }

  @Test func `a post's own server and id are read from its address`() {
    let (servers, _) = servers { _ in .json([]) }

    #expect(
      servers.idAtOriginalServer(of: post("https://a.example/@ada/1234"))
        == AccountlessEntityID(host: "a.example", id: "1234"))
    #expect(
      servers.idAtOriginalServer(of: post("https://a.example/users/ada/statuses/1234"))
        == AccountlessEntityID(host: "a.example", id: "1234"))
  }

  @Test(
    arguments: [
      nil, "https://home.example/@ada/1234", "https://a.example/blog/entry",
      "https://www.youtube.com/@ada/1234",
      "https://a.example/objects/0e5bd2a4-1b5c-4b7e-9c1d-7a4c6a6f2a11",
    ])
  func `posts of the home server and other addresses have no other server`(url: String?) {
    let (servers, _) = servers { _ in .json([]) }

    #expect(servers.idAtOriginalServer(of: post(url)) == nil)
  }

  @Test func `posts of the demo service are not requested from the network`() {
    let (servers, _) = servers { _ in .json([]) }
    let demo = servers.excludingServer(DemoWorld.host)

    #expect(demo.idAtOriginalServer(of: post("https://tweetie.example/@ada/1234")) == nil)
  }

  @Test func `a post that is not public is not fetched from its own server`() {
    let (servers, _) = servers { _ in .json([]) }

    #expect(
      servers.idAtOriginalServer(of: post("https://a.example/@ada/1234", for: .followers)) == nil)
    #expect(
      servers.idAtOriginalServer(of: post("https://a.example/@ada/1234", for: .mentioned)) == nil)
  }

  @Test(arguments: ["a.example", "b.example"])
  func `a post read without an account is fetched by id from its server`(host: String) async {
    let (servers, network) = servers { _ in .json(["error": "gone"], status: 404) }

    await #expect(throws: FeedError.notFound) {
      try await servers.conversation(of: Post.ID(AccountlessEntityID(host: host, id: "7").marked))
    }
    #expect(network.asked == ["GET https://\(host)/api/v1/statuses/7"])
  }
}
