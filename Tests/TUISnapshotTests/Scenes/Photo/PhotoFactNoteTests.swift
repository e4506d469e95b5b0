import FeedDomain
import Terminal
import Testing

@testable import Console
@testable import Preferences
@testable import Scenes
@testable import Words

/// What is said in the place of a number that is not told.
@MainActor struct PhotoFactNoteTests {
  @Test func `a permission that is missing is named`() {
    let post = PhotoScreen.lake()
    let facts = PhotoFactFactory(wording: Wording()).photoFacts(
      of: post.content.photos[0], in: post, PhotoDetails(lacksInsightPermission: true))

    #expect(
      facts.contains {
        $0.name == "Statistics"
          && $0.value.string.contains("instagram_business_manage_insights")
      })
  }

  @Test func `numbers that are not told are not shown`() {
    let presenter = ProfileCountFactory(wording: Wording(), lists: .all)
    let person = Person(
      id: Person.ID("ada"), handle: "ada", name: "Ada",
      counts: .init(followers: nil, following: nil, posts: 41))

    #expect(presenter.profileCounts(of: person).map(\.words.string) == ["41 posts"])
  }

  @Test func `how many like a photo is left out where nobody tells`() {
    let lake = PhotoScreen.lake()
    let post = lake.replacingCountsAndMarks(counts: .untold, own: [])
    let none = lake.replacingCountsAndMarks(counts: Post.PostCounts(), own: [])
    func likes(of post: Post) -> String? {
      PhotoFactFactory(wording: Wording()).photoFacts(of: post.content.photos[0], in: post, nil)
        .first { $0.name == "Likes" }?.value.string
    }

    #expect(likes(of: post) == nil)
    #expect(likes(of: none) == "0")
  }

  @Test(arguments: [false, true])
  func `a count that nobody tells is not shown as none`(isPlain: Bool) {
    let posts = PostViewModelFactory(options: DisplayOptions(isPlain: isPlain))
    func words(_ counts: Post.PostCounts, _ own: Post.UserPostMarks = []) -> [String] {
      posts.postCounts(of: PostItem(Posts.post("1", RichText("x"), counts: counts, own: own)))
        .map { $0.sign.string + $0.number.string }
    }

    #expect(words(.untold) == (isPlain ? [] : ["↩", "↻", "♡"]))
    #expect(
      words(.untold, [.liked, .boosted])
        == (isPlain ? ["boosted", "liked"] : ["↩", "↻", "♥"]))
    #expect(
      words(Post.PostCounts(replies: 2, boosts: nil, likes: nil))
        == (isPlain ? ["2 replies"] : ["↩2", "↻", "♡"]))
  }

  @Test func `the command line prints the counts that are told, and null for the others in JSON`() {
    let post = Posts.post(
      "1", RichText("x"), counts: Post.PostCounts(replies: nil, boosts: nil, likes: 7))

    let lines = PostFormatter(wording: Wording(), now: Posts.now).printedLines(for: FeedEntry(post))
    let json = JSONValue.postObject(post).jsonLine()

    #expect(lines.last?.spans.map(\.text.string).joined() == "  7 likes · 1")
    #expect(json.contains("\"replies\":null,\"boosts\":null,\"likes\":7"))
  }

  @Test func `what takes no answers offers none`() {
    let closed = PostItem(changedCopy(Posts.post("1", RichText("x"))) { $0.canBeAnswered = false })

    #expect(!PostAbilities.all.keyHintCommands(for: closed, at: Posts.now).contains(.reply))
    #expect(
      StreamScreen.pressing(.reply, on: closed, abilities: .all).said
        == ["You cannot reply to this post."])
  }
}
