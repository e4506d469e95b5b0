import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// How it looks to catch up.
@MainActor @Suite struct CatchUpTests {
  private let view: CatchUpView
  private let presenter: CatchUpScenePresenter

  init() {
    presenter = CatchUpScenePresenter(posts: CatchUpFixture.posts, keys: .defaults)
    view = CatchUpView(
      interactor: Spy<CatchUpScene.SceneRequest>(), posts: CatchUpFixture.posts, world: StillWorld()
    )
    presenter.display = view
  }

  /// Ada wrote a thread, Bo a line, Cy answered the user, and what Di wrote was boosted twice.
  private func showAll(by order: CatchUpOrder = .people) {
    let fog = LinkPreview(url: "https://example.org/fog", title: "Why fog is quiet", summary: "")
    var posts = [
      Posts.post(
        "c", by: "Cy", RichText("So it was."),
        reply: .init(to: .init("0"), handle: Posts.account.handle)),
      CatchUpFixture.post("b", by: "Bo", "A line.", card: fog),
      CatchUpFixture.post("1", by: "Ada", "Five things about fog.", card: fog),
    ]
    for number in 2...5 {
      posts.append(
        CatchUpFixture.post(
          "\(number)", by: "Ada", "Number \(number).", answering: posts[posts.count - 1].id))
    }
    var muted = CatchUpFixture.post("m", by: "Ed")
    muted.content.foldingMute = "trams"
    posts.append(muted)
    var state = CatchUpFixture.missed(
      posts, boosts: [(CatchUpFixture.post("d", by: "Di", "Look up."), ["Bo", "Ada"])], by: order)
    state.unreadCount = 8
    presenter.present(state)
  }

  private func draw(_ columns: Int, _ rows: Int) -> String {
    view.screen(
      CellSize(rows: rows, columns: columns), now: Posts.now, pictures: NoPictures()
    ).text
  }

  @Test func `at eighty columns the catch-up is one list, posts for the user first`() {
    showAll()

    #expect(
      draw(80, 24) == """
         Catch-up: Home                                              by person · 8 left
          For you · 1 post ────────────────────────────────────────────────────────────
        ▌ Cy  @cy@example.social · 3m
        ▌ ↩ replying to @mei@example.social
        ▌ So it was.
        ▌ ↩      ↻      ♡

          Shared by several ───────────────────────────────────────────────────────────
          Why fog is quiet
          shared by Ada and Bo

          Bo  @bo@example.social · 3m
          A line.
          ╭──────────────────────────────────────────────────────────────────────╮
          │ example.org                                                          │
          │ Why fog is quiet                                                     │
          ╰──────────────────────────────────────────────────────────────────────╯


          Ada · 5 posts ───────────────────────────────────────────────────────────────
          3m
          Five things about fog.
          ╭──────────────────────────────────────────────────────────────────────╮
         Esc back  Enter open  l like  R reply  Tab next  m mark read  A mark all
        """)
  }

  @Test func `the catch-up is readable at forty columns`() {
    showAll()

    #expect(
      draw(40, 12) == """
         Catch-up: Home      by person · 8 left
          For you · 1 post ────────────────────
        ▌ Cy  @cy@example.social · 3m
        ▌ ↩ replying to @mei@example.social
        ▌ So it was.
        ▌ ↩      ↻      ♡

          Shared by several ───────────────────
          Why fog is quiet
          shared by Ada and Bo

         Esc back  Enter open  l like  R reply
        """)
  }

  @Test func `on a wide screen the catch-up has a column per person`() {
    showAll()

    #expect(
      draw(200, 24) == """
         Catch-up: Home                                                                                                                                                                      by person · 8 left
          For you · 1 post ──────────────────────────────   Bo  @bo@example.social · 3m                       Ada · 5 posts ─────────────────────────────────   Boosted by people you follow · 1 post ─────────
        ▌ Cy  @cy@example.social · 3m                       A line.                                           3m                                                ↻ boosted by Bo and Ada
        ▌ ↩ replying to @mei@example.social                 ╭─────────────────────────────────────────────╮   Five things about fog.                            Di  @di@example.social · 3m
        ▌ So it was.                                        │ example.org                                 │   ╭─────────────────────────────────────────────╮   Look up.
        ▌ ↩      ↻      ♡                                   │ Why fog is quiet                            │   │ example.org                                 │
                                                            ╰─────────────────────────────────────────────╯   │ Why fog is quiet                            │
          Shared by several ─────────────────────────────                                                     ╰─────────────────────────────────────────────╯   1 hidden by your mutes and filters
          Why fog is quiet
          shared by Ada and Bo
                                                                                                              ┆ 3 more in between · Enter shows them

                                                                                                              3m
                                                                                                              ↩ replying
                                                                                                              Number 5.








         Esc back  Enter open  l like  R reply  Tab next  m mark read  A mark all  v view  ? help  b boost  B bookmark  p author  L liked by
        """)
  }

  @Test func `a few columns share all of a wide screen`() {
    let posts = (1...8).map { number in
      CatchUpFixture.post("\(number)", by: number < 5 ? "Ada" : "Bo", "Number \(number).")
    }
    presenter.present(CatchUpFixture.missed(posts))

    _ = draw(200, 24)

    #expect(view.columns.places.map(\.cells) == [0..<100, 100..<200])
  }

  @Test func `the names of those who shared a link take two lines if they need them`() {
    let fog = LinkPreview(url: "https://example.org/fog", title: "Why fog is quiet", summary: "")
    let names = ["Alexandra Papadakis", "Bartholomew Lindqvist", "Cy"]
    presenter.present(
      CatchUpFixture.missed(
        names.map { CatchUpFixture.post($0, by: $0, "Look.", card: fog) }))

    #expect(draw(40, 24).contains("▌ shared by Cy, Bartholomew Lindqvist\n▌ and 1 other\n"))
  }

  @Test func `the arrow keys skip headings and other rows without a post or link`() {
    showAll()
    _ = draw(80, 24)
    #expect(view.pane.selected?.id == .post(Post.ID("c")))

    view.command(.down)
    #expect(view.pane.selected?.id == .link("https://example.org/fog"))
    view.command(.down, .down)
    #expect(view.pane.selected?.id == .post(Post.ID("1")))
    view.command(.up, .up, .up, .up)
    #expect(view.pane.selected?.id == .post(Post.ID("c")))
  }

  @Test func `Tab selects the next group, and Shift-Tab the previous one`() {
    showAll()
    _ = draw(80, 24)

    view.command(.nextStream, .nextStream, .nextStream)
    #expect(view.pane.selected?.id == .post(Post.ID("1")))
    view.command(.previousStream)
    #expect(view.pane.selected?.id == .post(Post.ID("b")))
  }

  @Test func `on a wide screen arrows and clicks select posts in other columns`() {
    showAll()
    _ = draw(200, 24)
    let first = view.pane.selected?.id

    view.command(.right)
    #expect(view.pane.selected?.id == .post(Post.ID("b")))
    view.command(.left)
    #expect(view.pane.selected?.id == first)
    view.click(row: 1, column: 54)
    #expect(view.pane.selected?.id == .post(Post.ID("b")))
  }

  @Test func `the selected post stays selected when the screen becomes narrow`() {
    showAll()
    _ = draw(200, 24)
    view.command(.right)

    _ = draw(80, 24)

    #expect(view.pane.selected?.id == .post(Post.ID("b")))
  }

  @Test func `another order begins at the top at once, even if it shows the same rows`() {
    let posts = ["1", "2", "3"].map { CatchUpFixture.post($0, by: "Ada") }
    presenter.present(CatchUpFixture.missed(posts, by: .time))
    _ = draw(80, 24)
    let first = view.pane.selected?.id
    view.command(.down)

    presenter.present(CatchUpFixture.missed(posts, by: .likes))
    #expect(view.pane.selected?.id == first)
    view.command(.down)
    let second = view.pane.selected?.id

    let liked = [posts[0], posts[1].settingMark(.liked, isSet: true), posts[2]]
    presenter.present(CatchUpFixture.missed(liked, by: .likes))
    #expect(second != first && view.pane.selected?.id == second)
  }
}

