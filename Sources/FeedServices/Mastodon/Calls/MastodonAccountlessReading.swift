internal import FeedDomain
internal import Threads

/// A gateway that reads servers of the Mastodon family without an account, by their public API.
struct MastodonAccountlessReading: AccountlessReadingGateway {
  let network: NetworkContext
  /// The host of the account's own server, which the account's connection reads instead of this
  /// gateway; empty for accounts of services that are no servers of the Mastodon family.
  private var ownHost = ""
  /// The HTTP clients of the Mastodon servers that are read without an account, by host; each
  /// client keeps its own server's rate limit.
  private let clients = LockedValue<[String: ServiceClient]>([:])

  /// Maximum number of Mastodon servers with an HTTP client for reading without an account; all
  /// clients are dropped when a further one is needed.
  private static let maximumClients = 64

  init(network: NetworkContext) { self.network = network }

  /// Returns a copy of the gateway for reading without an account that leaves out a server, which
  /// the account's connection reads.
  func excludingServer(_ host: String) -> MastodonAccountlessReading {
    var servers = self
    servers.ownHost = host
    return servers
  }

  func publicTimelinePage(of host: String, _ fetchRange: FetchRange) async throws(FeedError)
    -> FeedPage
  {
    let limit = String(MastodonStreamRequest.limit)
    let path = MastodonAPIPath(
      "/api/v1/timelines/public", query: [("local", "true"), ("limit", limit)])
    let position = Self.pagePosition(of: fetchRange)
    let reader = jsonReader(of: host)
    return try await getJSON(path.appendingQuery(position?.query), at: host) {
      json, reply throws(FeedError) in
      guard json.isArray else { throw .badReply }
      let next = MastodonCursor.nextCursor(after: json, reply, asked: position, paging: .ids)
      let entries = reader.parsedEntriesExceptHidden(json)
      let isNewer = if case .newer = fetchRange { true } else { false }
      return FeedPage(
        entries, older: next?.cursor,
        hasNewer: isNewer && entries.count >= MastodonStreamRequest.limit)
    }
  }

  private static func pagePosition(of fetchRange: FetchRange) -> MastodonCursor? {
    switch fetchRange {
    case .latest: nil
    case .older(let cursor): MastodonCursor(cursor)
    case .newer(let entry): MastodonCursor(above: FeedEntry.entryIDAtServer(of: entry))
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    guard let place = AccountlessEntityID(post) else { throw .notFound }
    let reader = jsonReader(of: place.host)
    let own = Post.ID(place.id)
    let focus = try await getJSON(.postPath(own), at: place.host) { json, _ throws(FeedError) in
      guard let focus = reader.parsedPost(json) else { throw .badReply }
      return focus
    }
    return try await getJSON(.postPath(own, "context"), at: place.host) { json, _ in
      MastodonConversationTree(
        ancestors: reader.parsedPostsExceptHidden(json["ancestors"]), focus: focus,
        descendants: reader.parsedPostsExceptHidden(json["descendants"])
      ).conversation(around: focus)
    }
  }

  func idAtOriginalServer(of post: Post) -> AccountlessEntityID? {
    guard AccountlessEntityID(post.id) == nil, post.visibility.isOpen,
      let page = post.url.flatMap(PageAddress.init),
      page.host != ownHost, FediversePageRecognition.pageKind(of: page) == .post,
      let id = page.parts.last,
      page.parts.first != "objects", page.parts.first != "display"
    else { return nil }
    return AccountlessEntityID(host: page.host, id: id)
  }

  private func jsonReader(of host: String) -> MastodonJSONReader {
    MastodonJSONReader(
      software: .mastodon, me: nil, now: network.world.now, context: nil, publicHost: host)
  }

  private func getJSON<Value: Sendable>(
    _ path: MastodonAPIPath, at host: String,
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(.get, path.text, allowedHosts: .publicHosts, followsRedirects: true)
    do throws(FeedError) {
      return try await client(of: host).requestJSON(request, read)
    } catch {
      switch error {
      case .signedOut, .invalidCredentials, .refused: throw .membersOnly
      default: throw error
      }
    }
  }

  private func client(of host: String) -> ServiceClient {
    clients.withLock { clients in
      if let client = clients[host] { return client }
      if clients.count >= Self.maximumClients { clients = [:] }
      let client = network.serviceClient(
        at: "https://\(host)", requestRules: TokenlessRequestRules())
      clients[host] = client
      return client
    }
  }
}
