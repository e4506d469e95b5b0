import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct LivePostsTests {
  private let setting = Setting()
  private let ada = Post.sample("1")
  private let bo = Post.sample("2", by: "bo")

  private func rows(_ posts: Post...) -> LivePosts<Post> {
    var rows = LivePosts<Post>()
    _ = rows.adopt(posts, through: setting.actions)
    return rows
  }

  private func like(_ post: Post) -> ChangeSet {
    setting.actions.perform(.like(post.id.rawValue))
    return ChangeSet(posts: [post.id])
  }

  @Test func `rows are shown with the waiting actions`() {
    _ = like(ada)
    var rows = LivePosts<Post>()

    let news = rows.adopt([ada, bo], through: setting.actions)

    #expect(news == .rows)
    #expect(rows.shown.map(\.own) == [.liked, []])
    #expect(rows.confirmed == [ada, bo])
    #expect(rows.post(ada.id)?.own == .liked)
  }

  @Test func `of the same rows only the posts that changed are told`() {
    var rows = rows(ada, bo)
    let edited = Post.sample("2", by: "bo", text: "Hello again")

    #expect(rows.adopt([ada, bo], through: setting.actions) == .nothing)
    #expect(rows.adopt([ada, edited], through: setting.actions) == .posts([edited]))
    #expect(rows.adopt([edited, ada], through: setting.actions) == .rows)
    #expect(rows.adopt([edited], through: setting.actions) == .rows)
  }

  @Test func `what a change names is looked at anew, and nothing else`() {
    var rows = rows(ada, bo)
    _ = like(bo)

    let other = rows.overlay(like(ada), through: setting.actions)

    #expect(other == .posts([setting.actions.shown(ada)]))
    #expect(rows.shown.map(\.own) == [.liked, []])
    let rest = rows.overlay(through: setting.actions)
    #expect(rest == .posts([setting.actions.shown(bo)]))
  }

  @Test func `streams that changed say nothing of posts`() {
    var rows = rows(ada)
    _ = like(ada)

    #expect(rows.overlay(ChangeSet(feeds: [.home]), through: setting.actions) == .nothing)
  }

  @Test func `a post that is confirmed shows with the next look`() {
    var rows = rows(ada, bo)
    let edited = Post.sample("1", text: "Hello again")

    rows.confirm([edited])

    #expect(rows.shown == [ada, bo] && rows.confirmed == [edited, bo])
    #expect(rows.overlay(ChangeSet(posts: [bo.id]), through: setting.actions) == .posts([edited]))
    #expect(rows.shown == [edited, bo])
  }

  @Test func `a row that is taken away comes back where it was`() {
    let mine = Post.sample("3", by: "me")
    var rows = rows(ada, mine, bo)
    let change = ChangeSet(posts: [mine.id])

    setting.actions.perform(.delete(mine.id))
    #expect(rows.overlay(change, through: setting.actions) == .rows)
    #expect(rows.shown == [ada, bo] && rows.post(mine.id) == nil)
    setting.actions.undo()

    #expect(rows.overlay(change, through: setting.actions) == .rows)
    #expect(rows.shown == [ada, mine, bo])
  }

  @Test func `a post that was deleted does not come back once no change hides it`() {
    let mine = Post.sample("3", by: "me")
    var rows = rows(ada, mine)

    rows.receive(.delivered(.delete(mine.id), .done), through: setting.actions)
    rows.receive(.changed(ChangeSet(posts: [mine.id])), through: setting.actions)

    #expect(rows.shown == [ada] && rows.confirmed == [ada])
  }

  @Test func `a post in several rows is told once`() {
    var rows = LivePosts<FeedEntry>()
    let boost = FeedEntry(id: FeedEntry.ID("b"), post: ada, boostedBy: .sample("bo"))
    _ = rows.adopt([FeedEntry(ada), boost], through: setting.actions)

    let news = rows.overlay(like(ada), through: setting.actions)

    #expect(news == .posts([setting.actions.shown(ada)]))
    #expect(rows.shown.map(\.post.own) == [.liked, .liked])
  }

  @Test func `rows without a post stay as they are`() {
    let gap = FeedRow.gap(Gap(id: Gap.ID("g"), older: Cursor("c"), below: nil))
    var rows = LivePosts<FeedRow>()
    _ = rows.adopt([.entry(FeedEntry(ada)), gap], through: setting.actions)

    #expect(rows.overlay(like(ada), through: setting.actions) != .rows)
    #expect(rows.shown.last == gap)
    let other = FeedRow.gap(Gap(id: Gap.ID("h"), older: Cursor("c"), below: nil))
    #expect(rows.adopt([rows.confirmed[0], other], through: setting.actions) == .rows)
  }
}
