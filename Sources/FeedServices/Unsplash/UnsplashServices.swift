internal import FeedDomain

struct UnsplashServices: Sendable {
  let stage: ServiceStage
  let host: String
  let door: String
  let accounts: AccountKeeping

  var signIn: any SignInGateway { UnsplashSignIn(stage: stage, host: host, door: door) }

  /// nil if the stored secret cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let key = UnsplashKey(account.token) else { return nil }
    let permit = key.permit
    let client = stage.own(account).client(
      at: host, token: permit?.token ?? key.access,
      dialect: UnsplashDialect(isPersonal: permit != nil))
    let guest = stage.client(at: host, token: key.access, dialect: UnsplashDialect())
    let notes = AccountNotes<UnsplashKey>(
      account: account.account.id, client: client, accounts: accounts)
    let connection = UnsplashConnection(
      client: client, files: stage.files(at: host),
      shelf: permit.map { UnsplashShelf(client: client, handle: $0.handle, thread: stage.thread) },
      guest: permit == nil ? nil : guest, world: stage.world, notes: notes)
    var marks: Post.OwnActions = permit == nil ? [] : .bookmarked
    if permit?.hasLikes == true { marks.insert(.liked) }
    return ServiceConnection(
      account: account.account, streams: key.streams.map { .feed($0) },
      feeds: UnsplashFeeds(connection: connection)
    ) {
      $0.people = UnsplashPeople(connection: connection)
      $0.addresses = UnsplashAddresses(connection: connection)
      $0.profileParts = [.posts, .photos]
      $0.photos = UnsplashPhotos(connection: connection)
      $0.extras = UnsplashExtras(connection: connection)
      $0.hasTagStreams = true
      $0.publishing = permit == nil ? nil : UnsplashPublishing(connection: connection)
      $0.marks = marks
      $0.likeRefusal = permit == nil ? .needsSignIn : .bookmarkInstead
      $0.refreshPace = .seconds(900)
      // No command is run for it: whoever is locked stays so.
      if !account.isLocked {
        $0.upkeep = UnsplashUpkeep(
          key: key, look: UnsplashLook(client: client), world: stage.world, notes: notes)
      }
    }
  }
}
