internal import FeedDomain

/// Flickr, as the directory of services offers it.
struct FlickrServices: Sendable {
  let stage: ServiceStage
  let host: String
  /// Where places are; nil where nobody may be asked.
  let places: (any PlaceGateway)?

  var signIn: any SignInGateway { FlickrSignIn(stage: stage, host: host) }

  /// What the account offers; nil where what was kept of it cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = FlickrToken(account.token) else { return nil }
    let dialect = FlickrDialect(world: stage.world)
    let gateway = FlickrConnection(
      account: account.account,
      client: stage.own(account).client(at: host, token: account.token, dialect: dialect),
      files: stage.files(at: host), world: stage.world,
      guest: token.permit.map { _ in
        stage.own(account).client(
          at: host, token: FlickrToken(key: token.key).secret, dialect: dialect)
      })
    let isSignedIn = token.permit != nil
    return ServiceConnection(
      account: account.account,
      streams: [.feed(.trending), .nearby] + (isSignedIn ? [.feed(.likes)] : []), feeds: gateway
    ) {
      $0.people = gateway
      $0.addresses = gateway
      $0.profileParts = [.posts, .photos]
      $0.photos = gateway
      $0.places = places
      $0.hasTagStreams = true
      $0.publishing = isSignedIn ? gateway : nil
      $0.marks = isSignedIn ? .liked : []
      $0.likeRefusal = .needsSignIn
      $0.likesOwn = false
      $0.answersAreComments = true
      $0.refreshPace = .seconds(300)
      $0.keepsFor = Self.life
      $0.draftLimits = isSignedIn ? Self.comments : nil
    }
  }

  /// No program may keep what it was told for longer than a day.
  private static let life = Duration.seconds(86_400)

  /// A comment is all that can be written; how long it may be is not told.
  private static let comments = DraftLimits(
    characters: 10_000, attachments: 0, visibilities: [.everybody], allowsWarning: false,
    answersOnly: true, greetsAnswered: false)
}
