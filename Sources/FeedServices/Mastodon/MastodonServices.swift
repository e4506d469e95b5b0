internal import FeedDomain

/// Mastodon and its family, as the directory of services offers them.
struct MastodonServices: Sendable {
  let stage: ServiceStage

  var signIn: any SignInGateway { MastodonSignIn(stage: stage) }

  /// What the account offers; nil where what was kept of it cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = MastodonToken(account.token) else { return nil }
    let server = token.server
    let gateway = MastodonConnection(
      account: account.account, server: server,
      client: stage.own(account).client(at: server.origin, token: token.access),
      files: stage.client(at: server.origin), world: stage.world)
    return ServiceConnection(
      account: account.account, streams: server.streams.map { .feed($0) }, feeds: gateway,
      people: gateway,
      notices: gateway, photos: gateway, tags: gateway,
      live: live(at: server, token, account),
      markers: server.software.keepsMarkers ? gateway : nil, uploads: gateway,
      publishing: gateway, editing: server.software.edits ? gateway : nil,
      marks: [.liked, .boosted, .bookmarked], draftLimits: server.limits)
  }

  private func live(
    at server: MastodonServer, _ token: MastodonToken, _ account: SignedInAccount
  ) -> (any LiveGateway)? {
    guard server.software.streamsEvents, let streaming = server.streaming else { return nil }
    return MastodonLive(
      client: stage.own(account).client(at: streaming, token: token.access), server: server,
      account: account.account,
      world: stage.world)
  }
}
