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

public protocol ArticleGateway: Sendable {
  /// Returns the article of an entry without fetching its web page: the stored article of the page
  /// if there is one, else the feed's; `source` asks for one of the two.
  func storedArticle(_ post: Post.ID, from source: Article.ArticleSource?) async throws(FeedError)
    -> Article
  /// Fetches the page of an entry, and stores its article.
  func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article
  /// Returns those of some entries whose web page is not stored, and whose last fetch did not fail
  /// a short time ago.
  func entriesWithoutPage(among posts: [Post.ID]) async -> [Post.ID]
  /// Adds an address to the entries saved to read later on this machine, fetches the article of its
  /// page, and returns the article. If the page has no article, the address is saved nevertheless.
  func saveAddressForLater(_ address: String, title: String?) async throws(ArticleError) -> Article
  /// Removes an entry from the entries saved to read later, and deletes its article.
  func removeSavedEntry(_ post: Post.ID) async throws(ArticleError)
  /// Returns the stored position in an article at which the user stopped; nil for an article that
  /// was not begun.
  func readingPosition(in post: Post.ID) async -> ArticlePosition?
  func storeReadingPosition(_ position: ArticlePosition, in post: Post.ID) async
}
