internal import FeedDomain

struct BlueskyGatewayFactory: Sendable {
  let network: NetworkContext
  var hosts = BlueskyPublicServers()
  let accounts: AccountTokenStorage
  var languages: [String] = []
  /// The path of the folder for cached moderation preferences of Bluesky accounts; nil if they are
  /// fetched at each start.
  var stateFolder: String?

  var signIn: any SignInGateway {
    BlueskySignIn(network: network, hosts: hosts, accounts: accounts)
  }

  /// Creates the gateways of a Bluesky account; nil if the account's stored secret cannot be
  /// parsed.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let home = BlueskyServerAndPinnedFeeds(token: account.token) else { return nil }
    let renewal = accounts.tokenRenewer(
      of: account, isSame: { BlueskyAccountSecret($0)?.access == BlueskyAccountSecret($1)?.access }
    ) { [network] expired throws(FeedError) in
      try await BlueskyTokenRenewer(network: network, account: account.account).renewedToken(
        replacing: expired)
    }
    let preferencesFile = moderationPreferencesFile(of: account.account.id)
    preferencesFile.createPreferencesFileOnDisk()
    let client = network.networkContextRefusingUnusableAccount(for: account).serviceClient(
      at: home.server, token: account.token,
      requestRules: BlueskyRequestRules(world: network.world),
      renewal: account.isLocked ? nil : renewal)
    let connection = BlueskyConnection(
      account: account.account, server: home.server, client: client,
      files: network.pictureClient(at: home.server),
      identity: BlueskyIdentityResolver(network: network, hosts: hosts), world: network.world,
      cache: BlueskyAccountCache(preferencesFile), languages: languages)
    return ServiceConnection(
      account: account.account, streams: home.streams, feeds: BlueskyFeeds(connection: connection)
    ) {
      $0.people = BlueskyPeople(connection: connection)
      $0.addresses = BlueskyLinkResolver(connection: connection)
      $0.profileParts = ProfileStreamKind.allCases
      $0.notifications = BlueskyNotifications(connection: connection)
      $0.photos = BlueskyPhotos(connection: connection)
      $0.hasTagStreams = true
      $0.searchSubjects = [.words, .tags, .people]
      $0.markers = BlueskyReadingMarks(connection: connection)
      $0.uploads = BlueskyUploads(connection: connection)
      $0.publishing = BlueskyPublishing(connection: connection)
      $0.moderatesPeople = true
      $0.marks = [.liked, .boosted, .bookmarked, .pinned, .conversationMuted]
      $0.optionalInformation = BlueskyOptionalInformation(connection: connection)
      $0.serviceActions = BlueskyPublishing.actions
      $0.textLimits = BlueskyPublishing.textLimits
      // Muted words apply in all streams at Bluesky and always hide a post: forms ask for neither.
      $0.unasked = [.filterContexts, .hidesMatches]
      $0.messages = BlueskyChats(connection: connection)
      $0.draftLimits = BlueskyPublishing.limits
      // A locked account, whose secret is not read from its command yet, is not refreshed.
      if !account.isLocked {
        $0.upkeep = BlueskyPinnedFeedRefresh(
          account: account.account.id, home: home, client: client, world: network.world,
          accounts: accounts)
      }
    }
  }

  func deleteModerationPreferences(of account: Account.ID) {
    moderationPreferencesFile(of: account).deletePreferencesFile()
  }

  private func moderationPreferencesFile(of account: Account.ID) -> ModerationPreferencesFile {
    ModerationPreferencesFile(of: account, in: stateFolder)
  }
}
