internal import FeedDomain

struct BlueskyServices: Sendable {
  let stage: ServiceStage
  var hosts = BlueskyHosts()
  let accounts: AccountKeeping
  var languages: [String] = []
  /// The folder of cached moderation preferences; nil if they are fetched at each start.
  var stateFolder: String?

  var signIn: any SignInGateway { BlueskySignIn(stage: stage, hosts: hosts, accounts: accounts) }

  /// nil if the stored secret cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let home = BlueskyHome(token: account.token) else { return nil }
    let renewal = accounts.renewal(
      of: account, isSame: { BlueskySession($0)?.access == BlueskySession($1)?.access }
    ) { [stage] spent throws(FeedError) in
      try await BlueskyRenewal(stage: stage, account: account.account).token(insteadOf: spent)
    }
    let tasteFile = tasteFile(of: account.account.id)
    tasteFile.begin()
    let client = stage.own(account).client(
      at: home.server, token: account.token, dialect: BlueskyDialect(world: stage.world),
      renewal: account.isLocked ? nil : renewal)
    let connection = BlueskyConnection(
      account: account.account, server: home.server, client: client,
      files: stage.files(at: home.server),
      identity: BlueskyIdentity(stage: stage, hosts: hosts), world: stage.world,
      memory: BlueskyMemory(tasteFile), languages: languages)
    return ServiceConnection(
      account: account.account, streams: home.streams, feeds: BlueskyFeeds(connection: connection)
    ) {
      $0.people = BlueskyPeople(connection: connection)
      $0.addresses = BlueskyAddresses(connection: connection)
      $0.profileParts = ProfilePart.allCases
      $0.notices = BlueskyNotices(connection: connection)
      $0.photos = BlueskyPhotos(connection: connection)
      $0.hasTagStreams = true
      $0.searchSubjects = [.words, .tags, .people]
      $0.markers = BlueskyMarkers(connection: connection)
      $0.uploads = BlueskyUploads(connection: connection)
      $0.publishing = BlueskyPublishing(connection: connection)
      $0.moderatesPeople = true
      $0.marks = [.liked, .boosted, .bookmarked, .pinned, .silenced]
      $0.extras = BlueskyExtras(connection: connection)
      $0.acts = BlueskyPublishing.acts
      $0.textLimits = BlueskyPublishing.textLimits
      // Words are muted wherever they stand, and what has them is left out.
      $0.unasked = [.place, .hides]
      $0.messages = BlueskyChats(connection: connection)
      $0.draftLimits = BlueskyPublishing.limits
      // No command is run for it: whoever is locked stays so.
      if !account.isLocked {
        $0.upkeep = BlueskyUpkeep(
          account: account.account.id, home: home, client: client, world: stage.world,
          accounts: accounts)
      }
    }
  }

  /// Deletes the cached preferences of an account.
  func forget(_ account: Account.ID) { tasteFile(of: account).forget() }

  private func tasteFile(of account: Account.ID) -> TasteFile {
    TasteFile(of: account, in: stateFolder)
  }
}
