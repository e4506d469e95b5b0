import Doubles
import FeedDomain
import Threads

@testable import FeedServices

extension AllServices {
  /// The directory of all services, over real connections unless another transport is given.
  static func forTests(
    over transport: any HTTPTransport = CurlTransport.forTests(), world: any World,
    log: any Log = LogSpy(), accounts: AccountTokenStorage = .none,
    places: PlaceSearchSettings = .off,
    hosts: ServiceServerAddresses = .standard, stateFolder: String? = nil,
    rules: (any FilterRuleStore)? = nil, thread: SerialThread = SerialThread(name: "services")
  ) -> AllServices {
    AllServices(
      builtIn: DemoServiceDirectory(world: world), transport: transport, world: world, log: log,
      accounts: accounts, places: places, hosts: hosts, stateFolder: stateFolder, rules: rules,
      thread: thread)
  }

  static func forTests(over stub: StubNetwork) -> AllServices {
    forTests(over: stub.transport, world: stub.world, log: stub.log)
  }
}

extension ServiceServerAddresses {
  /// The addresses of all photo services at one server.
  static func photoServices(at origin: String) -> ServiceServerAddresses {
    ServiceServerAddresses(unsplash: origin, flickr: origin, instagram: origin)
  }
}

extension Service {
  /// A token of an account that was signed in to before, at the home of the stubs.
  func token(obtainedAt moment: Timestamp) -> Secret {
    switch self {
    case .tweetie: Secret("canary")
    case .mastodon:
      MastodonAccountSecret(
        access: Secret("canary"), application: nil,
        server: MastodonServer(address: StubNetwork.home)
      ).secret
    case .bluesky: BlueskyFixture.session.secret
    case .unsplash: UnsplashAccountSecret(access: Secret("canary"), topics: []).secret
    case .flickr: FlickrAccountSecret(key: "canary", tokenGrant: FlickrFixture.tokenGrant).secret
    case .instagram: InstagramAccountSecret(access: Secret("canary"), obtainedAt: moment).secret
    case .rss: SubscriptionList([Subscription(at: "\(StubNetwork.home)/feed", name: "Fog")]).secret
    case .feedServer: FeedServerFixture.token.secret
    }
  }
}
