import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Visits to a server over real connections, as the whole program makes them.
@Suite struct MastodonEndToEndTests {
  private let server: PretendMastodon
  private let services: AllServices

  init() throws {
    server = try PretendMastodon()
    let world = PassingWorld()
    services = .forTests(world: world)
  }

  private func signedIn() async throws -> ServiceConnection {
    server.makeToken()
    let signIn = try #require(services.signInGateway(to: .mastodon))
    let account = try await signIn.account(
      way: 1, [.server: Secret(server.origin), .token: Secret(PretendMastodon.token)])
    return try #require(services.connection(for: account))
  }

  private let key = OutboxItem.ID("key")

  @Test func `a code signs in, and signing out revokes its token`() async throws {
    let signIn = try #require(services.signInGateway(to: .mastodon))
    let approval = try await signIn.approval([.server: Secret(server.origin)])

    let code = try #require(server.allow(approval.url))
    let account = try await signIn.finishSignIn(approval, answer: Secret(code))
    let connection = try #require(services.connection(for: account))
    let page = try await connection.feeds.feedPage(of: .home, .latest)
    try await signIn.signOut(account)

    #expect(account.account.handle == "sol")
    #expect(page.entries.count == 40)
    #expect(!server.isTokenGood)
    await #expect(throws: FeedError.signedOut) {
      try await connection.feeds.feedPage(of: .home, .latest)
    }
  }

  @Test func `a wrong code and a wrong token are reported as invalid credentials`() async throws {
    let signIn = try #require(services.signInGateway(to: .mastodon))
    let approval = try await signIn.approval([.server: Secret(server.origin)])

    #expect(server.allow(approval.url) != nil)
    await #expect(throws: FeedError.invalidCredentials) {
      try await signIn.finishSignIn(approval, answer: Secret("another-code"))
    }
    await #expect(throws: FeedError.invalidCredentials) {
      try await signIn.beginSignIn(
        signIn.methods[1], [.server: Secret(server.origin), .token: Secret("another-token")])
    }
  }

  @Test func `a code is valid only for the sign-in attempt that requested it`() async throws {
    let signIn = try #require(services.signInGateway(to: .mastodon))
    func approval() async throws -> PendingSignInApproval {
      return try await signIn.approval([.server: Secret(server.origin)])
    }
    let (mine, theirs) = (try await approval(), try await approval())
    let code = try #require(server.allow(mine.url))

    await #expect(throws: FeedError.invalidCredentials) {
      try await signIn.finishSignIn(theirs, answer: Secret(code))
    }
    _ = try await signIn.finishSignIn(mine, answer: Secret(code))

    let verifiers = server.requests.compactMap { $0.form["code_verifier"] }
    #expect(Set(verifiers).count == 2)
    #expect(server.requests.allSatisfy { !$0.target.contains("code_verifier") })
  }

  @Test func `the home stream is read to its end, each post once`() async throws {
    let connection = try await signedIn()

    var page = try await connection.feeds.feedPage(of: .home, .latest)
    var ids = page.entries.map(\.id.rawValue)
    while let older = page.older {
      page = try await connection.feeds.feedPage(of: .home, .older(older))
      ids += page.entries.map(\.id.rawValue)
    }

    #expect(ids == (1000..<1500).reversed().map { String($0) })
  }

  @Test func `two hundred newer posts are fetched without a gap`() async throws {
    let connection = try await signedIn()
    var top = try #require(
      try await connection.feeds.feedPage(of: .home, .latest).entries.first?.id)
    server.post(200)

    var ids: [String] = []
    while true {
      let page = try await connection.feeds.feedPage(of: .home, .newer(top))
      guard let first = page.entries.first else { break }
      ids = page.entries.map(\.id.rawValue) + ids
      top = first.id
    }

    #expect(ids == (1500..<1700).reversed().map { String($0) })
  }

  @Test func `a gap is filled from above and from below`() async throws {
    let connection = try await signedIn()
    let held = try #require(
      try await connection.feeds.feedPage(of: .home, .latest).entries.first?.id)
    server.post(200)
    let latest = try await connection.feeds.feedPage(of: .home, .latest)

    let above = try await connection.feeds.feedPage(of: .home, .older(try #require(latest.older)))
    let below = try await connection.feeds.feedPage(of: .home, .newer(held))

    #expect(above.entries.map(\.id.rawValue) == (1620..<1660).reversed().map { String($0) })
    #expect(below.entries.map(\.id.rawValue) == (1500..<1540).reversed().map { String($0) })
    #expect(below.hasNewer)
  }

  @Test func `a like is stored, and a refused like carries the server's reason`() async throws {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)

    let outcome = try await publishing.sendChange(.mark(Post.ID("1499"), .liked, true), key: key)
    let page = try await connection.feeds.feedPage(of: .home, .latest)

    guard case .post(let liked) = outcome else { throw FeedError.badReply }
    #expect(liked.userMarks == [.liked])
    #expect(liked.counts.likes == 1)
    #expect(page.entries.first?.post == liked)
    await #expect(throws: FeedError.refused("Too modest")) {
      try await publishing.sendChange(.mark(Post.ID(server.modest), .liked, true), key: key)
    }
  }

  @Test func `boosts and bookmarks are stored at the server`() async throws {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)

    let boost = try await publishing.sendChange(.mark(Post.ID("1499"), .boosted, true), key: key)
    _ = try await publishing.sendChange(.mark(Post.ID("1400"), .bookmarked, true), key: key)
    let bookmarks = try await connection.feeds.feedPage(of: .bookmarks, .latest)

    guard case .post(let boosted) = boost else { throw FeedError.badReply }
    #expect(boosted.id == Post.ID("1499"))
    #expect(boosted.userMarks == [.boosted])
    #expect(bookmarks.entries.map(\.id.rawValue) == ["1400"])
    #expect(bookmarks.older == nil)
  }

  @Test func `a reply that is sent twice is published once`() async throws {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)
    let draft = Draft(id: Draft.ID("d"), text: "Hello & bye", replyTo: Post.ID("1499"))

    let first = try await publishing.sendChange(.publish(draft), key: key)
    let second = try await publishing.sendChange(.publish(draft), key: key)
    let page = try await connection.feeds.feedPage(of: .home, .latest)

    #expect(first == second)
    #expect(page.entries.prefix(2).map(\.id.rawValue) == ["own-0", "1499"])
    #expect(page.entries.first?.post.reply?.post == Post.ID("1499"))
  }

  @Test func `an edited post keeps what was not changed`() async throws {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)
    let written = try await publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "Helo", replyTo: Post.ID("1499"))), key: key)
    guard case .post(let post) = written else { throw FeedError.badReply }

    let draft = try await connection.publishing?.editableDraft(of: post.id, as: Draft.ID("e"))
    let better = try #require(draft).with(\.text, "Hello")
    let outcome = try await publishing.sendChange(.publish(better), key: OutboxItem.ID("k2"))
    let talk = try await connection.feeds.conversation(of: post.id)

    guard case .post(let changed) = outcome else { throw FeedError.badReply }
    #expect(draft?.text == "Helo")
    #expect(changed.content.text.plain == "Hello")
    #expect(changed.content.editedAt != nil)
    #expect(changed.reply == post.reply)
    #expect(talk.nodes.contains { $0.post == changed })
  }

  @Test func `people, tags and notifications are read from the server`() async throws {
    let connection = try await signedIn()
    let people = try #require(connection.people)

    let likers = try await people.people(.likers(Post.ID("1499")), after: nil)
    let ada = try await people.person(Person.ID("ada"))
    let posts = try await connection.feeds.feedPage(of: .person(ada.id), .latest)
    let tagged = try await connection.feeds.feedPage(of: .tag("fog"), .latest)
    let notifications = try await connection.notifications?.notifications(after: nil)

    #expect(likers.elements.map { $0.withDetails(ada.details) } == [ada])
    #expect(ada.relationship == .followed)
    #expect(posts.entries.count == 40)
    #expect(tagged.entries.count == 40)
    #expect(notifications?.elements.map(\.kind) == [.like, .mention, .follow])
  }

  @Test func `a Mastodon connection offers its streams and draft limits`() async throws {
    let connection = try await signedIn()

    #expect(
      connection.streams.compactMap(\.feed) == [
        .home, .photos, .local, .federated, .trending, .likes, .bookmarks,
      ])
    #expect(connection.draftLimits?.characters == 500)
    #expect(connection.live == nil)
    #expect(connection.places == nil)
  }
}
