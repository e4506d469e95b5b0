internal import FeedDomain

/// A gateway that refreshes, once a day, the stored facts about a Mastodon server, the account's
/// lists there, and its posting defaults.
struct MastodonAccountRefresh: AccountRefreshGateway {
  let account: Account
  let token: MastodonAccountSecret
  let client: ServiceClient
  let network: NetworkContext
  let storedFacts: AccountFactsEditor<MastodonAccountSecret>

  /// True if the refresh of a Mastodon account's facts may wait until streams have loaded; always
  /// false, since the refresh checks that the token still belongs to the account.
  let mayWait = false

  func refreshAccountFactsIfOld() async throws(FeedError) {
    // A known mismatch is reported without a request.
    guard !token.tokenBelongsToOtherAccount else { throw .signedOut }
    let now = network.world.now
    guard token.refreshedAt?.isStaleAfterDay(at: now) ?? true else { return }
    let (server, postingDefaults) = (try await fetchServer(), try await fetchPostingDefaults())
    try await storedFacts.updateAccountFacts { token in
      // Only a refused post tells that a server refuses JSON.
      let refusesJSON = token.server.refusesJSON && token.server.software == server.software
      token.server = server
      token.server.refusesJSON = refusesJSON
      token.postingDefaults = postingDefaults
      token.refreshedAt = now
    }
  }

  func fetchAndStoreListStreams() async throws(FeedError) -> [Feed] {
    guard !token.tokenBelongsToOtherAccount else { throw .signedOut }
    let server = try await serverWithFetchedLists(of: token.server)
    try await storedFacts.updateAccountFacts { $0.server.lists = server.lists }
    return server.listStreams
  }

  private func fetchServer() async throws(FeedError) -> MastodonServer {
    var server = try await MastodonServerFinder(network: network).fetchServer(
      at: token.server.address, by: client)
    // An unidentified server keeps its known software.
    if server.software == .other { server.software = token.server.software }
    // On a day without trending posts, the stream stays.
    server.returnsTrendingPosts = server.returnsTrendingPosts || token.server.returnsTrendingPosts
    server.lists = token.server.lists
    return try await serverWithFetchedLists(of: server)
  }

  /// Fetches the account's lists, and returns the server's facts with them; with the known lists if
  /// the call fails.
  private func serverWithFetchedLists(of server: MastodonServer) async throws(FeedError)
    -> MastodonServer
  {
    try await fetchJSONOrKeepKnownValue("/api/v1/lists", otherwise: server) { json in
      var server = server
      server.readListNamesAndIDs(from: json)
      return server
    }
  }

  private func fetchPostingDefaults() async throws(FeedError) -> PostingDefaults {
    let path = "/api/v1/accounts/verify_credentials"
    let (postingDefaults, person) = try await fetchJSONOrKeepKnownValue(
      path, otherwise: (token.postingDefaults, String?.none)
    ) { [known = token.postingDefaults] json in
      let source = json["source"]
      return (source.isObject ? PostingDefaults(mastodon: source) : known, json["id"].id)
    }
    if let person, person != account.person.rawValue { try await stopUsingTokenOfOtherAccount() }
    return postingDefaults
  }

  /// Stops using a Mastodon token that was found to belong to another account, as after a reset of
  /// the server; always throws `signedOut`.
  private func stopUsingTokenOfOtherAccount() async throws(FeedError) {
    await client.refuseAllRequests()
    do throws(FeedError) {
      try await storedFacts.updateAccountFacts { $0.tokenBelongsToOtherAccount = true }
    } catch {
      // The token is checked again at the next start, and refused until then.
      network.log.writeLogLine(
        .network, .error, "a token of another account could not be recorded: \(error)")
    }
    throw .signedOut
  }

  /// Fetches a value from a Mastodon server; returns the known value if the server lacks the call,
  /// refuses it or fails.
  @_semantics("optimize.sil.specialize.generic.never")
  private func fetchJSONOrKeepKnownValue<Value: Sendable>(
    _ path: String, otherwise known: Value, _ read: @Sendable (JSON) -> Value
  ) async throws(FeedError) -> Value {
    do throws(FeedError) {
      return try await client.requestJSON(HTTPRequest(.get, path)) { json, _ in read(json) }
    } catch {
      switch error {
      case .notFound, .refused, .limited, .serverFailed, .badReply, .tooLarge: return known
      case .unreachable, .untrusted, .invalidCredentials, .signedOut, .rateLimited, .membersOnly,
        .misconfigured,
        .missingLibrary, .endless, .cancelled, .outcomeUnknown, .storeFailed:
        throw error
      }
    }
  }
}
