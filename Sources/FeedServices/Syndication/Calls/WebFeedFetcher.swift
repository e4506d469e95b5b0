internal import FeedDomain
internal import Groundwork
internal import Threads

/// A client that fetches web feeds, and notices if a feed has moved for good.
struct WebFeedFetcher: Sendable {
  /// Maximum size of a web feed in bytes.
  private static let mostBytes = 16 << 20
  private static let types =
    "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, "
    + "text/xml;q=0.9, text/html;q=0.5, */*;q=0.1"

  /// A reply of a web feed's server, with the address to which the feed has moved for good.
  struct WebFeedReply: Sendable {
    private(set) var reply: HTTPReply
    /// The web feed's new address if the feed moved for good, or was fetched by https instead of
    /// http; nil if the address stays.
    var movedTo: String?
    /// True if only public hosts may be contacted for this web feed from now on: no others were
    /// allowed before, or a redirect led to another server.
    let isElsewhere: Bool

    init(reply: HTTPReply, movedTo: String?, isElsewhere: Bool) {
      (self.reply, self.movedTo, self.isElsewhere) = (reply, movedTo, isElsewhere)
    }

    /// Frees the memory of the reply's body.
    mutating func dropBody() {
      reply = HTTPReply(status: reply.status, headers: reply.headers, url: reply.url)
    }
  }

  let client: ServiceClient

  /// Fetches a web feed if it changed since the stored state `known`, following redirects. If
  /// `triesSecure`, an http address is tried by https first, then by http if https does not answer.
  func fetchFeedReply(
    at address: String, isElsewhere: Bool, known: CachedWebFeed = CachedWebFeed(),
    login: String? = nil,
    userAgent: String? = nil, triesSecure: Bool
  ) async throws(FeedError) -> WebFeedReply {
    if triesSecure, let secure = LinkBaseAddress.addressWithHTTPS(address), secure != address {
      do throws(FeedError) {
        var answer = try await requestFeed(at: secure, isElsewhere, known, login, userAgent)
        if answer.reply.isSuccess, answer.movedTo == nil { answer.movedTo = secure }
        return answer
      } catch {
        guard error.isOutOfReach, !error.isMissingLibrary else { throw error }
      }
    }
    return try await requestFeed(at: address, isElsewhere, known, login, userAgent)
  }

  private func requestFeed(
    at address: String, _ isElsewhere: Bool, _ known: CachedWebFeed, _ login: String?,
    _ userAgent: String?
  ) async throws(FeedError) -> WebFeedReply {
    var request = HTTPRequest(.get, address, headers: ["Accept": Self.types], kind: .webText)
    request.maximumBytes = Self.mostBytes
    request.allowedHosts = isElsewhere ? .publicHosts : .anywhere
    if let userAgent { request.headers["User-Agent"] = userAgent }
    request.allowsPlain = address.hasPrefix("http://")
    // Redirects are followed without the login.
    if let login {
      request.headers["Authorization"] = "Basic \(Base64.standardBase64(Array(login.utf8)))"
    }
    if let tag = known.tag { request.headers["If-None-Match"] = tag }
    if let date = known.modified { request.headers["If-Modified-Since"] = date }
    var rule = RedirectPolicy()
    var movedTo: String?
    var isForGood = true
    while true {
      let reply = try await client.fetchReplyOfAnyStatus(to: request)
      request.followsRedirects = true  // Followed here, to learn if it is for good.
      let next: HTTPRequest?
      do throws(TransportError) {
        next = try rule.redirectedRequest(after: reply, to: request)
      } catch {
        throw FeedError(error)
      }
      guard var next else {
        return WebFeedReply(
          reply: reply, movedTo: reply.isSuccess || reply.status == 304 ? movedTo : nil,
          isElsewhere: request.allowedHosts == .publicHosts)
      }
      isForGood = isForGood && (reply.status == 301 || reply.status == 308)
      if isForGood { movedTo = next.url }
      if let userAgent { next.headers["User-Agent"] = userAgent }
      // The stored ETag and date are those of the address that the redirects lead to.
      if let tag = known.tag { next.headers["If-None-Match"] = tag }
      if let date = known.modified { next.headers["If-Modified-Since"] = date }
      next.followsRedirects = false
      request = next
    }
  }
}

