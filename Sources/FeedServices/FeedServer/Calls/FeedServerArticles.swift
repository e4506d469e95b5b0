internal import FeedDomain

/// A protocol for parsing and storing articles of a feed server's entries, implemented by the
/// service for web feeds.
protocol EntryArticleStore: Sendable {
  /// Parses the HTML of a feed server's entry into blocks of an article; relative links begin at
  /// `address`.
  func articleBlocks(_ html: String, at address: String?) -> [Article.ArticleBlock]
  /// Returns the stored article from the web page of a feed server's entry; nil if the page was not
  /// fetched.
  func cachedPageArticle(of post: Post.ID) -> EntryPageArticle?
  /// Fetches the web page of a feed server's entry; stores and returns the article in the page.
  func fetchPageArticle(at link: String, of post: Post.ID) async throws(ArticleError)
    -> EntryPageArticle
  /// Returns those of some entries at a feed server whose web page is not stored, and whose last
  /// fetch did not fail a short time ago.
  func postsDueForPageFetch(among posts: [Post.ID]) -> [Post.ID]
  /// Returns those of some entries at a feed server whose web page is not fetched by itself at
  /// present, since its last fetch failed, with the times from which it is fetched again.
  func webPageRetryTimes(among posts: [Post.ID]) -> [Post.ID: Timestamp]
  func storedArticlePosition(in post: Post.ID) -> ArticlePosition?
  func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID)
  func deleteAllArticles()
  /// The ids of the entries whose web page is stored.
  var postsWithPage: Set<Post.ID> { get }
  /// Returns the text of the stored web page of a feed server's entry; nil if the page was not
  /// fetched.
  func storedWebPageText(of post: Post.ID) -> String?
}

/// An article that was found in the web page of a feed server's entry.
struct EntryPageArticle: Sendable {
  let blocks: [Article.ArticleBlock]
  var title: String?
  var author: String?
  var createdAt: Timestamp?
}

/// A gateway for articles of a feed server: the text of entries as sent by the server, or as on
/// their web pages.
struct FeedServerArticles: ArticleGateway {
  let connection: FeedServerConnection
  let articles: any EntryArticleStore

  // Articles are made on another thread than the caller's, as a long text takes some time.
  @concurrent
  func storedArticle(_ post: Post.ID, from source: Article.ArticleSource?) async throws(FeedError)
    -> Article
  {
    let entry = try await connection.cachedOrFetchedEntry(post)
    let page = articles.cachedPageArticle(of: Post.ID(entry.id.text))
    return await makeEntryArticle(
      entry, source == .feed ? nil : page, hasPage: source == .feed && page != nil)
  }

  @concurrent
  func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article {
    let entry: FeedServerEntry
    do throws(FeedError) { entry = try await connection.cachedOrFetchedEntry(post) } catch {
      throw .service(error)
    }
    guard let link = entry.link else { throw .noAddress }
    let page = try await articles.fetchPageArticle(at: link, of: Post.ID(entry.id.text))
    return await makeEntryArticle(entry, page, hasPage: false)
  }

  func entriesDueForPageFetch(among posts: [Post.ID]) async -> [Post.ID] {
    let names = posts.compactMap { post in
      FeedServerEntryConverter.entryID(of: post).map { (post: post, name: Post.ID($0.text)) }
    }
    let missing = Set(articles.postsDueForPageFetch(among: names.map(\.name)))
    return names.filter { missing.contains($0.name) }.map(\.post)
  }

  func webPageRetryTimes(among posts: [Post.ID]) async -> [Post.ID: Timestamp] {
    let names = posts.compactMap { post in
      FeedServerEntryConverter.entryID(of: post).map { (post: post, name: Post.ID($0.text)) }
    }
    let paused = articles.webPageRetryTimes(among: names.map(\.name))
    return names.reduce(into: [:]) { $0[$1.post] = paused[$1.name] }
  }

  /// Throws an error, since addresses of pages are saved by the account with web feeds, not by a
  /// feed server.
  func saveAddressLocallyForLater(_ address: String, title: String?) async throws(ArticleError)
    -> SavedLinkArticle
  {
    throw .service(.refused(nil))
  }

  func removeLocallySavedEntry(_ post: Post.ID) async throws(ArticleError) {
    throw .service(.refused(nil))
  }

  func storedArticlePosition(in post: Post.ID) async -> ArticlePosition? {
    FeedServerEntryConverter.entryID(of: post).flatMap {
      articles.storedArticlePosition(in: Post.ID($0.text))
    }
  }

  func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID) async {
    guard let name = FeedServerEntryConverter.entryID(of: post) else { return }
    articles.storeArticlePosition(position, in: Post.ID(name.text))
  }

  private func makeEntryArticle(
    _ entry: FeedServerEntry, _ page: EntryPageArticle?, hasPage: Bool
  ) async -> Article {
    let post = await connection.converter.shortenedEntryPost(entry)
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
      article.blocks = entryArticleBlocks(of: entry, post)
      article.isExcerpt = isExcerpt(entry)
    }
    return article
  }

  /// Returns the text of a feed server's entry as blocks of an article: attached videos and audio
  /// files, and pictures if the text has none, then the text without a heading that repeats the
  /// title.
  private func entryArticleBlocks(of entry: FeedServerEntry, _ post: Post) -> [Article.ArticleBlock]
  {
    var blocks = articles.articleBlocks(entry.html, at: entry.link)
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

  /// Returns true if the text of an entry shows that it is cut, or is missing. Feed servers send
  /// the text in one field, whether it is the whole one or a summary, so that a short text counts
  /// as whole.
  private func isExcerpt(_ entry: FeedServerEntry) -> Bool {
    guard entry.link != nil else { return false }
    let plain = FeedServerEntryConverter.entryText(of: entry).plain.trimmingBlanks
    if plain.isEmpty { return entry.enclosures.isEmpty }
    return ExcerptDetection.endsLikeExcerpt(plain)
      || plain.count < ExcerptDetection.minimumWholeTextLength
        && ExcerptDetection.hasTeaserElement(entry.html)
  }
}
