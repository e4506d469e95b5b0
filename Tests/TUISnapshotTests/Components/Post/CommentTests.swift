import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import Words

/// What is offered on comments, where they are no posts like others.
@MainActor struct CommentTests {
  private let abilities = PostAbilities(
    marks: [.liked, .bookmarked], canWrite: true, people: .all, repliesAreComments: true)

  private func item(replyTo: String?) -> PostItem {
    PostItem(
      Posts.post(
        "1", by: "Ada", RichText("Yes"),
        reply: replyTo.map { Post.ReplyTarget(to: .init($0), handle: nil) }))
  }

  @Test func `a comment offers a reply, but neither a like nor its likers`() {
    let comment = abilities.keyHintCommands(for: item(replyTo: "0"), at: Posts.now)
    let post = abilities.keyHintCommands(for: item(replyTo: nil), at: Posts.now)

    #expect(comment.contains(.reply))
    #expect(!comment.contains(.like) && !comment.contains(.bookmark) && !comment.contains(.likers))
    #expect(post.contains(.like) && post.contains(.bookmark) && post.contains(.likers))
  }

  @Test(arguments: [Command.like, .likers, .bookmark])
  func `a key that a comment does not support shows the reason`(command: Command) {
    let screen = StreamScreen.pressing(command, on: item(replyTo: "0"), abilities: abilities)

    #expect(screen.said == ["Here you can only read and reply to comments."])
  }

  @Test(arguments: [("ada", true), ("bo", false)])
  func `a service without other profiles opens the user's own profile only`(
    reader: String, isOwn: Bool
  ) {
    let alone = PostAbilities(
      marks: [], canWrite: true, people: [], onlyPerson: Person.ID(reader))
    let comment = item(replyTo: "0")
    let author = comment.post.author.id
    let refusal: SafeText = "This service shows only your own profile."
    let posts = PostViewModelFactory(abilities: alone)

    let pressed = StreamScreen.pressing(.profile, on: comment, abilities: alone)

    #expect(pressed.navigator.routes == (isOwn ? [.profile(author)] : []))
    #expect(pressed.said == (isOwn ? [] : [refusal.string]))
    #expect(posts.refusalReason(of: .openProfile(author), on: comment) == (isOwn ? nil : refusal))
    #expect(alone.keyHintCommands(for: comment, at: Posts.now).contains(.profile) == isOwn)
  }

  @Test func `a comment has no like count`() {
    let posts = PostViewModelFactory(abilities: abilities)

    #expect(posts.likeCount(of: item(replyTo: "0")) == nil)
    #expect(posts.likeCount(of: item(replyTo: nil)) != nil)
  }
}