/// A set of rules for requests to servers of web feeds: refusals are returned as replies instead of
/// errors, since they can demand a pause.
struct WebFeedRequestRules: ServiceRequestRules {
  func reportsExpiredToken(_ reply: HTTPReply) -> Bool { false }

  func reportsRateLimit(_ reply: HTTPReply) -> Bool { false }
}

/// A client that finds the web feed for an address that the user typed.
struct WebFeedFinder: Sendable {
  /// A reply that was fetched at a typed address, with the address that was asked.
  typealias TypedAddressReply = (answer: WebFeedFetcher.WebFeedReply, address: String)

  let network: NetworkContext
  /// The server's reply to the last search for web feeds at a typed address, with that address.
  /// Adding the feed uses the reply again, so that the server is asked once.
  let lastReply: LockedValue<(typed: String, reply: TypedAddressReply)?>

  /// A web feed that was found for a typed address, with its subscription, entries and login.
  struct FoundWebFeed: Sendable {
    let subscription: Subscription
    let cachedFeed: CachedWebFeed
    /// The typed user name and password for the web feed's server, joined by a colon; nil for none.
    var login: String?
  }

  /// Fetches the web feed at a typed address, or the first feed to which the page at the address
  /// links; throws `notFound` without a feed.
  func findFeed(_ typed: String) async throws(FeedError) -> FoundWebFeed {
    let (complete, login) = try Self.typedAddressAndLogin(typed)
    let client = network.serviceClient(at: "", requestRules: WebFeedRequestRules())
    if let place = FeedAddressGuesser.knownFeedAddress(for: complete) {
      do throws(FeedError) {
        return try await fetchWebFeed(client, at: place, isElsewhere: false)
      } catch {
        // If the known address does not work any more, the page is asked for its feeds.
        if case .rateLimited = error { throw error }
      }
    }
    let known = lastReply.withLock { last in
      defer { last = nil }
      return last?.typed == typed ? last?.reply : nil
    }
    let (answer, address) =
      if let known { known } else {
        try await fetchReplyAtTypedAddress(client, typed, at: complete, login: login)
      }
    switch try parsedFeedReply(answer.reply) {
    case .webFeed(let webFeed):
      var found = makeFoundFeed(webFeed, answer, at: answer.movedTo ?? address)
      if answer.movedTo.map({ Self.isOnSameHost($0, as: address) }) ?? true { found.login = login }
      return found
    case .page(let named):
      let ofChannel = FeedAddressGuesser.youTubeFeedAddress(
        inPage: answer.reply.body, at: answer.reply.url)
      let feeds = named.isEmpty ? [ofChannel].compactMap(\.self) : named
      let guesses =
        feeds.isEmpty ? FeedAddressGuesser.guessedFeedAddresses(forPage: answer.reply.url) : []
      var failure = FeedError.notFound
      var pausedHosts: Set<String> = []
      for feed in feeds.prefix(Self.mostAlternates) + guesses {
        let host = WebAddress(feed)?.host ?? ""
        guard !pausedHosts.contains(host) else { continue }
        let isElsewhere =
          answer.isElsewhere || !Self.isSameOriginOrLoopback(feed, as: answer.reply.url)
        do throws(FeedError) {
          let isSame = Self.isSameOriginOrLoopback(feed, as: address)
          return try await self.fetchWebFeed(
            client, at: feed, isElsewhere: isElsewhere, login: isSame ? login : nil)
        } catch {
          guard error != .cancelled, !error.isMissingLibrary else { throw error }
          let isPaused = if case .rateLimited = error { true } else { false }
          if isPaused { pausedHosts.insert(host) }
          // The other feeds may still work; if none does, the first error is reported.
          if failure == .notFound, isPaused || !feeds.isEmpty { failure = error }
        }
      }
      throw failure
    }
  }

