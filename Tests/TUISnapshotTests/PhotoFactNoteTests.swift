import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

/// What is said in the place of a number that is not told.
@MainActor struct PhotoFactNoteTests {
  @Test func `a permission that is missing is named`() {
    let post = PhotoScreen.lake()
    let facts = PhotoFacts(wording: Wording()).facts(
      of: post.content.photos[0], in: post, PhotoDetails(mayNotCount: true))

    #expect(
      facts.contains {
        $0.name == "Statistics"
          && $0.value.string.contains("instagram_business_manage_insights")
      })
  }

  @Test func `numbers that are not told are not shown`() {
    let presenter = ProfileNumbers(wording: Wording(), lists: .all)
    let person = Posts.person("Ada").counting(.init(followers: nil, following: nil, posts: 41))

    #expect(presenter.counts(of: person).map(\.words.string) == ["41 posts"])
  }

  @Test func `what takes no answers offers none`() {
    let closed = PostItem(Posts.post("1", RichText("x")).answerable(false))

    #expect(!PostAbilities.all.hints(for: closed).contains(.reply))
    #expect(
      PostIntent(.reply, on: closed, abilities: .all, wording: Wording())
        == .say("Nothing can be said about this post."))
  }
}
