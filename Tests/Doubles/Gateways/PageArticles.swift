package import FeedDomain

/// A gateway for articles whose pages are all found but some, which records the requests.
package actor PageArticles: ArticleGateway {
  private let failing: Set<Post.ID>
  private let isExcerpt: Bool
  /// The entries whose pages are not fetched before a time.
  private let paused: [Post.ID: Timestamp]
  /// The entries whose pages were asked for, in the order of the requests.
  package private(set) var asked: [Post.ID] = []
  /// The largest numbers of requests that were under way at a time, by author, and in all.
  package private(set) var mostAtOnce: [String: Int] = [:]
  private var underWay: [String: Int] = [:]

  package init(
    failing: Set<Post.ID> = [], isExcerpt: Bool = true, paused: [Post.ID: Timestamp] = [:]
  ) {
    (self.failing, self.isExcerpt, self.paused) = (failing, isExcerpt, paused)
  }

  package func storedArticle(
    _ post: Post.ID, from source: Article.ArticleSource?
  ) async throws(FeedError) -> Article {
    Article(
      post: post, title: "", createdAt: Timestamp(milliseconds: 0), blocks: [],
      isExcerpt: isExcerpt)
  }

  package func fetchArticle(_ post: Post.ID) async throws(ArticleError) -> Article {
    asked.append(post)
    // The ids are of the form "feed/entry".
    let keys = [String(post.rawValue.prefix { $0 != "/" }), ""]
    for key in keys {
      underWay[key, default: 0] += 1
      mostAtOnce[key] = max(mostAtOnce[key] ?? 0, underWay[key] ?? 0)
    }
    // Waits for a second page of the feed, so that pages that are fetched at a time overlap.
    for _ in 0..<1_000 where (underWay[keys[0]] ?? 0) < 2 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    for key in keys { underWay[key, default: 1] -= 1 }
    guard !failing.contains(post) else { throw .noArticle }
    return Article(
      post: post, title: "", createdAt: Timestamp(milliseconds: 0), blocks: [], source: .page)
  }

  package func entriesDueForPageFetch(among posts: [Post.ID]) async -> [Post.ID] {
    posts.filter { !asked.contains($0) && paused[$0] == nil }
  }

  package func webPageRetryTimes(among posts: [Post.ID]) async -> [Post.ID: Timestamp] {
    paused.filter { posts.contains($0.key) }
  }

  package func saveAddressLocallyForLater(_ address: String, title: String?)
    async throws(ArticleError)
    -> SavedLinkArticle
  {
    throw .noAddress
  }

  package func removeLocallySavedEntry(_ post: Post.ID) async throws(ArticleError) {}
  package func storedArticlePosition(in post: Post.ID) async -> ArticlePosition? { nil }
  package func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID) async {}
}