  /// Returns the web feeds to which the page at a typed address links; empty if the address is a
  /// web feed's, or of a well-known site, whose feed is known.
  func feedCandidates(at typed: String) async throws(FeedError) -> [FeedCandidate] {
    let (address, login) = try Self.typedAddressAndLogin(typed)
    guard FeedAddressGuesser.knownFeedAddress(for: address) == nil else { return [] }
    let client = network.serviceClient(at: "", requestRules: WebFeedRequestRules())
    let reply = try await fetchReplyAtTypedAddress(client, typed, at: address, login: login)
    lastReply.withLock { $0 = (typed, reply) }
    return WebFeedReader(reply.answer.reply).candidates
  }

  /// Splits typed text into a complete web address and the login in it; throws if the text is no
  /// address.
  private static func typedAddressAndLogin(
    _ typed: String
  ) throws(FeedError) -> (address: String, login: String?) {
    let (bare, login) = AddressLoginParser.separatedAddressAndLogin(typed)
    guard let address = feedAddressFromTypedText(bare) else {
      throw InstalledCurl.isCurlUsable ? .notFound : .missingLibrary(.curl)
    }
    return (address, login)
  }

  /// Fetches the reply at a typed address, and returns it with the address that was asked. An
  /// address without a scheme, or with "feed:" in its place, is asked by https first, and by http
  /// if https does not answer.
  private func fetchReplyAtTypedAddress(
    _ client: ServiceClient, _ typed: String, at address: String, login: String?
  ) async throws(FeedError) -> TypedAddressReply {
    do throws(FeedError) {
      return (
        try await fetchFeedReply(client, at: address, isElsewhere: false, login: login), address
      )
    } catch {
      // A login is not sent without encryption, unless the user typed http. A certificate that is
      // not trusted is an answer.
      guard Self.isSchemeUnspecified(in: typed),
        error == .unreachable || error == .untrusted(.handshake), login == nil
      else { throw error }
      let plain = Self.addressWithPlainHTTP(address)
      do throws(FeedError) {
        return (
          try await fetchFeedReply(client, at: plain, isElsewhere: false, triesSecure: false), plain
        )
      } catch let plainError {
        throw plainError.isOutOfReach ? error : plainError
      }
    }
  }

  /// Returns true if typed text leaves open whether a web feed's address begins with https or http.
  private static func isSchemeUnspecified(in typed: String) -> Bool {
    typed.trimmingBlanks.prefix(7).lowercased() == "feed://" || !typed.contains("://")
  }

  /// Returns a web address that begins with https, with http instead.
  private static func addressWithPlainHTTP(_ secure: String) -> String {
    "http" + secure.dropFirst("https".count)
  }

  /// Splits the text of an entry of an imported list into the web feed's complete address and the
  /// login in it; nil if the text is no address. An address that leaves its scheme open begins with
  /// http, since the first fetch tries https before; with a login, which is not sent without
  /// encryption, it begins with https.
  static func feedAddressFromListEntry(_ text: String) -> (address: String, login: String?)? {
    let (bare, login) = AddressLoginParser.separatedAddressAndLogin(text)
    guard let address = feedAddressFromTypedText(bare) else { return nil }
    return (
      isSchemeUnspecified(in: text) && login == nil ? addressWithPlainHTTP(address) : address, login
    )
  }

  /// Maximum number of the web feeds tried to which the page at a typed address links.
  private static let mostAlternates = 5

  private func fetchWebFeed(
    _ client: ServiceClient, at address: String, isElsewhere: Bool, login: String? = nil
  ) async throws(FeedError) -> FoundWebFeed {
    let answer = try await fetchFeedReply(
      client, at: address, isElsewhere: isElsewhere, login: login)
    guard case .webFeed(let webFeed) = try parsedFeedReply(answer.reply) else { throw .notFound }
    var found = makeFoundFeed(webFeed, answer, at: answer.movedTo ?? address)
    if answer.movedTo.map({ Self.isOnSameHost($0, as: address) }) ?? true { found.login = login }
    return found
  }

