import Doubles
import FeedDomain

/// A stream of one post, whose pages lead on for ever.
actor EndlessFeeds: FeedGateway {
  private(set) var asked = 0

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    asked += 1
    let entries = asked % 2 == 1 ? [FeedEntry(.sample("1"))] : []
    return FeedPage(entries, older: asked < 5000 ? Cursor("\(asked)") : nil)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation { throw .notFound }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> { Page([]) }
}
