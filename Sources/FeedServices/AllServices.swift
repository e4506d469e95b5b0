public import FeedDomain
internal import Threads

/// Every service this version speaks to: the built-in one, and those over the network.
///
/// Neither the transport nor its thread begins before the first request, so that an account can be
/// shown from what is stored without loading libcurl.
public struct AllServices: ServiceDirectory {
  private let builtIn: BuiltInServices
  private let mastodon: MastodonServices
  private let bluesky: BlueskyServices

  /// The services, over that way to the network; new tokens are kept there, and what is posted is
  /// said to be in these languages.
  public init(
    builtIn: BuiltInServices, network: NetworkSurroundings, world: any World, log: any Log,
    accounts: AccountKeeping = .none, languages: [String] = []
  ) {
    self.init(
      builtIn: builtIn, transport: CurlTransport(surroundings: network), world: world, log: log,
      accounts: accounts, languages: languages)
  }

  init(
    builtIn: BuiltInServices, transport: any HTTPTransport, world: any World, log: any Log,
    accounts: AccountKeeping = .none, languages: [String] = []
  ) {
    self.builtIn = builtIn
    let stage = ServiceStage(
      transport: transport, world: world, log: log, thread: SerialThread(name: "services"))
    mastodon = MastodonServices(stage: stage)
    bluesky = BlueskyServices(stage: stage, accounts: accounts, languages: languages)
  }

  /// How to sign in to a service.
  public func signIn(to service: Service) -> (any SignInGateway)? {
    switch service {
    case .tweetie: builtIn.signIn(to: service)
    case .mastodon: mastodon.signIn
    case .bluesky: bluesky.signIn
    case .unsplash, .flickr, .instagram: nil
    }
  }

  /// What the account offers.
  public func connection(for account: SignedInAccount) -> ServiceConnection? {
    switch account.account.service {
    case .tweetie: builtIn.connection(for: account)
    case .mastodon: mastodon.connection(for: account)
    case .bluesky: bluesky.connection(for: account)
    case .unsplash, .flickr, .instagram: nil
    }
  }
}
