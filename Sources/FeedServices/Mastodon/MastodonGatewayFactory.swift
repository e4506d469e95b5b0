internal import FeedDomain
internal import Threads

struct MastodonGatewayFactory: Sendable {
  let network: NetworkContext
  let accounts: AccountTokenStorage

  var signIn: any SignInGateway { MastodonSignIn(network: network, accounts: accounts) }

  /// Creates the connection of a Mastodon account; nil if the stored secret cannot be parsed.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = MastodonAccountSecret(account.token) else { return nil }
    let server = token.server
    let own = network.networkContextRefusingUnusableAccount(
      for: account, tokenBelongsToOtherAccount: token.tokenBelongsToOtherAccount)
    let client = own.serviceClient(
      at: server.address, token: account.token, requestRules: MastodonRequestRules(),
      renewal: tokenRenewer(of: account, token))
    let storedFacts = AccountFactsEditor<MastodonAccountSecret>(
      account: account.account.id, client: client, accounts: accounts)
    let connection = MastodonConnection(
      account: account.account, server: server, client: client,
      files: network.pictureClient(at: server.origin), world: network.world,
      postingDefaults: LockedValue(token.postingDefaults),
      storedFacts: storedFacts)
    return ServiceConnection(
      account: account.account, streams: server.streams.map { .feed($0) },
      feeds: MastodonFeeds(connection: connection)
    ) {
      $0.people = MastodonPeople(connection: connection)
      $0.addresses = MastodonLinkResolver(connection: connection)
      $0.profileParts = ProfileStreamKind.allCases
      $0.notifications = MastodonNotifications(connection: connection)
      $0.messages =
        server.software.listsConversations
        ? MastodonDirectConversations(connection: connection) : nil
      $0.photos = MastodonPhotos(connection: connection)
      $0.completion = MastodonTagAndEmojiCompletion(connection: connection)
      $0.hasTagStreams = true
      $0.live = liveGateway(at: server, account, client, own, connection.phraseFilters)
      $0.markers =
        server.storesReadPositions ? MastodonReadingMarks(connection: connection) : nil
      $0.uploads = MastodonUploads(connection: connection)
      $0.publishing = MastodonPublishing(connection: connection)
      $0.edits = server.edits
      $0.moderatesPeople = true
      $0.marks = server.marks
      $0.optionalInformation = MastodonOptionalInformation(connection: connection)
      $0.serviceActions = server.actions
      $0.draftLimits = server.limits
      $0.postingDefaults = { connection.postingDefaults.withLock(\.self) }
      $0.searchSubjects = server.searchSubjects
      // A locked account, whose secret is not read from its command yet, is not refreshed.
      if !account.isLocked {
        $0.upkeep = MastodonAccountRefresh(
          account: account.account, token: token, client: client, network: network,
          storedFacts: storedFacts)
      }
    }
  }

  private func tokenRenewer(of account: SignedInAccount, _ token: MastodonAccountSecret)
    -> TokenRenewer?
  {
    guard token.grant.refresh != nil, !token.tokenBelongsToOtherAccount else { return nil }
    return accounts.tokenRenewer(
      of: account,
      isSame: { MastodonAccountSecret($0)?.access == MastodonAccountSecret($1)?.access }
    ) { [network] expired throws(FeedError) in
      try await MastodonTokenRenewer(network: network).fetchNewToken(replacing: expired)
    }
  }

  private func liveGateway(
    at server: MastodonServer, _ account: SignedInAccount, _ client: ServiceClient,
    _ network: NetworkContext, _ phraseFilters: MastodonPhraseFilterCache
  ) -> (any LiveGateway)? {
    guard server.software.streamsEvents, let streaming = server.streamingAddress else { return nil }
    return MastodonLiveEvents(
      client: network.serviceClient(
        at: streaming, token: nil, requestRules: MastodonRequestRules()),
      accountClient: client, server: server, account: account.account, world: network.world,
      phraseFilters: phraseFilters)
  }
}
