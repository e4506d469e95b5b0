internal import FeedDomain
internal import Threads

struct MastodonServices: Sendable {
  let stage: ServiceStage
  let accounts: AccountKeeping

  var signIn: any SignInGateway { MastodonSignIn(stage: stage, accounts: accounts) }

  /// nil if the stored secret cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = MastodonToken(account.token) else { return nil }
    let server = token.server
    let client = stage.own(account, isAnothers: token.isAnothers).client(
      at: server.address, token: account.token, dialect: MastodonDialect(),
      renewal: renewal(of: account, token))
    let notes = AccountNotes<MastodonToken>(
      account: account.account.id, client: client, accounts: accounts)
    let connection = MastodonConnection(
      account: account.account, server: server, client: client,
      files: stage.files(at: server.origin), world: stage.world, habits: Guarded(token.habits),
      notes: notes)
    return ServiceConnection(
      account: account.account, streams: server.streams.map { .feed($0) },
      feeds: MastodonFeeds(connection: connection)
    ) {
      $0.people = MastodonPeople(connection: connection)
      $0.addresses = MastodonAddresses(connection: connection)
      $0.profileParts = ProfilePart.allCases
      $0.notices = MastodonNotices(connection: connection)
      $0.messages =
        server.software.listsConversations ? MastodonMessages(connection: connection) : nil
      $0.photos = MastodonPhotos(connection: connection)
      $0.completion = MastodonCompletion(connection: connection)
      $0.hasTagStreams = true
      $0.live = live(at: server, token, account)
      $0.markers = server.software.keepsMarkers ? MastodonMarkers(connection: connection) : nil
      $0.uploads = MastodonUploads(connection: connection)
      $0.publishing = MastodonPublishing(connection: connection)
      $0.edits = server.software.edits
      $0.moderatesPeople = true
      $0.marks = server.software.marks
      $0.extras = MastodonExtras(connection: connection)
      $0.acts = server.acts
      $0.draftLimits = server.limits
      $0.usually = { connection.habits.withLock(\.self) }
      $0.searchSubjects = server.searchSubjects
      // No command is run for it: whoever is locked stays so.
      if !account.isLocked {
        $0.upkeep = MastodonUpkeep(
          account: account.account, token: token, client: client, stage: stage, notes: notes)
      }
    }
  }

  private func renewal(of account: SignedInAccount, _ token: MastodonToken) -> TokenRenewal? {
    guard token.grant.refresh != nil, !token.isAnothers else { return nil }
    return accounts.renewal(
      of: account, isSame: { MastodonToken($0)?.access == MastodonToken($1)?.access }
    ) { [stage] spent throws(FeedError) in
      try await MastodonRenewal(stage: stage).token(insteadOf: spent)
    }
  }

  private func live(
    at server: MastodonServer, _ token: MastodonToken, _ account: SignedInAccount
  ) -> (any LiveGateway)? {
    guard server.software.streamsEvents, let streaming = server.listening else { return nil }
    return MastodonLive(
      client: stage.own(account, isAnothers: token.isAnothers).client(
        at: streaming, token: token.access, dialect: MastodonDialect()),
      server: server, account: account.account, world: stage.world)
  }
}
