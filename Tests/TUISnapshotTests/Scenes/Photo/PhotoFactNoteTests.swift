import FeedDomain
import Terminal
import Testing

@testable import Console
@testable import Preferences
@testable import Scenes
@testable import Words

/// What is said in the place of a number that is not told.
@MainActor struct PhotoFactNoteTests {
  @Test func `a missing permission for statistics is named in the photo's facts`() {
    let post = PhotoScreen.lake()
    let facts = PhotoFactFactory(wording: Wording()).photoFacts(
      of: post.content.photos[0], in: post, PhotoDetails(lacksInsightPermission: true))

    #expect(
      facts.contains {
        $0.name == "Statistics"
          && $0.value.string.contains("instagram_business_manage_insights")
      })
  }

  @Test func `counts that the service does not tell are left out of a profile`() {
    let presenter = ProfileCountFactory(wording: Wording(), lists: .all)
    let person = Person(
      id: Person.ID("ada"), handle: "ada", name: "Ada",
      counts: .init(followers: nil, following: nil, posts: 41))

    #expect(presenter.profileCounts(of: person).map(\.words.string) == ["41 posts"])
  }

  @Test func `a photo's facts leave out unknown likes, and show none as 0`() {
    let lake = PhotoScreen.lake()
    let post = lake.replacingCountsAndMarks(counts: .unknown, marks: [])
    let none = lake.replacingCountsAndMarks(counts: Post.PostCounts(), marks: [])
    func likes(of post: Post) -> String? {
      PhotoFactFactory(wording: Wording()).photoFacts(of: post.content.photos[0], in: post, nil)
        .first { $0.name == "Likes" }?.value.string
    }

    #expect(likes(of: post) == nil)
    #expect(likes(of: none) == "0")
  }

  @Test(arguments: [false, true])
  func `an unknown count of a post is not drawn as zero`(isPlain: Bool) {
    let posts = PostViewModelFactory(options: DisplayOptions(isPlain: isPlain))
    func words(_ counts: Post.PostCounts, _ own: Post.UserPostMarks = []) -> [String] {
      posts.postCounts(of: PostItem(Posts.post("1", RichText("x"), counts: counts, own: own)))
        .map { $0.symbol.string + $0.number.string }
    }

    #expect(words(.unknown) == (isPlain ? [] : ["↩", "↻", "♡"]))
    #expect(
      words(.unknown, [.liked, .boosted])
        == (isPlain ? ["boosted", "liked"] : ["↩", "↻", "♥"]))
    #expect(
      words(Post.PostCounts(replies: 2, boosts: nil, likes: nil))
        == (isPlain ? ["2 replies"] : ["↩2", "↻", "♡"]))
  }

  @Test func `the command line prints known counts, and null for unknown ones in JSON`() {
    let post = Posts.post(
      "1", RichText("x"), counts: Post.PostCounts(replies: nil, boosts: nil, likes: 7))

    let lines = PostFormatter(wording: Wording(), now: Posts.now).printedLines(for: FeedEntry(post))
    let json = JSONValue.postJSONObject(post).jsonLine()

    #expect(lines.last?.spans.map(\.text.string).joined() == "  7 likes · 1")
    #expect(json.contains("\"replies\":null,\"boosts\":null,\"likes\":7"))
  }

  @Test func `a post that cannot be replied to has no reply hint, and the reply key says why`() {
    let closed = PostItem(changedCopy(Posts.post("1", RichText("x"))) { $0.canBeAnswered = false })

    #expect(!PostAbilities.all.keyHintCommands(for: closed, at: Posts.now).contains(.reply))
    #expect(
      StreamScreen.pressing(.reply, on: closed, abilities: .all).said
        == ["You cannot reply to this post."])
  }
}
