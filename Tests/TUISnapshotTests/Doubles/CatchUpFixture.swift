import Doubles
import Terminal

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// Missed posts for the tests.
enum CatchUpFixture {
  static let posts = PostViewModelFactory()

  static func post(
    _ id: String, by author: String, _ text: String = "Hello", answering parent: Post.ID? = nil,
    card: LinkPreview? = nil, photos: [Photo] = []
  ) -> Post {
    Posts.post(
      id, by: author, RichText(text), photos: photos, card: card,
      reply: parent.map { Post.ReplyTarget(to: $0, handle: nil) })
  }

  /// A state with missed posts, given from the oldest.
  static func missed(
    _ posts: [Post], _ span: MissedPostsSpan = .unread, boosts: [(post: Post, by: [String])] = [],
    by order: CatchUpOrder = .people, isCut: Bool = false
  ) -> CatchUpScene.SceneState {
    let rows =
      boosts.flatMap { boost in
        boost.by.map { name in
          FeedRow.entry(
            FeedEntry(
              id: FeedEntry.ID("\(boost.post.id.rawValue)-\(name)"), post: boost.post,
              boostedBy: Posts.person(name)))
        }
      } + posts.reversed().map { FeedRow.entry(FeedEntry($0)) }
    var state = CatchUpScene.SceneState(account: Posts.account, feed: .home)
    (state.span, state.order, state.isCut) = (span, order, isCut)
    state.rows = PostRows(rows)
    state.digest = CatchUpDigest(of: rows, for: Posts.account, by: order)
    return state
  }
}
