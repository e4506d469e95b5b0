/// A reason why the web page of an entry gave no article.
public enum ArticleError: Error, Equatable, Sendable {
  /// An article error: the entry has no web page.
  case noAddress
  /// An article error: the page has no text that could be an article, as behind a paywall.
  case noArticle
  /// An article error: the address leads to this machine or its network.
  case notPublic
  /// An article error: the address leads to a file that is no web page, such as a PDF.
  case notAPage
  case tooLarge
  case service(FeedError)
  case store(StoreError)
}

/// A gateway for the articles of an account with web feeds.
public protocol ArticleGateway: Sendable {
  /// Returns the stored article of an entry without asking a server: from the entry's page if it
  /// was fetched, unless the text of the feed is asked for.
  func storedArticle(_ post: Post.ID, from source: Article.ArticleSource?) async throws(FeedError)
    -> Article
  /// Fetches the page of an entry, and stores its article.
  func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article
  /// Adds an address to the saved entries, which stay on this machine until they are removed, and
  /// fetches the article of its page. An address whose page has no article is saved as well;
  /// returns the entry's article.
  func saveAddress(_ address: String, title: String?) async throws(ArticleError) -> Article
  /// Removes an entry from the saved ones, with its article.
  func removeSaved(_ post: Post.ID) async throws(ArticleError)
  /// Returns the stored position in an article at which the reader stopped; nil for an article that
  /// was not begun.
  func position(in post: Post.ID) async -> ArticlePosition?
  /// Stores the position in an article at which the reader stops.
  func storePosition(_ position: ArticlePosition, in post: Post.ID) async
}
