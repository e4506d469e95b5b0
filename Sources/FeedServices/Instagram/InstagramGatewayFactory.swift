internal import FeedDomain

struct InstagramGatewayFactory: Sendable {
  /// A type of closure that creates the renewal of an Instagram account's token; the closure
  /// returns nil if a new token could not be stored.
  typealias RenewalMaker =
    @Sendable (
      SignedInAccount, @escaping @Sendable (Secret) async throws(FeedError) -> Secret
    ) -> TokenRenewer?

  let network: NetworkContext
  let host: String
  let version: InstagramAPIVersion
  let makeRenewal: RenewalMaker

  var signIn: any SignInGateway { InstagramSignIn(network: network, base: base) }
  /// The base address of all calls to Instagram except the renewal of tokens.
  private var base: String { "\(host)/\(version.text)" }

  /// Creates the gateways of an Instagram account; nil if the account's stored secret cannot be
  /// parsed.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = InstagramAccountSecret(account.token) else { return nil }
    let renewal = makeRenewal(account) { [network, host] kept throws(FeedError) in
      try await InstagramTokenRenewer.fetchRenewedToken(kept, at: host, network: network)
    }
    let connection = InstagramConnection(
      account: account.account,
      client: network.networkContextRefusingUnusableAccount(for: account).serviceClient(
        at: base, token: account.token, requestRules: InstagramRequestRules()),
      files: network.pictureClient(at: host), world: network.world,
      renewal: InstagramTokenRenewer(
        token,
        // A renewed token cannot be returned to the command that printed the old one.
        renewal: account.source == nil ? renewal : nil, world: network.world))
    return ServiceConnection(
      account: account.account,
      streams: [.feed(.photos), .feed(InstagramFeeds.mentionsStream(of: account.account))],
      feeds: InstagramFeeds(connection: connection)
    ) {
      $0.people = InstagramPeople(connection: connection)
      $0.profileParts = [.posts, .photos]
      $0.photos = InstagramPhotos(connection: connection)
      $0.publishing = InstagramPublishing(connection: connection)
      $0.marks = .hidden
      $0.serviceActions = [.publishMedia]
      $0.likeRefusal = .notFromPrograms
      $0.refreshInterval = .seconds(600)
      $0.canSearch = false
      $0.draftLimits = DraftLimits(
        characters: 2200, attachments: 0, visibilities: [.everybody], allowsWarning: false,
        repliesOnly: true)
    }
  }
}