  /// Returns a typed address completed to a web address, for instance by "https://"; nil if the
  /// text is no address.
  static func feedAddressFromTypedText(_ typed: String) -> String? {
    var text = AddressLoginParser.addressWithoutFeedScheme(typed.trimmingBlanks)
    if !text.contains("://") { text = "https://" + text }
    // A typed mail address, such as "mailto:ada@example.org", is no web address with a user name.
    guard text.withoutUserInfo == text,
      let address = LinkBaseAddress(nil).absoluteHTTPAddress(text), let place = WebAddress(address),
      place.host.contains(".") || place.isLoopback || place.host.contains(":")
    else { return nil }
    return place.text
  }

  /// Returns true if two web addresses have equal schemes, hosts and ports, or are on this machine.
  static func isSameOriginOrLoopback(_ one: String, as other: String) -> Bool {
    guard let one = WebAddress(one), let other = WebAddress(other) else { return false }
    return one.origin == other.origin || (one.isLoopback && other.isLoopback)
  }

  private static func isOnSameHost(_ one: String, as other: String) -> Bool {
    WebAddress(one)?.host == WebAddress(other)?.host
  }

  private func fetchFeedReply(
    _ client: ServiceClient, at address: String, isElsewhere: Bool, login: String? = nil,
    triesSecure: Bool = true
  ) async throws(FeedError) -> WebFeedFetcher.WebFeedReply {
    let answer: WebFeedFetcher.WebFeedReply
    do throws(FeedError) {
      answer = try await WebFeedFetcher(client: client).fetchFeedReply(
        at: address, isElsewhere: isElsewhere, login: login, triesSecure: triesSecure)
    } catch {
      // A refusal by the server is a reply; this one is Tweetie's, as for a redirect to the user's
      // own network, where no login helps.
      throw error == .refused(nil) ? .badReply : error
    }
    if answer.reply.isRateLimit {
      throw .rateLimited(until: answer.reply.replyWebFeedPauseEnd(now: network.world.now))
    }
    if let error = TokenlessRequestRules().serviceSpecificError(in: answer.reply)
      ?? FeedError(answer.reply, until: nil)
    {
      throw error
    }
    return answer
  }

  private func parsedFeedReply(_ reply: HTTPReply) throws(FeedError)
    -> WebFeedReader.WebFeedReadingResult
  {
    do throws(WebFeedReader.WebFeedReadingProblem) {
      return try WebFeedReader(reply).readFeed()
    } catch {
      network.log.writeLogLine(.network, .error, "\(RedactedAddress(reply.url)): \(error.fact)")
      throw error.error
    }
  }

  private func makeFoundFeed(
    _ webFeed: WebFeed, _ answer: WebFeedFetcher.WebFeedReply, at address: String
  ) -> FoundWebFeed {
    var kept = CachedWebFeed()
    kept.updateCachedFeedAfterFetch(webFeed, from: answer.reply, at: network.world.now)
    return FoundWebFeed(
      subscription: Subscription(at: address, name: webFeed.name ?? "")
        .replacingAddress(with: address, isElsewhere: answer.isElsewhere), cachedFeed: kept)
  }
}

