import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The secrets within stored tokens, and accounts without their secret.
@Suite struct TokenSecretTests {
  private let stub = StubNetwork { _ in .json(["data": []]) }

  private var services: AllServices { .forTests(over: stub) }

  /// A token of each service that holds that secret.
  private static func token(_ service: Service, _ secret: String) -> Secret {
    let secret = Secret(secret)
    let home = MastodonServer(address: StubNetwork.home)
    return switch service {
    case .mastodon: MastodonAccountSecret(access: secret, application: nil, server: home).secret
    case .bluesky:
      BlueskyPasswordFromCommand(
        password: secret,
        home: BlueskyServerAndPinnedFeeds(
          server: StubNetwork.home, feeds: [.init(id: "at://a/b/c", name: "Fog")])
      ).secret
    case .unsplash:
      UnsplashAccountSecret(access: secret, topics: [.init(slug: "fog", title: "Fog")]).secret
    case .flickr: FlickrAccountSecret(key: secret.revealed).secret
    case .instagram:
      InstagramAccountSecret(access: secret, obtainedAt: Timestamp(milliseconds: 7)).secret
    case .feedServer:
      FeedServerAccountSecret(
        api: .miniflux, base: StubNetwork.home, user: "", password: "", auth: secret.revealed
      ).secret
    case .tweetie, .rss: secret
    }
  }

  private func account(_ service: Service, _ token: Secret) -> SignedInAccount {
    SignedInAccount(
      Account(service: service, person: Person.ID("did:plc:x"), handle: "sol"), token: token)
  }

  private static let tokenServices: [Service] = [
    .mastodon, .bluesky, .unsplash, .flickr, .instagram, .feedServer,
  ]

  @Test(arguments: tokenServices)
  func `a token's secret can be replaced by a placeholder and put back`(service: Service) throws {
    let gateway = try #require(services.signInGateway(to: service))
    let open = account(service, Self.token(service, "canary \"x\""))

    let record = try #require(gateway.accountTokenHoldingCommandSecret(of: open, holding: .standIn))
    let again = gateway.accountTokenHoldingCommandSecret(
      of: account(service, record), holding: Secret("canary \"x\""))

    #expect(!record.revealed.contains("canary"))
    #expect(again == open.token)
  }

  @Test func `a record with a placeholder password holds no session tokens either`() throws {
    let gateway = try #require(services.signInGateway(to: .bluesky))
    let session = BlueskyAccountSecret(
      access: Secret("canary-1"), refresh: Secret("canary-2"),
      home: BlueskyServerAndPinnedFeeds(
        server: StubNetwork.home, feeds: [.init(id: "at://a/b/c", name: "Fog")]),
      password: Secret("canary-3"))

    let record = gateway.accountTokenHoldingCommandSecret(
      of: account(.bluesky, session.secret), holding: .standIn)

    #expect(record == Self.token(.bluesky, Secret.standIn.revealed))
  }

  @Test func `accounts signed in by browser, and the demo, have no secret to replace`()
    throws
  {
    let application = MastodonOAuthApplication(id: "1", secret: Secret("s"))
    let mastodon = MastodonAccountSecret(
      access: Secret("a"), application: application, server: MastodonServer(address: "https://x.y"))
    let flickr = FlickrAccountSecret(key: "k", tokenGrant: FlickrFixture.tokenGrant)
    let unsplash = UnsplashAccountSecret(
      access: Secret("k"), topics: [],
      tokenGrant: .init(token: Secret("t"), handle: "h", hasLikes: false, collections: []))
    let tokens: [(Service, Secret)] = [
      (.mastodon, mastodon.secret), (.flickr, flickr.secret), (.unsplash, unsplash.secret),
      (.tweetie, Secret("token")), (.mastodon, Secret("no JSON")), (.bluesky, Secret("{}")),
    ]

    for (service, token) in tokens {
      let gateway = try #require(services.signInGateway(to: service))
      #expect(
        gateway.accountTokenHoldingCommandSecret(of: account(service, token), holding: Secret("x"))
          == nil)
    }
  }

  @Test(arguments: tokenServices)
  func `a locked account sends no request until its secret is known`(service: Service) async throws
  {
    let record = Self.token(service, Secret.standIn.revealed)
    let locked = SignedInAccount(
      account(service, record).account, token: record,
      source: SecretSource(command: "pass show sol", record: record))

    let connection = try #require(services.connection(for: locked))

    await #expect(throws: FeedError.signedOut) {
      let feed = try #require(connection.streams.compactMap(\.feed).first)
      _ = try await connection.feeds.feedPage(of: feed, .latest)
    }
    try await services.signInGateway(to: service)?.signOut(locked)
    #expect(stub.asked == [])
  }

  @Test(arguments: [true, false])
  func `a token given by a command is not renewed`(
    isGiven: Bool
  ) async throws {
    let token = Self.token(.instagram, "canary")
    let source = SecretSource(command: "pass show sol", record: Secret("record"))
    let old = SignedInAccount(
      account(.instagram, token).account, token: token, source: isGiven ? source : nil)
    let store = FakeCredentials()
    try store.saveAccountAndMakeActive(old)
    let keeping = AccountTokenStorage(store: store, lockFile: nil, world: stub.network.world)
    let services = InstagramGatewayFactory(
      network: stub.network, host: StubNetwork.home, version: .standard
    ) {
      keeping.tokenRenewer(of: $0, $1)
    }

    // What it answers is of no use here.
    _ = try? await services.connection(for: old)?.feeds.feedPage(of: .photos, .latest)

    let trades = stub.asked.filter { $0.contains("refresh_access_token") }
    #expect(trades.count == (isGiven ? 0 : 1))
  }

  @Test func `blanks around a token are ignored`() throws {
    let gateway = try #require(services.signInGateway(to: .mastodon))
    let open = account(.mastodon, Self.token(.mastodon, "canary"))

    #expect(
      gateway.accountTokenHoldingCommandSecret(of: open, holding: Secret(" canary\t")) == open.token
    )
  }
}
