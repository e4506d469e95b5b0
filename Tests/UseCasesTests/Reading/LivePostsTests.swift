import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct LivePostsTests {
  private let setting = Setting()
  private let ada = Post.sample("1")
  private let bo = Post.sample("2", by: "bo")

  private func rows(_ posts: Post...) -> PostRows<Post> {
    var rows = PostRows<Post>()
    rows.replaceRows(with: posts, through: setting.actions)
    return rows
  }

  private func like(_ post: Post) -> StoreChangeSet {
    setting.actions.performChange(.like(post.id.rawValue))
    return StoreChangeSet(posts: [post.id])
  }

  @Test func `rows are shown with pending changes applied`() {
    _ = like(ada)
    var rows = PostRows<Post>()

    rows.replaceRows(with: [ada, bo], through: setting.actions)

    #expect(rows.visibleRows.map(\.userMarks) == [.liked, []])
    #expect(rows.confirmed == [ada, bo])
    #expect(rows.post(ada.id)?.userMarks == .liked)
  }

  @Test func `replaced rows keep the marks of pending changes`() {
    var rows = rows(ada, bo)
    rows.applyActionReport(
      .heldBack(.like("2"), until: setting.world.now), through: setting.actions)
    let edited = Post.sample("2", by: "bo", text: "Hello again")

    for posts in [[ada, bo], [ada, edited], [edited, ada], [edited]] {
      rows.replaceRows(with: posts, through: setting.actions)
      #expect(rows.visibleRows == posts)
    }
    rows.removeAllRows()

    #expect(rows.visibleRows == [] && rows.undelivered.marked == [bo.id])
  }

  @Test func `a change set updates only the posts that it names`() {
    var rows = rows(ada, bo)
    _ = like(bo)

    rows.applyPendingChanges(like(ada), through: setting.actions)
    #expect(rows.visibleRows.map(\.userMarks) == [.liked, []])
    rows.applyPendingChanges(through: setting.actions)

    #expect(rows.visibleRows.map(\.userMarks) == [.liked, .liked])
  }

  @Test func `a change set of streams updates no posts`() {
    var rows = rows(ada)
    _ = like(ada)

    rows.applyPendingChanges(StoreChangeSet(feeds: [.home]), through: setting.actions)

    #expect(rows.visibleRows == [ada])
  }

  @Test func `a confirmed post is shown with the next update of the rows`() {
    var rows = rows(ada, bo)
    let edited = Post.sample("1", text: "Hello again")

    rows.replacePostVersions([edited])

    #expect(rows.visibleRows == [ada, bo] && rows.confirmed == [edited, bo])
    rows.applyPendingChanges(StoreChangeSet(posts: [bo.id]), through: setting.actions)
    #expect(rows.visibleRows == [edited, bo])
  }

  @Test func `a deleted row reappears at its place after undo`() {
    let mine = Post.sample("3", by: "me")
    var rows = rows(mine, ada, mine, bo)
    let change = StoreChangeSet(posts: [mine.id])

    setting.actions.performChange(.delete(mine.id))
    rows.applyPendingChanges(change, through: setting.actions)
    #expect(rows.visibleRows == [ada, bo] && rows.post(mine.id) == nil)
    rows.applyPendingChanges(like(bo), through: setting.actions)
    #expect(rows.visibleRows.map(\.userMarks) == [[], .liked])
    setting.actions.undoLastAction()
    setting.actions.undoLastAction()

    rows.applyPendingChanges(through: setting.actions)
    #expect(rows.visibleRows == [mine, ada, mine, bo])
  }

  @Test func `a row whose deletion was delivered does not reappear`() {
    let mine = Post.sample("3", by: "me")
    var rows = rows(ada, mine)

    rows.applyActionReport(.delivered(.delete(mine.id), .done), through: setting.actions)
    rows.applyActionReport(.changed(StoreChangeSet(posts: [mine.id])), through: setting.actions)

    #expect(rows.visibleRows == [ada] && rows.confirmed == [ada])
  }

  @Test func `a post in several rows is updated in all of them`() {
    var rows = PostRows<FeedEntry>()
    let boost = FeedEntry(id: FeedEntry.ID("b"), post: ada, boostedBy: .sample("bo"))
    rows.replaceRows(with: [FeedEntry(ada), boost], through: setting.actions)

    rows.applyPendingChanges(like(ada), through: setting.actions)

    #expect(rows.visibleRows.map(\.post.userMarks) == [.liked, .liked])
  }

  @Test func `rows without a post stay as they are`() {
    let gap = FeedRow.gap(TimelineGap(id: TimelineGap.ID("g"), older: Cursor("c"), entryBelow: nil))
    var rows = PostRows<FeedRow>()
    rows.replaceRows(with: [.entry(FeedEntry(ada)), gap], through: setting.actions)

    rows.applyPendingChanges(like(ada), through: setting.actions)

    #expect(rows.visibleRows.last == gap)
  }
}