/// A namespace for functions that derive the addresses of web feeds from the address of a page, at
/// well-known sites and with common publishing programs.
enum FeedAddressGuesser {
  /// Returns the address of the web feed for a page at a well-known site; nil for other pages.
  static func knownFeedAddress(for page: String) -> String? {
    guard let place = WebAddress(page) else { return nil }
    let host = place.host.hasPrefix("www.") ? String(place.host.dropFirst(4)) : place.host
    let path = place.path.split(separator: "/").map(String.init)
    let start = "https://\(place.host)"
    switch host {
    case "youtube.com", "m.youtube.com":
      let feeds = "https://www.youtube.com/feeds/videos.xml"
      if path.first == "channel", path.count > 1 { return "\(feeds)?channel_id=\(path[1])" }
      let list = page.split { "?&#".contains($0) }.first { $0.hasPrefix("list=") }
      return list.map { "\(feeds)?playlist_id=\($0.dropFirst(5))" }
    case "reddit.com", "old.reddit.com":
      guard ["r", "user", "u"].contains(path.first), path.last != ".rss" else { return nil }
      return "\(start)/\(path.joined(separator: "/"))/.rss"
    case "github.com":
      if path.count == 1 { return "\(start)/\(path[0]).atom" }
      if path.count > 3, path[2] == "commits" {
        return "\(start)/\(path.joined(separator: "/")).atom"
      }
      guard path.count == 2 || path.count == 3,
        path.count == 2 || ["releases", "tags", "commits"].contains(path[2])
      else { return nil }
      return "\(start)/\(path[0])/\(path[1])/\(path.count == 2 ? "releases" : path[2]).atom"
    case "bsky.app" where path.first == "profile" && path.count == 2:
      return "\(start)/profile/\(path[1])/rss"
    case "medium.com" where !path.isEmpty && path[0] != "feed":
      return "\(start)/feed/\(path[0])"
    case "news.ycombinator.com" where path.isEmpty || path == ["news"],
      "lobste.rs" where path.isEmpty:
      return "\(start)/rss"
    case "stackoverflow.com", "serverfault.com", "superuser.com", "askubuntu.com":
      return stackExchangeFeedAddress(start, path)
    case _ where host.hasSuffix(".stackexchange.com"):
      return stackExchangeFeedAddress(start, path)
    case "arxiv.org" where path.first == "list" && path.count > 1:
      return "https://rss.arxiv.org/rss/\(path[1])"
    case "codeberg.org", "gitea.com":
      guard path.count == 2 || path.count == 3 && ["releases", "tags"].contains(path[2]) else {
        return nil
      }
      return "\(start)/\(path.joined(separator: "/")).rss"
    case _ where host.hasSuffix(".substack.com") && path.isEmpty: return "\(start)/feed"
    case _ where host.hasSuffix(".wordpress.com") && path.last != "feed":
      return "\(start)/" + (path + ["feed/"]).joined(separator: "/")
    case _ where host.contains(".blogspot."):
      if path.starts(with: ["search", "label"]), path.count == 3 {
        return "\(start)/feeds/posts/default/-/\(path[2])"
      }
      return path.isEmpty ? "\(start)/feeds/posts/default" : nil
    case _ where host.hasSuffix(".tumblr.com"):
      if path.first == "tagged", path.count == 2 { return "\(start)/tagged/\(path[1])/rss" }
      return path.isEmpty ? "\(start)/rss" : nil
    case _ where isKnownGitLabHost(host): return gitLabFeedAddress(start, path)
    case _ where isKnownLemmyHost(host):
      if path.count == 2, path[0] == "c" || path[0] == "u" {
        return "\(start)/feeds/\(path[0])/\(path[1]).xml?sort=New"
      }
      return path.isEmpty ? "\(start)/feeds/local.xml?sort=New" : nil
    case _ where path.count > 1 && path[0] == "video-channels":
      return "\(start)/feeds/videos.xml?videoChannelName=\(path[1])"
    case _ where host.hasPrefix("pixelfed.") && path.count == 1:
      return "\(start)/users/\(path[0].drop { $0 == "@" }).atom"
    case _ where host.hasPrefix("mastodon.") && path.count == 2 && path[0] == "tags":
      return path[1].hasSuffix(".rss") ? nil : "\(start)/tags/\(path[1]).rss"
    case _ where path.count == 1 && path[0].hasPrefix("@") && !path[0].hasSuffix(".rss"):
      return "\(start)/\(path[0]).rss"
    default: return nil
    }
  }

