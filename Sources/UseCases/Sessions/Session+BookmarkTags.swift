package import FeedDomain

extension Session {
  /// Reads the reader's tags of the account's bookmarks.
  package func bookmarkTags() async throws(StoreError) -> BookmarkTags {
    try await stores.bookmarkTags?.bookmarkTags(of: account.id) ?? BookmarkTags()
  }

  /// Returns a search with its bookmark tags looked up among the reader's.
  func resolvingBookmarkTags(of query: SearchQuery) async throws(StoreError) -> SearchQuery {
    guard query.namesBookmarkTags else { return query }
    return query.resolvingBookmarkTags(in: try await bookmarkTags())
  }
}
