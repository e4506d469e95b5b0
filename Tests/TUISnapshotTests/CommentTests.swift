import FeedDomain
import Testing

@testable import TweetieTUI

/// What is offered on comments, where they are no posts like others.
@MainActor struct CommentTests {
  private let abilities = PostAbilities(
    marks: [.liked, .bookmarked], canWrite: true, knowsPeople: true, answersAreComments: true)

  private func item(replyTo: String?) -> PostItem {
    PostItem(
      Posts.post(
        "1", by: "Ada", RichText("Yes"),
        reply: replyTo.map { Post.Reply(to: .init($0), handle: nil) }))
  }

  @Test func `a comment is answered, and neither liked nor are its likers shown`() {
    let comment = abilities.hints(for: item(replyTo: "0"))
    let post = abilities.hints(for: item(replyTo: nil))

    #expect(comment.contains(.reply))
    #expect(!comment.contains(.like) && !comment.contains(.bookmark) && !comment.contains(.likers))
    #expect(post.contains(.like) && post.contains(.bookmark) && post.contains(.likers))
  }

  @Test(arguments: [Command.like, .likers, .bookmark])
  func `why a key does nothing there is said`(command: Command) {
    let intent = PostIntent(
      command, on: item(replyTo: "0"), abilities: abilities, wording: Wording())

    #expect(intent == .say("Comments can only be read and answered here."))
  }

  @Test func `no heart stands below a comment`() {
    let posts = PostPresentation(
      wording: Wording(), abilities: abilities, options: DisplayOptions())

    #expect(posts.likes(of: item(replyTo: "0").post) == nil)
    #expect(posts.likes(of: item(replyTo: nil).post) != nil)
  }
}
