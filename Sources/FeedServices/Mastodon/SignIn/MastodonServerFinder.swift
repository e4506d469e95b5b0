internal import FeedDomain

struct MastodonServerFinder: Sendable {
  let network: NetworkContext

  /// Finds the Mastodon server with a typed name; throws an error if no server with Mastodon's API
  /// has this name.
  func findServer(_ name: TypedServerAddress) async throws(FeedError) -> MastodonServer {
    guard !name.path.isEmpty else { return try await fetchServer(named: name) }
    do throws(FeedError) {
      return try await fetchServer(at: name.address)
    } catch {
      // The path is a page of the server, not its base.
      guard [.notFound, .badReply, .tooLarge].contains(error) || error.isRefusal else {
        throw error
      }
      return try await fetchServer(named: name)
    }
  }

  private func fetchServer(named name: TypedServerAddress) async throws(FeedError) -> MastodonServer
  {
    do throws(FeedError) {
      return try await fetchServer(at: name.origin)
    } catch {
      guard error.isOfServerWithoutMastodonAPI, let user = name.user else { throw error }
      // Handles may use another domain than the server's.
      guard let elsewhere = try await fetchAccountHost(of: user, name),
        elsewhere.origin != name.origin
      else {
        throw error
      }
      return try await fetchServer(at: elsewhere.origin)
    }
  }

  /// Fetches the facts about the Mastodon server at an address, with the client of an account there
  /// if there is one. Without an account, a server for its members alone is returned without facts.
  func fetchServer(
    at address: String, by member: ServiceClient? = nil
  ) async throws(FeedError) -> MastodonServer {
    let client =
      member ?? network.serviceClient(at: address, requestRules: MastodonRequestRules())
    var server = MastodonServer(address: address)
    server.software = try await detectSoftware(client, at: server.origin)
    server = try await fetchInstanceFacts(of: server, client, isMember: member != nil)
    if server.software == .other {
      server.returnsTrendingPosts = await hasTrendingPosts(client)
    }
    return server
  }

  private func fetchInstanceFacts(
    of found: MastodonServer, _ client: ServiceClient, isMember: Bool
  ) async throws(FeedError) -> MastodonServer {
    let read: @Sendable (JSON, HTTPReply) throws(FeedError) -> MastodonServer = {
      json, _ throws(FeedError) in
      guard json.isObject else { throw .badReply }
      var server = found
      server.readInstanceFacts(from: json)
      return server
    }
    do throws(FeedError) {
      return try await client.requestJSON(HTTPRequest(.get, "/api/v2/instance"), read)
    } catch {
      // In limited federation mode, only members may ask; the software is no secret.
      if !isMember, error == .signedOut, found.software != .other { return found }
      // Older servers, and most other programs, only have the first version.
      guard error.isOfServerWithoutMastodonAPI else { throw error }
      return try await client.requestJSON(HTTPRequest(.get, "/api/v1/instance"), read)
    }
  }

  /// Returns true if a Mastodon server returns trending posts; false if it lacks the call or has
  /// none, and if it could not be asked.
  private func hasTrendingPosts(_ client: ServiceClient) async -> Bool {
    let path = MastodonAPIPath("/api/v1/trends/statuses", query: [("limit", "1")])
    let request = HTTPRequest(.get, path.text)
    return (try? await client.requestJSON(request) { json, _ in !json.array.isEmpty }) ?? false
  }

  /// Detects and returns the software of a Mastodon server by the server's NodeInfo page; `.other`
  /// if unknown.
  private func detectSoftware(
    _ client: ServiceClient, at origin: String
  ) async throws(FeedError) -> MastodonSoftware {
    let link: String?
    do throws(FeedError) {
      link = try await client.requestJSON(HTTPRequest(.get, "/.well-known/nodeinfo")) { json, _ in
        json["links"].array.last { link in
          link["rel"].string?.hasPrefix("http://nodeinfo.diaspora.software/ns/schema/2.") == true
        }?["href"].nonEmptyString
      }
    } catch {
      switch error {
      // A failure here says nothing about the server; the next request shows whether it works.
      case .notFound, .badReply, .tooLarge, .refused, .limited, .serverFailed, .signedOut,
        .unreachable:
        return .other
      case .untrusted, .invalidCredentials, .rateLimited, .membersOnly, .misconfigured,
        .missingLibrary,
        .endless, .cancelled, .outcomeUnknown, .storeFailed:
        throw error
      }
    }
    guard var link else { return .other }
    // Behind a proxy, a server may take its own scheme for http.
    if link.hasPrefix("http://"), origin.hasPrefix("https://") {
      link = "https" + link.dropFirst(4)
    }
    var request = HTTPRequest(.get, link)
    // The address comes from the server, so only the server itself and public hosts are allowed.
    if !link.hasPrefix("\(origin)/") { request.allowedHosts = .publicHosts }
    do throws(FeedError) {
      return try await client.requestJSON(request) { json, _ in
        MastodonSoftware(nodeinfo: json)
      }
    } catch {
      // The address may be invalid; the instance call names the software, too.
      guard error != .cancelled else { throw error }
      return .other
    }
  }

  /// Fetches the host of a person's Mastodon account from the server in the person's handle, since
  /// accounts can be on another host; nil if the server states none.
  private func fetchAccountHost(of user: String, _ name: TypedServerAddress) async throws(FeedError)
    -> TypedServerAddress?
  {
    var request = HTTPRequest(
      .get,
      MastodonAPIPath(
        "/.well-known/webfinger", query: [("resource", "acct:\(user)@\(name.host)")]
      ).text)
    request.followsRedirects = true
    return try await network.serviceClient(at: name.origin, requestRules: MastodonRequestRules())
      .requestJSON(
        request
      ) {
        json, _ in
        let link = json["links"].array.first { link in
          let type = link["type"].string ?? ""
          return link["rel"] == "self"
            && ["application/activity+json", "application/ld+json"].contains { type.hasPrefix($0) }
        }
        return link?["href"].nonEmptyString.flatMap { TypedServerAddress($0) }
      }
  }
}

extension FeedError {
  /// True if the error can be that of a server that lacks a call of Mastodon's API, or of a web
  /// server without the API: some refuse unknown paths, and others fail at them.
  fileprivate var isOfServerWithoutMastodonAPI: Bool {
    switch self {
    case .notFound, .badReply, .tooLarge, .refused, .limited, .serverFailed: true
    default: false
    }
  }
}
