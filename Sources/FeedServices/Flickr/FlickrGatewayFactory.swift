internal import FeedDomain

struct FlickrGatewayFactory: Sendable {
  let network: NetworkContext
  let host: String
  let uploads: String
  /// The gateway that finds places by name, for Flickr's stream of photos near a place; nil if no
  /// place server is configured.
  let places: (any PlaceGateway)?

  var signIn: any SignInGateway { FlickrSignIn(network: network, host: host) }

  /// Creates the gateways of a Flickr account; nil if the account's stored secret cannot be parsed.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = FlickrAccountSecret(account.token) else { return nil }
    let requestRules = FlickrRequestRules(world: network.world)
    let own = network.networkContextRefusingUnusableAccount(for: account)
    let connection = FlickrConnection(
      account: account.account,
      client: own.serviceClient(at: host, token: account.token, requestRules: requestRules),
      files: network.pictureClient(at: host), world: network.world,
      uploader: own.serviceClient(at: uploads, token: account.token, requestRules: requestRules),
      keyClient: token.tokenGrant.map { _ in
        own.serviceClient(
          at: host, token: FlickrAccountSecret(key: token.key).secret, requestRules: requestRules)
      })
    let isSignedIn = token.tokenGrant != nil
    return ServiceConnection(
      account: account.account,
      streams: [.feed(.trending), .nearby] + (isSignedIn ? [.feed(.home), .feed(.likes)] : []),
      feeds: FlickrFeeds(connection: connection)
    ) {
      $0.people = FlickrPeople(connection: connection)
      $0.addresses = FlickrLinkResolver(connection: connection)
      $0.profileParts = [.posts, .photos]
      $0.photos = FlickrPhotos(connection: connection)
      $0.places = places
      $0.hasTagStreams = true
      $0.publishing = isSignedIn ? FlickrPublishing(connection: connection) : nil
      $0.uploads = isSignedIn ? FlickrUploads(connection: connection) : nil
      $0.marks = isSignedIn ? .liked : []
      $0.likeRefusal = .needsSignIn
      $0.canLikeOwn = false
      $0.repliesAreComments = true
      $0.refreshInterval = .seconds(300)
      $0.retentionLimit = Self.maximumAge
      $0.draftLimits = isSignedIn ? Self.limits : nil
    }
  }

  /// Maximum time for which Flickr's terms allow photos' data to be stored.
  private static let maximumAge = Duration.seconds(86_400)

  /// The limits of drafts at Flickr, where a post is a photo and an answer is a comment. Flickr
  /// documents no maximum length; the audience "followers" means friends and family.
  private static let limits = DraftLimits(
    characters: 10_000, attachments: 1, needsPicture: true,
    visibilities: [.everybody, .unlisted, .followers, .oneself], allowsWarning: false,
    repliesStartWithHandle: false, extraFields: [.licence, .photoLocation], repliesAreComments: true
  )
}