/// The line on top of a stream whose reader was away.
@MainActor @Suite struct MissedTests {
  private func screen(
    since: Timestamp, isUncounted: Bool = false, columns: Int = 80, rows: Int = 24
  ) -> StreamScreen {
    let screen = StreamScreen(columns: columns, rows: rows).show()
    screen.present {
      $0.status = .init(
        unread: 143, awaySince: since, isUncounted: isUncounted, fetchedAt: Posts.now,
        isEmpty: false)
    }
    return screen
  }

  @Test(arguments: [
    (3_600 * 26, false, "143 new since yesterday 20:13 · K catches up"),
    (3_600 * 26, true, "more than 143 new since yesterday 20:13 · K catches up"),
    (3_600 * 3, false, "143 new since 19:13 · K catches up"),
    (3_600 * 60, false, "143 new since Nov 12 10:13 · K catches up"),
  ])
  func `after an absence a line counts the new posts, says since when, and names the catch-up key`(
    seconds: Int, isUncounted: Bool, words: String
  ) {
    let screen = screen(
      since: Posts.now.timeAdvanced(by: .seconds(-seconds)), isUncounted: isUncounted)

    #expect(screen.text.contains(words))
  }

  @Test func `between panes the offer to catch up stands in the title, without moving the posts`() {
    let screen = screen(since: Posts.now.timeAdvanced(by: .seconds(-7_200)))
    var canvas = Canvas(size: CellSize(rows: 22, columns: 80))

    screen.view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now, hasTitle: true))

    #expect(!canvas.text.contains("new since"))
    #expect(screen.view.title.rightText.map(\.text) == ["143 new since 20:13 · K catches up"])
  }

  @Test func `without a blank row for the offer, only the bottom line offers the catch-up`() {
    let screen = screen(since: Posts.now.timeAdvanced(by: .seconds(-7_200)), rows: 12)

    #expect(!screen.text.contains("new since"))
    #expect(screen.view.hints.contains(.catchUp))
  }

  @Test func `the key or a click on the line opens the catch-up, and returning resumes the stream`()
  {
    let screen = screen(since: Posts.now.timeAdvanced(by: .seconds(-7_200)))
    screen.view.sceneDidAppear()
    _ = screen.draw()

    screen.press(.catchUp)
    screen.view.sceneDidAppear()
    screen.view.click(row: 0, column: 3)

    #expect(screen.navigator.routes == [.catchUp(.home), .catchUp(.home)])
    #expect(screen.asked.filter { $0 == .resumeAfterCatchUp } == [.resumeAfterCatchUp])
  }
}
