internal import FeedDomain

/// Refreshes the facts about a server, the reader's lists there, and the posting defaults, once a
/// day.
struct MastodonUpkeep: AccountRefreshGateway {
  let account: Account
  let token: MastodonToken
  let client: ServiceClient
  let network: NetworkContext
  let storedFacts: StoredAccountFacts<MastodonToken>

  /// The refresh also checks whose token it is, and comes first: another account's posts must not
  /// be mixed in.
  let mayWait = false

  func lookAgain() async throws(FeedError) {
    // Found out before: said again without asking.
    guard !token.belongsToOtherAccount else { throw .signedOut }
    let now = network.world.now
    guard token.seenAt?.isStale(at: now) ?? true else { return }
    let (server, habits) = (try await server(), try await habits())
    try await storedFacts.update { token in
      token.server = server
      token.habits = habits
      token.seenAt = now
    }
  }

  private func server() async throws(FeedError) -> MastodonServer {
    var server = try await MastodonDiscovery(network: network).server(at: token.server.address)
    // A server that says nothing this time is what it was.
    if server.software == .other { server.software = token.server.software }
    server.lists = token.server.lists
    let found = server
    return try await ask("/api/v1/lists", otherwise: found) { json in
      var server = found
      server.note(lists: json)
      return server
    }
  }

  private func habits() async throws(FeedError) -> PostingDefaults {
    let path = "/api/v1/accounts/verify_credentials"
    let (habits, person) = try await ask(path, otherwise: (token.habits, String?.none)) {
      (PostingDefaults(mastodon: $0["source"]), $0["id"].id)
    }
    if let person, person != account.person.rawValue { try await refuse() }
    return habits
  }

  /// Stops using a token that leads to somebody else, as after a server was reset: their posts must
  /// not stand among the reader's.
  private func refuse() async throws(FeedError) {
    await client.refuse()
    do throws(FeedError) {
      try await storedFacts.update { $0.belongsToOtherAccount = true }
    } catch {
      // It is looked at again with the next start, and refused until then.
      network.log.note(.network, .error, "a token that is another's could not be noted: \(error)")
    }
    throw .signedOut
  }

  /// Fetches a value; returns the known value if the server refuses the call, as some do for calls
  /// that they lack.
  @_semantics("optimize.sil.specialize.generic.never")
  private func ask<Value: Sendable>(
    _ path: String, otherwise known: Value, _ read: @Sendable (JSON) -> Value
  ) async throws(FeedError) -> Value {
    do throws(FeedError) {
      return try await client.json(HTTPRequest(.get, path)) { json, _ in read(json) }
    } catch {
      switch error {
      case .notFound, .refused, .serverFailed, .badReply: return known
      case .unreachable, .untrusted, .invalidCredentials, .signedOut, .rateLimited, .misconfigured,
        .missingLibrary, .endless, .cancelled, .outcomeUnknown:
        throw error
      }
    }
  }
}
