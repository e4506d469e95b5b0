internal import FeedDomain

/// Unsplash, as the directory of services offers it: for looking, with an application's key.
struct UnsplashServices: Sendable {
  let stage: ServiceStage
  let host: String

  var signIn: any SignInGateway { UnsplashSignIn(stage: stage, host: host) }

  /// What the account offers; nil where what was kept of it cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let key = UnsplashKey(account.token) else { return nil }
    let gateway = UnsplashConnection(
      client: stage.client(at: host, token: key.access, dialect: UnsplashDialect()),
      files: stage.client(at: host, dialect: UnsplashDialect()))
    return ServiceConnection(
      account: account.account, streams: key.streams.map { .feed($0) }, feeds: gateway,
      people: gateway, notices: nil, photos: gateway, publishing: nil, marks: [],
      draftLimits: nil)
  }
}
