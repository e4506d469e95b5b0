internal import FeedDomain

/// The texts of articles and the pages of entries, read and stored as for web feeds.
protocol EntryArticles: Sendable {
  /// Reads the HTML of an entry at an address.
  func blocks(_ html: String, at address: String?) -> [Article.ArticleBlock]
  /// Returns the stored article of an entry's page; nil if the page was not fetched.
  func page(of post: Post.ID) -> ArticlePage?
  /// Fetches the page of an entry, and stores its article.
  func fetchPage(at link: String, of post: Post.ID) async throws(ArticleError) -> ArticlePage
  func position(in post: Post.ID) -> ArticlePosition?
  func keep(_ position: ArticlePosition, in post: Post.ID)
  func forgetAll()
}

/// The article of an entry's web page.
struct ArticlePage: Sendable {
  let blocks: [Article.ArticleBlock]
  var title: String?
  var author: String?
  var createdAt: Timestamp?
}

/// The gateway for articles: the text of entries as the feed server sends it, and as their pages
/// show it.
struct FeedServerArticles: ArticleGateway {
  /// The length of a text in characters that is taken for the whole.
  private static let wholeLength = 1_500
  private static let excerptEnds = [
    "…", "...", "[…]", "[...]", "read more", "continue reading", "→",
  ]

  let connection: FeedServerConnection
  let articles: any EntryArticles

  func article(_ post: Post.ID, from source: Article.ArticleSource?) async throws(FeedError)
    -> Article
  {
    let entry = try await entry(post)
    return await article(entry, source)
  }

  func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article {
    let entry: ServerEntry
    do throws(FeedError) { entry = try await self.entry(post) } catch { throw .service(error) }
    guard let link = entry.link else { throw .noAddress }
    let page = try await articles.fetchPage(at: link, of: Post.ID(entry.name.text))
    return await make(entry, page, hasPage: false)
  }

  /// Throws an error: links are saved by the account with web feeds, on this machine.
  func save(_ address: String, title: String?) async throws(ArticleError) -> Article {
    throw .service(.refused(nil))
  }

  func removeSaved(_ post: Post.ID) async throws(ArticleError) {
    throw .service(.refused(nil))
  }

  func position(in post: Post.ID) async -> ArticlePosition? {
    EntryConverter.name(of: post).flatMap { articles.position(in: Post.ID($0.text)) }
  }

  func keep(_ position: ArticlePosition, in post: Post.ID) async {
    guard let name = EntryConverter.name(of: post) else { return }
    articles.keep(position, in: Post.ID(name.text))
  }

  /// Returns an entry of the cache, or asks the server for one that is not stored with its text.
  @concurrent private func entry(_ post: Post.ID) async throws(FeedError) -> ServerEntry {
    guard let name = EntryConverter.name(of: post) else { throw .notFound }
    if let known = connection.cache.cachedEntry(name) { return known }
    return try await connection.calls.fetchEntry(name)
  }

  @concurrent private func article(
    _ entry: ServerEntry, _ source: Article.ArticleSource?
  ) async -> Article {
    let page = articles.page(of: Post.ID(entry.name.text))
    return await make(
      entry, source == .feed ? nil : page, hasPage: source == .feed && page != nil)
  }

  /// Makes the article of an entry, away from the caller's thread: a long text takes some time.
  @concurrent private func make(
    _ entry: ServerEntry, _ page: ArticlePage?, hasPage: Bool
  ) async -> Article {
    let post = await connection.converter.entryPost(entry)
    var article = Article(
      post: post.id, title: entry.title,
      author: entry.author.isEmpty ? nil : entry.author.withSingleBlanks, site: post.author.name,
      url: entry.link, createdAt: post.createdAt, isDated: post.isDated, blocks: [],
      hasPage: hasPage)
    if let page {
      (article.source, article.hasPage, article.blocks) = (.page, true, page.blocks)
      if article.title.isEmpty { article.title = page.title ?? "" }
      article.author = article.author ?? page.author
      if !article.isDated, let date = page.createdAt {
        (article.createdAt, article.isDated) = (date, true)
      }
    } else {
      article.blocks = entryBlocks(of: entry, post)
      article.isExcerpt = isExcerpt(entry)
    }
    return article
  }

  /// Returns the text of an entry, below its attached pictures, unless the text has some, and its
  /// attached films and sounds.
  private func entryBlocks(of entry: ServerEntry, _ post: Post) -> [Article.ArticleBlock] {
    var blocks = articles.blocks(entry.html, at: entry.link)
    if case .heading(let heading, _)? = blocks.first?.content, heading.plain == entry.title {
      blocks.removeFirst()
    }
    let hasPicture = blocks.contains { if case .picture = $0.content { true } else { false } }
    let attached = post.content.photos.compactMap { photo -> Article.ArticleBlock? in
      if photo.kind.isPlayed, let address = photo.address {
        return Article.ArticleBlock(
          .media(label: photo.kind == .audio ? "Audio" : "Video", address: address))
      }
      return hasPicture ? nil : Article.ArticleBlock(.picture(photo, caption: RichText("")))
    }
    return attached + blocks
  }

  /// Returns true if a feed likely carries less than the whole text of an entry.
  private func isExcerpt(_ entry: ServerEntry) -> Bool {
    guard entry.link != nil else { return false }
    let plain = EntryConverter.entryText(of: entry).plain.trimmingBlanks
    return Self.excerptEnds.contains(where: plain.lowercased().hasSuffix)
      || plain.count < Self.wholeLength
  }
}
