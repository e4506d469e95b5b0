public enum ArticleError: Error, Equatable, Sendable {
  /// An article error: the entry has no web page.
  case noAddress
  /// An article error: text that was to be saved is no address of a web page.
  case notWebAddress(String)
  /// An article error: the web page of the entry has no text that could be an article, as behind a
  /// paywall.
  case noArticle
  /// An article error: the address leads to this machine or its network.
  case notPublic
  /// An article error: the address leads to a file that is no web page, such as a PDF.
  case notAPage
  case tooLarge
  case service(FeedError)
  case store(StoreError)
}

/// A link that was saved to read later, with the article of its page or, if that is missing, the
/// error because of which the page's text could not be fetched.
public struct SavedLinkArticle: Equatable, Sendable {
  public let article: Article
  public let pageError: ArticleError?

  package init(_ article: Article, pageError: ArticleError? = nil) {
    (self.article, self.pageError) = (article, pageError)
  }
}

public protocol ArticleGateway: Sendable {
  /// Returns the article of an entry without fetching its web page: the stored article of the page
  /// if there is one, else the feed's; `source` asks for one of the two.
  func storedArticle(_ post: Post.ID, from source: Article.ArticleSource?) async throws(FeedError)
    -> Article
  /// Fetches the page of an entry, and stores its article.
  func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article
  /// Returns those of some entries whose web page is not stored, and whose last fetch did not fail
  /// a short time ago.
  func entriesDueForPageFetch(among posts: [Post.ID]) async -> [Post.ID]
  /// Returns those of some entries whose web page is not fetched by itself at present, since its
  /// last fetch failed, with the times from which it is fetched again.
  func webPageRetryTimes(among posts: [Post.ID]) async -> [Post.ID: Timestamp]
  /// Adds an address to the entries saved to read later on this machine, and fetches the article of
  /// its page. If the page cannot be fetched or has no article, the address is saved nevertheless.
  func saveAddressLocallyForLater(_ address: String, title: String?) async throws(ArticleError)
    -> SavedLinkArticle
  /// Removes an entry from the entries saved to read later, and deletes its article.
  func removeLocallySavedEntry(_ post: Post.ID) async throws(ArticleError)
  /// Returns the stored position in an article at which the user stopped; nil for an article that
  /// was not begun.
  func storedArticlePosition(in post: Post.ID) async -> ArticlePosition?
  func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID) async
}

extension ArticleGateway {
  public func webPageRetryTimes(among posts: [Post.ID]) async -> [Post.ID: Timestamp] { [:] }
}
