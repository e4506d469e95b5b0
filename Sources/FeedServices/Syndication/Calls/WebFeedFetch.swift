internal import FeedDomain

/// Fetches a feed and notices permanent redirects.
struct WebFeedFetch: Sendable {
  /// The largest feed.
  private static let mostBytes = 16 << 20
  private static let types =
    "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, "
    + "text/xml;q=0.9, text/html;q=0.5, */*;q=0.1"

  /// What was answered, and where.
  struct Answer: Sendable {
    let reply: HTTPReply
    /// The new address of a feed that moved; nil if it did not.
    let movedTo: String?
    /// Whether a redirect led elsewhere than the reader's address.
    let isElsewhere: Bool
  }

  let client: ServiceClient

  /// Fetches an address conditionally, following redirects.
  func ask(
    at address: String, isElsewhere: Bool, known: CachedFeed = CachedFeed()
  ) async throws(FeedError) -> Answer {
    var request = HTTPRequest(.get, address, headers: ["Accept": Self.types], kind: .media)
    request.maximumBytes = Self.mostBytes
    request.reach = isElsewhere ? .publicHosts : .anywhere
    if let tag = known.tag { request.headers["If-None-Match"] = tag }
    if let date = known.modified { request.headers["If-Modified-Since"] = date }
    var rule = RedirectRule()
    var movedTo: String?
    var isForGood = true
    while true {
      let reply = try await client.reply(to: request)
      request.followsRedirects = true  // The transport would, without a word about for how long.
      let next: HTTPRequest?
      do throws(TransportError) {
        next = try rule.next(after: reply, to: request)
      } catch {
        throw FeedError(error)
      }
      guard var next else {
        return Answer(
          reply: reply, movedTo: reply.isSuccess ? movedTo : nil,
          isElsewhere: request.reach == .publicHosts)
      }
      isForGood = isForGood && (reply.status == 301 || reply.status == 308)
      if isForGood { movedTo = next.url }
      next.followsRedirects = false
      request = next
    }
  }
}

/// Finds a feed by an address.
struct WebFeedFinder: Sendable {
  let network: NetworkContext

  /// A feed that was found, with what is in it.
  struct Found: Sendable {
    let subscription: Subscription
    let kept: CachedFeed
  }

  /// The feed at the address, or the first one that its page names; `notFound` without one.
  func find(_ typed: String) async throws(FeedError) -> Found {
    guard let address = Self.address(typed) else {
      throw NetworkLibrary.isThere ? .notFound : .missingLibrary(.curl)
    }
    let client = network.client(at: "", dialect: PictureDialect())
    let answer = try await ask(client, at: address, isElsewhere: false)
    switch try read(answer.reply) {
    case .webFeed(let webFeed):
      return found(webFeed, answer, at: answer.movedTo ?? address)
    case .page(let feeds):
      guard let feed = feeds.first else { throw .notFound }
      let isElsewhere = answer.isElsewhere || !Self.isSamePlace(feed, as: answer.reply.url)
      let second = try await ask(client, at: feed, isElsewhere: isElsewhere)
      guard case .webFeed(let webFeed) = try read(second.reply) else { throw .notFound }
      return found(webFeed, second, at: second.movedTo ?? feed)
    }
  }

  /// The typed address, completed; nil if it is none.
  static func address(_ typed: String) -> String? {
    var text = typed.trimmingBlanks
    for scheme in ["feed:https:", "feed:http:"] where text.lowercased().hasPrefix(scheme) {
      text = String(text.dropFirst(5))
    }
    if text.lowercased().hasPrefix("feed://") { text = "https" + text.dropFirst(4) }
    if !text.contains("://") { text = "https://" + text }
    guard let address = LinkBase(nil).picture(text), let place = WebAddress(address),
      place.host.contains(".") || place.isLoopback || place.host.contains(":")
    else { return nil }
    return address
  }

  /// Whether two addresses are of the same place.
  static func isSamePlace(_ one: String, as other: String) -> Bool {
    guard let one = WebAddress(one), let other = WebAddress(other) else { return false }
    return one.origin == other.origin || (one.isLoopback && other.isLoopback)
  }

  private func ask(
    _ client: ServiceClient, at address: String, isElsewhere: Bool
  ) async throws(FeedError) -> WebFeedFetch.Answer {
    let answer = try await WebFeedFetch(client: client).ask(at: address, isElsewhere: isElsewhere)
    if let error = PictureDialect().failure(in: answer.reply)
      ?? FeedError(answer.reply, until: nil)
    {
      throw error
    }
    return answer
  }

  private func read(_ reply: HTTPReply) throws(FeedError) -> WebFeedReader.Finding {
    do throws(WebFeedReader.Problem) {
      return try WebFeedReader(reply).read()
    } catch {
      network.log.note(.network, .error, "\(RedactedAddress(reply.url)): \(error.fact)")
      throw error.error
    }
  }

  private func found(
    _ webFeed: WebFeed, _ answer: WebFeedFetch.Answer, at address: String
  ) -> Found {
    var kept = CachedFeed()
    kept.take(webFeed, from: answer.reply, at: network.world.now)
    return Found(
      subscription: Subscription(at: address, name: webFeed.name ?? "")
        .moved(to: address, isElsewhere: answer.isElsewhere), kept: kept)
  }
}

extension CachedFeed {
  mutating func take(_ webFeed: WebFeed, from reply: HTTPReply, at now: Timestamp) {
    take(webFeed, at: now)
    tag = reply.headers["ETag"]
    modified = reply.headers["Last-Modified"]
    (checkedAt, pause) = (now, nil)
  }
}
