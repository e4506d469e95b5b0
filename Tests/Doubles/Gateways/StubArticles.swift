package import FeedDomain

/// A gateway for articles with the test's article of the feed and of the page.
package actor StubArticles: ArticleGateway {
  private let article: Article
  /// The result of fetching the web page of any entry.
  private let page: Result<Article, ArticleError>
  private var isFetched = false
  /// The reading positions in articles that were stored, by entry.
  package private(set) var positions: [Post.ID: ArticlePosition] = [:]

  package init(_ article: Article, page: Result<Article, ArticleError> = .failure(.noArticle)) {
    (self.article, self.page) = (article, page)
  }

  package func storedArticle(
    _ post: Post.ID, from source: Article.ArticleSource?
  ) async throws(FeedError) -> Article {
    guard post == article.post else { throw .notFound }
    if source != .feed, isFetched, case .success(let page) = page { return page }
    var article = article
    article.hasPage = isFetched
    return article
  }

  package func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article {
    let found = try page.get()
    isFetched = true
    return found
  }

  package func entriesDueForPageFetch(among posts: [Post.ID]) async -> [Post.ID] {
    isFetched ? [] : posts
  }

  /// The addresses of the links that were saved for later reading.
  package private(set) var saved: [String] = []
  package private(set) var removed: [Post.ID] = []

  package func saveAddressLocallyForLater(_ address: String, title: String?)
    async throws(ArticleError)
    -> SavedLinkArticle
  {
    saved.append(address)
    guard case .failure(let error) = page else { return SavedLinkArticle(article) }
    return SavedLinkArticle(article, pageError: error)
  }

  package func removeLocallySavedEntry(_ post: Post.ID) async throws(ArticleError) {
    removed.append(post)
  }

  package func storedArticlePosition(in post: Post.ID) async -> ArticlePosition? { positions[post] }

  package func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID) async {
    positions[post] = position
  }
}
