package import FeedDomain

/// Articles that a test chooses, of feeds and of pages.
package actor StubArticles: ArticleGateway {
  private let article: Article
  /// What the page gives.
  private let page: Result<Article, ArticleError>
  private var isFetched = false
  /// The places that were stored.
  package private(set) var positions: [Post.ID: ArticlePosition] = [:]

  package init(_ article: Article, page: Result<Article, ArticleError> = .failure(.noArticle)) {
    (self.article, self.page) = (article, page)
  }

  package func article(
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

  /// The addresses that were saved, and the entries that were removed again.
  package private(set) var saved: [String] = []
  package private(set) var removed: [Post.ID] = []

  package func save(_ address: String, title: String?) async throws(ArticleError) -> Article {
    saved.append(address)
    return article
  }

  package func removeSaved(_ post: Post.ID) async throws(ArticleError) { removed.append(post) }

  package func position(in post: Post.ID) async -> ArticlePosition? { positions[post] }

  package func keep(_ position: ArticlePosition, in post: Post.ID) async {
    positions[post] = position
  }
}
