internal import FeedDomain
internal import Groundwork

/// A gateway for the articles of web feeds' entries: their text as the feed contains it, or as the
/// entry's web page does.
struct LocalWebFeedArticles: ArticleGateway {
  let connection: LocalWebFeedConnection

  func storedArticle(_ post: Post.ID, from source: Article.ArticleSource?) async throws(FeedError)
    -> Article
  {
    guard let name = WebFeedEntryID(post) else { throw .notFound }
    let id = name.post
    let (item, posts) = try await connection.webFeedEntryAndConverter(id)
    let page = connection.cache.articles.cachedArticle(of: id)
    var article = await Self.makeArticle(
      item, posts, id, source == .feed ? nil : page, hasPage: source == .feed && page != nil)
    if article.source == .feed {
      let list = await connection.refresher.list
      article.isExcerpt =
        item.link != nil && list[name.subscription]?.settings.showsFullText == true
        || item.isEntryExcerpt(
          amongEntries: connection.cache.cachedWebFeed(name.subscription).webFeed.entries)
    }
    return article
  }

  /// Builds and returns the article of a web feed's entry, on another thread than the caller's, as
  /// a long text takes some time.
  @concurrent
  private static func makeArticle(
    _ item: WebFeedEntry, _ posts: WebFeedEntryConverter, _ id: Post.ID, _ page: CachedArticle?,
    hasPage: Bool
  ) async -> Article {
    var article = Article(
      post: id, title: item.title, author: item.author, site: posts.name, url: item.link,
      createdAt: item.writtenAt ?? Timestamp(milliseconds: 0), isDated: item.isDated, blocks: [])
    if let page {
      article.replaceTextWithPageArticle(page)
    } else {
      (article.blocks, article.hasPage) = (item.articleBlocks, hasPage)
    }
    return article
  }

  func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article {
    let found: (item: WebFeedEntry, posts: WebFeedEntryConverter)
    do throws(FeedError) { found = try await connection.webFeedEntryAndConverter(post) } catch {
      throw .service(error)
    }
    guard let id = WebFeedEntryID(post)?.post, let link = found.item.link else { throw .noAddress }
    let known = await connection.refresher.list.subscriptions.first {
      !$0.isElsewhere && WebFeedFinder.isSameOriginOrLoopback($0.address, as: link)
    }
    let page = try await ArticlePageFetcher(network: connection.refresher.network)
      .fetchArticle(
        at: link, isOnFollowedFeedServer: known != nil, of: id, storingIn: connection.cache.articles
      )
    return await Self.makeArticle(found.item, found.posts, id, page, hasPage: false)
  }

  func entriesDueForPageFetch(among posts: [Post.ID]) async -> [Post.ID] {
    connection.cache.articles.postsDueForPageFetch(
      among: posts.compactMap { WebFeedEntryID($0)?.post },
      at: connection.refresher.network.world.now)
  }

  func webPageRetryTimes(among posts: [Post.ID]) async -> [Post.ID: Timestamp] {
    connection.cache.articles.webPageRetryTimes(
      among: posts.compactMap { WebFeedEntryID($0)?.post },
      at: connection.refresher.network.world.now)
  }

  func saveAddressLocallyForLater(_ address: String, title: String?) async throws(ArticleError)
    -> SavedLinkArticle
  {
    guard let link = WebFeedFinder.feedAddressFromTypedText(address), let place = WebAddress(link)
    else {
      throw .notWebAddress(address)
    }
    var entry = WebFeedEntry(id: RawFeedEntry.shortHash(place.text))
    entry.title = title?.withSingleBlanks ?? ""
    if entry.title.isEmpty { entry.title = place.text }
    entry.link = place.text
    entry.writtenAt = connection.refresher.network.world.now
    try changeFeedOfSavedAddresses { saved in
      saved.webFeed.entries.removeAll { $0.id == entry.id }
      saved.webFeed.entries.insert(entry, at: 0)
    }
    let post = WebFeedEntryID(Subscription.saved.id, entry.id).post
    do throws(ArticleError) {
      let article = try await fetchArticle(post)
      let page = connection.cache.articles.cachedArticle(of: post)
      guard title == nil, let found = page?.title else { return SavedLinkArticle(article) }
      try changeFeedOfSavedAddresses { saved in
        guard let place = saved.webFeed.entries.firstIndex(where: { $0.id == entry.id }) else {
          return
        }
        saved.webFeed.entries[place].title = found
      }
      var named = article
      named.title = found
      return SavedLinkArticle(named)
    } catch {
      let pageError = error
      connection.refresher.network.log.writeLogLine(
        .network, .info, "saved without its text: \(pageError)")
      do throws(FeedError) {
        return SavedLinkArticle(try await self.storedArticle(post, from: nil), pageError: pageError)
      } catch {
        throw .service(error)
      }
    }
  }

