internal import FeedDomain

struct UnsplashGatewayFactory: Sendable {
  let network: NetworkContext
  let host: String
  let signInHost: String
  let accounts: AccountTokenStorage

  var signIn: any SignInGateway {
    UnsplashSignIn(network: network, host: host, signInHost: signInHost)
  }

  /// Creates the gateways of an Unsplash account; nil if the account's stored secret cannot be
  /// parsed.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let key = UnsplashAccountSecret(account.token) else { return nil }
    let tokenGrant = key.tokenGrant
    let client = network.networkContextRefusingUnusableAccount(for: account).serviceClient(
      at: host, token: tokenGrant?.token ?? key.access,
      requestRules: UnsplashRequestRules(isPersonal: tokenGrant != nil))
    let keyClient = network.serviceClient(
      at: host, token: key.access, requestRules: UnsplashRequestRules())
    let storedFacts = AccountFactsEditor<UnsplashAccountSecret>(
      account: account.account.id, client: client, accounts: accounts)
    let connection = UnsplashConnection(
      client: client, files: network.pictureClient(at: host),
      savedPhotos: tokenGrant.map {
        UnsplashSavedPhotos(client: client, handle: $0.handle, thread: network.thread)
      },
      keyClient: tokenGrant == nil ? nil : keyClient, world: network.world, storedFacts: storedFacts
    )
    var marks: Post.UserPostMarks = tokenGrant == nil ? [] : .bookmarked
    if tokenGrant?.hasLikes == true { marks.insert(.liked) }
    return ServiceConnection(
      account: account.account, streams: key.streams.map { .feed($0) },
      feeds: UnsplashFeeds(connection: connection)
    ) {
      $0.people = UnsplashPeople(connection: connection)
      $0.addresses = UnsplashLinkResolver(connection: connection)
      $0.profileParts = [.posts, .photos]
      $0.photos = UnsplashPhotoDetails(connection: connection)
      $0.optionalInformation = UnsplashPersonStatistics(connection: connection)
      $0.hasTagStreams = true
      $0.publishing = tokenGrant == nil ? nil : UnsplashLikesAndSavedPhotos(connection: connection)
      $0.marks = marks
      $0.likeRefusal = tokenGrant == nil ? .needsSignIn : .bookmarkInstead
      $0.refreshInterval = .seconds(900)
      // A locked account, whose secret is not read from its command yet, is not refreshed.
      if !account.isLocked {
        $0.upkeep = UnsplashAccountFactsRefresh(
          key: key, calls: UnsplashOptionalCalls(client: client), world: network.world,
          storedFacts: storedFacts)
      }
    }
  }
}
