internal import FeedDomain

/// Unsplash, as the directory of services offers it: for looking with an application's key, and for
/// whoever signed in.
struct UnsplashServices: Sendable {
  let stage: ServiceStage
  let host: String
  let door: String

  var signIn: any SignInGateway { UnsplashSignIn(stage: stage, host: host, door: door) }

  /// What the account offers; nil where what was kept of it cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let key = UnsplashKey(account.token) else { return nil }
    let permit = key.permit
    let client = stage.own(account).client(
      at: host, token: permit?.token ?? key.access,
      dialect: UnsplashDialect(isPersonal: permit != nil))
    let guest = stage.client(at: host, token: key.access, dialect: UnsplashDialect())
    let gateway = UnsplashConnection(
      client: client, files: stage.client(at: host, dialect: UnsplashDialect()),
      shelf: permit.map { UnsplashShelf(client: client, handle: $0.handle, thread: stage.thread) },
      guest: permit == nil ? nil : guest)
    var marks: Post.OwnActions = permit == nil ? [] : .bookmarked
    if permit?.hasLikes == true { marks.insert(.liked) }
    return ServiceConnection(
      account: account.account, streams: key.streams.map { .feed($0) }, feeds: gateway,
      people: gateway, notices: nil, photos: gateway, hasTagStreams: true,
      publishing: permit == nil ? nil : gateway,
      marks: marks, refreshPace: .seconds(900), draftLimits: nil)
  }
}