  func removeLocallySavedEntry(_ post: Post.ID) async throws(ArticleError) {
    guard SavedAddressesStream.isSavedEntry(post), let id = WebFeedEntryID(post) else {
      throw .service(.notFound)
    }
    try changeFeedOfSavedAddresses { $0.webFeed.entries.removeAll { $0.id == id.item } }
    connection.cache.articles.deleteArticle(of: id.post)
  }

  private func changeFeedOfSavedAddresses(_ change: (inout CachedWebFeed) -> Void)
    throws(ArticleError)
  {
    do throws(FileOperationError) { try connection.cache.changeFeedOfSavedAddresses(change) } catch
    {
      throw .store(.failed(step: error.step, reason: error.reason))
    }
  }

  func storedArticlePosition(in post: Post.ID) async -> ArticlePosition? {
    WebFeedEntryID(post).flatMap { connection.cache.articles.storedArticlePosition(in: $0.post) }
  }

  func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID) async {
    guard let id = WebFeedEntryID(post)?.post else { return }
    do throws(FileOperationError) {
      try connection.cache.articles.storeArticlePosition(position, in: id)
    } catch {
      connection.refresher.network.log.writeLogLine(
        .storage, .error, "a reading position is not kept: \(error.step): \(error.reason)")
    }
  }
}

/// A client that fetches the web page of an entry, and finds the article in it.
struct ArticlePageFetcher: Sendable {
  private static let types = "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5"

  let network: NetworkContext

  /// Fetches the web page of an entry, stores the article in a cache, and returns it; the cache
  /// remembers a failure.
  func fetchArticle(
    at link: String, isOnFollowedFeedServer: Bool, of post: Post.ID, storingIn cache: ArticleCache
  ) async throws(ArticleError) -> CachedArticle {
    let result: Result<CachedArticle, ArticleError>
    do throws(ArticleError) {
      result = .success(
        try await fetchArticle(at: link, isOnFollowedFeedServer: isOnFollowedFeedServer))
    } catch {
      result = .failure(error)
    }
    do throws(FileOperationError) {
      switch result {
      case .success(let page): try cache.storeArticle(page, of: post)
      case .failure(let error):
        try cache.storePageFetchFailure(error, of: post, at: network.world.now)
      }
    } catch {
      // An article that cannot be stored is still shown, until the program ends.
      network.log.writeLogLine(
        .storage, .error, "an article is not kept: \(error.step): \(error.reason)")
    }
    return try result.get()
  }

  /// Fetches a web page, and returns the article found in it. Only public hosts are contacted,
  /// unless `isOnFollowedFeedServer` says that the page is on the server of a feed whose address
  /// the user typed.
  func fetchArticle(at link: String, isOnFollowedFeedServer: Bool) async throws(ArticleError)
    -> CachedArticle
  {
    guard let address = LinkBaseAddress.addressWithHTTPS(link), let place = WebAddress(address),
      place.isSecureOrLocal
    else { throw .noAddress }
    guard isOnFollowedFeedServer || !place.isInOwnNetwork else { throw .notPublic }
    let request = HTTPRequest(
      .get, place.text, headers: ["Accept": Self.types], kind: .webText,
      maximumBytes: WebPageTree.longest,
      allowedHosts: isOnFollowedFeedServer ? .anywhere : .publicHosts,
      followsRedirects: true)
    let reply: HTTPReply
    do throws(FeedError) {
      reply = try await network.serviceClient(at: "", requestRules: WebFeedRequestRules())
        .fetchReplyOfAnyStatus(
          to: request)
    } catch {
      // The transport refuses without a reply if the host is not public.
      throw error == .refused(nil) ? .notPublic : .service(error)
    }
    if let error = TokenlessRequestRules().serviceSpecificError(in: reply)
      ?? FeedError(reply, until: nil)
    {
      throw .service(error)
    }
    guard Self.isWebPage(reply) else { throw .notAPage }
    guard let page = await Self.parsedArticle(in: reply) else {
      network.log.writeLogLine(.network, .info, "\(RedactedAddress(reply.url)): no article")
      throw .noArticle
    }
    return page
  }

  /// Returns true if a reply is a web page, by its media type; false for other files, such as
  /// pictures and PDFs.
  private static func isWebPage(_ reply: HTTPReply) -> Bool {
    let type = (reply.headers["Content-Type"] ?? "text/html").lowercased()
    if reply.body.starts(with: "%PDF".utf8) { return false }
    return type.hasPrefix("text/") || type.contains("html") || type.contains("xml")
  }

