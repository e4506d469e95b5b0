import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct VotingTests {
  private let interactor = Spy<VotingScene.SceneRequest>()
  private let navigator = NavigatorSpy()

  @Test func `a poll is drawn at 80 by 24`() {
    let (view, presenter) = scene()

    presenter.present(VotingScene.SceneState(post(), .open))

    #expect(
      view.drawn(rows: 22, columns: 80).text == """



                 ╭────────────────────────────────────────────────────────────╮
                 │                                                            │
                 │  Which loaf for Sunday?                                    │
                 │                                                            │
                 │  › ( ) Rye                                            62%  │
                 │    ( ) Spelt                                          38%  │
                 │                                                            │
                 │  50 votes · closes in 2 h                                  │
                 │  Choose one answer.                                        │
                 │                                                            │
                 │  Enter vote   Space choose   Esc back                      │
                 │                                                            │
                 ╰────────────────────────────────────────────────────────────╯






        """)
  }

  @Test func `a poll is drawn at 40 by 12`() {
    let (view, presenter) = scene()

    presenter.present(VotingScene.SceneState(post(several: true), .open))
    view.command(.pageDown, .down, .pageDown)

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
        ╭──────────────────────────────────────╮
        │                                      │
        │  Which loaf for Sunday?              │
        │    [x] Rye                      62%  │
        │  › [x] Spelt                    38%  │
        │  50 votes · closes in 2 h            │
        │  Choose one or more answers.         │
        │  Space choose   Enter vote           │
        │                                      │
        ╰──────────────────────────────────────╯
        """)
  }

  @Test func `a poll at 20 by 6 fills the screen`() {
    let (view, presenter) = scene()

    presenter.present(VotingScene.SceneState(post(), .open))

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        Which loaf for
        › ( ) Rye        62%
          ( ) Spelt      38%
        Enter vote
        """)
  }

  @Test func `a poll at 200 by 60 keeps its size`() {
    let (view, presenter) = scene()

    presenter.present(VotingScene.SceneState(post(), .open))

    let canvas = view.drawn(rows: 58, columns: 200)
    #expect(canvas.text.contains("│  › ( ) Rye"))
    #expect(canvas.rows.allSatisfy { row in row.prefix(60).allSatisfy { $0.character == " " } })
  }

  @Test func `Enter votes for the selected answer`() {
    let (view, presenter) = scene()
    presenter.present(VotingScene.SceneState(post(), .open))

    view.command(.down, .open)

    #expect(interactor.values == [.open(.init("p")), .vote([1])])
  }

  @Test func `choosing an answer replaces the other in a single-choice poll`() {
    let (view, presenter) = scene()
    presenter.present(VotingScene.SceneState(post(), .open))

    #expect(view.handlesKeyItself(" "))
    _ = view.handleEvent(.key(" "))
    view.command(.stream(2), .top, .open)

    #expect(interactor.values.last == .vote([1]))
  }

  @Test func `a multiple-choice poll sends all chosen answers`() {
    let (view, presenter) = scene()
    presenter.present(VotingScene.SceneState(post(several: true), .open))

    view.command(.stream(2), .stream(1), .stream(2), .stream(2), .open)

    #expect(interactor.values.last == .vote([0, 1]))
  }

  @Test func `the poll overlay closes after voting`() {
    let (view, presenter) = scene()
    presenter.present(VotingScene.SceneState(post(), .open))

    presenter.perform(.leave(nil))

    #expect(navigator.routes == [.back])
    withExtendedLifetime(view) {}
  }

  @Test(arguments: [
    (VotingScene.VotePermission.voted, "You have voted."), (.closed, "The poll is closed."),
    (.ownPoll, "You cannot vote in your own poll."),
  ])
  func `the reason why voting is impossible is shown, and Enter closes`(
    standing: VotingScene.VotePermission, words: String
  ) {
    let (view, presenter) = scene()
    presenter.present(VotingScene.SceneState(post(chosen: standing == .voted ? [1] : []), standing))
    let text = view.drawn(rows: 22, columns: 80).text

    view.command(.pageDown, .open)

    #expect(text.contains(words) && !text.contains("›"))
    #expect(text.contains("(x) Spelt") == (standing == .voted))
    #expect(interactor.values == [.open(.init("p"))])
    #expect(navigator.routes == [.back])
  }

  @Test func `a click chooses an answer of the poll`() {
    let (view, presenter) = scene()
    presenter.present(VotingScene.SceneState(post(several: true), .open))
    _ = view.drawn(rows: 4, columns: 20)

    view.click(row: 2, column: 4)
    view.command(.open)

    #expect(interactor.values.last == .vote([1]))
  }

  @Test func `many answers scroll, and control characters stay in their rows`() {
    let (view, presenter) = scene()
    let evil = "\u{1b}[2Jx\n\u{9b}y"
    let poll = Poll(
      options: (1...30).map { .init(title: "\($0) " + evil, votes: nil) }, closesAt: nil)
    let asked = Posts.post("p", RichText(evil), poll: poll)
    presenter.present(VotingScene.SceneState(asked, .open))
    view.command(.bottom)

    let text = view.drawn(rows: 10, columns: 40).text

    #expect(text.contains("› ( ) 30"))
    let scalars = text.unicodeScalars.filter { $0 != "\n" }
    #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
  }

  @Test func `a post's poll is opened by key and by click`() {
    let screen = StreamScreen()
    let open = post()
    screen.show([.entry(FeedEntry(open))])
    #expect(screen.view.hints.contains(.vote))
    #expect(screen.text.contains("50 votes · closes in 2 h · E votes"))

    screen.press(.vote)
    screen.view.click(row: 2, column: 6)

    #expect(screen.navigator.routes == [.poll(open.id), .poll(open.id)])
  }

  @Test func `the vote key on a post without poll shows a message`() {
    let screen = StreamScreen().show([.entry(FeedEntry(Posts.post("1", RichText("Hello"))))])

    screen.press(.vote)

    #expect(screen.navigator.messages.map(\.text) == ["There is no poll in this post."])
  }

  private func post(several: Bool = false, chosen: Set<Int> = []) -> Post {
    Posts.post(
      "p", by: "Jonas Berg", RichText("Which loaf for Sunday?"),
      poll: Poll(
        options: [.init(title: "Rye", votes: 31), .init(title: "Spelt", votes: 19)],
        closesAt: Posts.now.timeAdvanced(by: .seconds(7_300)), chosenOptions: chosen,
        allowsSeveral: several))
  }

  private func scene() -> (VotingView, ScenePresenter<VotingScene.SceneState, VotingViewModel>) {
    let posts = PostViewModelFactory(keys: .defaults)
    let words = VotingPresenter(posts: posts, world: StillWorld(), keys: .defaults)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let view = VotingView(of: .init("p"), interactor: interactor).opened(by: navigator)
    presenter.display = view
    return (view, presenter)
  }
}