  private static func stackExchangeFeedAddress(_ start: String, _ path: [String]) -> String? {
    if path.starts(with: ["questions", "tagged"]), path.count == 3 {
      return "\(start)/feeds/tag/\(path[2])"
    }
    return path.isEmpty || path == ["questions"] ? "\(start)/feeds" : nil
  }

  private static func isKnownGitLabHost(_ host: String) -> Bool {
    host.hasPrefix("gitlab.") || host == "salsa.debian.org" || host == "invent.kde.org"
  }

  /// Returns the address of the web feed for a person's, a group's or a project's page at a GitLab,
  /// or for the project's page behind "/-/", such as that of its tags; nil for other pages.
  private static func gitLabFeedAddress(_ start: String, _ path: [String]) -> String? {
    let page = "\(start)/\(path.joined(separator: "/"))"
    guard let mark = path.firstIndex(of: "-") else {
      let isFeed = path.last?.hasSuffix(".atom") == true
      return path.isEmpty || isFeed || path[0] == "explore" || path[0] == "users"
        ? nil : "\(page).atom"
    }
    switch path.dropFirst(mark + 1).first {
    case "tags", "commits": return "\(page)?format=atom"
    case "releases", "issues": return path.count == mark + 2 ? "\(page).atom" : nil
    default: return nil
    }
  }

  /// The servers of Lemmy whose names do not begin with its name.
  private static let lemmyHosts: Set<String> = [
    "lemm.ee", "sh.itjust.works", "beehaw.org", "programming.dev", "feddit.org", "feddit.uk",
    "slrpnk.net", "aussie.zone", "discuss.tchncs.de", "sopuli.xyz",
  ]

  private static func isKnownLemmyHost(_ host: String) -> Bool {
    host.hasPrefix("lemmy.") || lemmyHosts.contains(host)
  }

  /// Returns the address of the web feed of the channel that a page of YouTube shows, whose id is
  /// in the page's text; nil for other pages.
  static func youTubeFeedAddress(inPage page: [UInt8], at address: String) -> String? {
    guard let host = WebAddress(address)?.host,
      host == "youtube.com" || host.hasSuffix(".youtube.com")
    else { return nil }
    let text = String(decoding: page, as: UTF8.self)
    for mark in [#"itemprop="identifier" content=""#, #""externalId":""#, #""channelId":""#] {
      guard let start = text.firstRange(of: mark)?.upperBound else { continue }
      let id = text[start...].prefix { $0 != "\"" }.prefix(64)
      if id.hasPrefix("UC"), id.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
      {
        return "https://www.youtube.com/feeds/videos.xml?channel_id=\(id)"
      }
    }
    return nil
  }

  /// Maximum number of addresses at which a feed is searched for a page that links to none.
  private static let mostGuesses = 6

  /// Returns the addresses at which servers often have a web feed, such as "/feed/", for a page
  /// that links to none; for a page in a folder, first the three most frequent ones in the folder.
  static func guessedFeedAddresses(forPage page: String) -> [String] {
    guard let place = WebAddress(page) else { return [] }
    let names = ["feed/", "feed.xml", "index.xml", "atom.xml", "rss.xml", "feed.json"]
    let isInFolder = place.path.dropFirst().contains("/")
    let paths = (isInFolder ? Array(names.prefix(3)) : []) + names.map { "/\($0)" }
    return paths.prefix(mostGuesses).compactMap { WebAddress($0, relativeTo: place)?.text }
  }
}

extension CachedWebFeed {
  mutating func updateCachedFeedAfterFetch(
    _ webFeed: WebFeed, from reply: HTTPReply, at now: Timestamp
  ) {
    mergeFetchedFeed(webFeed, at: now)
    tag = reply.headers["ETag"]
    modified = reply.headers["Last-Modified"]
    recordFeedRefreshSuccess(reply, at: now)
  }
}