  @concurrent private static func parsedArticle(in reply: HTTPReply) async -> CachedArticle? {
    let text = CharacterDecoding.utf8Bytes(
      reply.body, charset: reply.charset ?? declaredCharset(in: reply.body), detectsJapanese: true)
    let isXML = reply.headers["Content-Type"]?.lowercased().contains("xhtml") == true
    return PageArticleFinder.findArticleInPage(text, isXML: isXML).map { page in
      CachedArticle(
        html: page.html, url: reply.url, title: page.title, author: page.author, site: page.site,
        createdAt: page.createdAt)
    }
  }

  /// Returns the character encoding in a web page's elements `meta`; nil if none is declared.
  static func declaredCharset(in page: [UInt8]) -> String? {
    var scanner = HTMLScanner(Array(page.prefix(4096)), isPage: true)
    while let token = scanner.readNextToken() {
      guard case .open(let tag) = token, tag.element == .meta else { continue }
      if let charset = tag["charset"] { return charset.trimmingBlanks }
      guard let content = tag["content"]?.lowercased(),
        let start = content.firstRange(of: "charset=")
      else { continue }
      return String(content[start.upperBound...].prefix { $0 != ";" && $0 != "\"" }).trimmingBlanks
    }
    return nil
  }
}

extension Article {
  /// Replaces this article's text by the text of its web page, and adds the page's title, author
  /// and date if the feed states none.
  fileprivate mutating func replaceTextWithPageArticle(_ page: CachedArticle) {
    (source, hasPage, isExcerpt) = (.page, true, false)
    blocks = ArticleHTMLReader.articleBlocks(page.html, LinkBaseAddress(page.url))
    if title.isEmpty { title = page.title ?? "" }
    author = author ?? page.author
    if !isDated, let date = page.createdAt { (createdAt, isDated) = (date, true) }
  }
}

extension WebFeedEntry {
  /// The blocks of an article made from this web feed's entry: first attached pictures, unless the
  /// text has pictures, then attached videos and audio files, then the text.
  fileprivate var articleBlocks: [Article.ArticleBlock] {
    var blocks = content?.blocks ?? text.articleBlocks
    if case .heading(let heading, _)? = blocks.first?.content, heading.plain == title {
      blocks.removeFirst()
    }
    let hasPicture = blocks.contains { if case .picture = $0.content { true } else { false } }
    let played = media.filter(\.kind.isPlayed).map { film in
      Article.ArticleBlock(
        .media(
          label: film.words.isEmpty ? (film.kind == .audio ? "Audio" : "Video") : film.words,
          address: film.url))
    }
    let pictures =
      hasPicture
      ? []
      : media.filter { !$0.kind.isPlayed }.compactMap(\.photo).map {
        Article.ArticleBlock(.picture($0, caption: RichText("")))
      }
    let tags = tags.isEmpty ? [] : [Article.ArticleBlock(.paragraph(RichText(tagLine)))]
    return pictures + played + blocks + tags
  }

  /// Maximum number of the web feed's other entries whose texts are compared with this entry's.
  private static var mostComparedEntries: Int { 20 }
  /// The smallest number of other entries that must be cut, so that the web feed counts as one of
  /// excerpts.
  private static var leastCutEntries: Int { 3 }

  /// Returns true if the web feed shows that it contains only an excerpt of this entry's text: the
  /// text is cut or missing, has a link to the rest, or is a summary like those of the feed's other
  /// entries, which are cut. A short text alone shows nothing.
  func isEntryExcerpt(amongEntries entries: [WebFeedEntry]) -> Bool {
    guard link != nil else { return false }
    if content?.isCut == true { return true }
    let plain = plainText
    if plain.isEmpty { return !media.contains(where: \.kind.isPlayed) }
    if ExcerptDetection.endsLikeExcerpt(plain) { return true }
    guard plain.count < ExcerptDetection.minimumWholeTextLength else { return false }
    if case .html(let html, _)? = content?.source, ExcerptDetection.hasTeaserElement(html) {
      return true
    }
    guard isSummary else { return false }
    let others = entries.lazy.filter { $0.id != id && $0.isSummary && $0.link != nil }
      .prefix(Self.mostComparedEntries).map(\.plainText)
    let cut = others.filter(ExcerptDetection.endsLikeExcerpt).map(\.count).sorted()
    guard cut.count >= Self.leastCutEntries, cut.count * 2 >= others.count else { return false }
    // A text that is much shorter than the cut ones did not have to be cut.
    return plain.count * 2 >= cut[cut.count / 2]
  }

  private var plainText: String { (fullText ?? text).plain.trimmingBlanks }
}
