import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct MutingTests {
  private let interactor = Spy<MutingScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ScenePresenter { MutingViewModel($0, Wording()) }

  private func scene(about post: Post.ID? = Post.ID("1")) -> MutingView {
    let view = MutingView(about: post, interactor: interactor).opened(by: navigator)
    presenter.display = view
    presenter.present(
      MutingScene.SceneState([
        MutingScene.MuteEntry(.person("ada"), isMuted: false),
        MutingScene.MuteEntry(.tag("boats"), isMuted: true),
      ]))
    return view
  }

  @Test func `the mutes suggested for a post are drawn at 80 by 24`() {
    #expect(
      scene().drawn(rows: 15, columns: 80).text == """
             ╭────────────────────────────────────────────────────────────────────╮
             │                                                                    │
             │  Mute                                                              │
             │        Words, @name or #tag                                        │
             │                                                                    │
             │  › @ada                                                 not muted  │
             │    #boats                                                   muted  │
             │                                                                    │
             │                                                                    │
             │                                                                    │
             │                                                                    │
             │                                                                    │
             │  Enter mute   ↑↓ choose   Esc leave                                │
             │                                                                    │
             ╰────────────────────────────────────────────────────────────────────╯
        """)
  }

  @Test func `text typed before the suggestions arrive keeps the focus`() {
    let view = MutingView(about: Post.ID("1"), interactor: interactor).opened(by: navigator)
    presenter.display = view
    view.type("football")

    presenter.present(
      MutingScene.SceneState([MutingScene.MuteEntry(.person("ada"), isMuted: false)]))
    view.press(.enter)

    #expect(interactor.values.last == .add("football"))
  }

  @Test func `the mutes without a post are drawn at 40 by 12`() {
    #expect(
      scene(about: nil).drawn(rows: 10, columns: 40).text == """
        Mute
              Words, @name or #tag

          @ada                         not muted
          #boats                           muted




        Enter mute   ↑↓ choose   Esc leave
        """)
  }

  @Test func `Enter mutes the author, and arrows choose another suggestion`() {
    let view = scene()

    view.press(.enter)
    view.press(.down)
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(about: Post.ID("1")), .toggle(.person("ada")), .toggle(.tag("boats")),
      ])
  }

  @Test func `the field is cleared once the typed words are muted`() {
    let view = scene()

    view.type("finale")
    view.press(.enter)
    presenter.present(
      MutingScene.SceneState(
        [
          MutingScene.MuteEntry(.person("ada"), isMuted: false),
          MutingScene.MuteEntry(.words("finale"), isMuted: true),
        ], lastAdded: .words("finale")))

    #expect(interactor.values.last == .add("finale"))
    #expect(view.drawn(rows: 10, columns: 40).text.contains("› finale"))
    #expect(view.drawn(rows: 10, columns: 40).text.contains("Words, @name or #tag"))
  }

  @Test func `invalid text shows a message, and Escape closes`() {
    let view = scene()

    presenter.perform(.say(.invalid(.mute)))
    view.press(.escape)

    #expect(navigator.messages.map(\.text.string) == ["Type words, a @name or a #tag."])
    #expect(navigator.routes == [.back])
  }

  @Test func `a click on a suggestion mutes it`() {
    let view = scene()
    _ = view.drawn(rows: 10, columns: 40)

    view.click(row: 4, column: 4)

    #expect(interactor.values.last == .toggle(.tag("boats")))
  }
}

/// How a post looks that its reader does not want to read.
@MainActor struct MutedPostTests {
  @Test func `a muted post looks different from one with a content warning`() {
    let post = Posts.post("1", by: "Bo", RichText("Eels."), warning: "food")
    let screen = StreamScreen(rows: 12)

    let shown = [.person("bo@example.social")].foldingMutedPost(
      post, boostedBy: nil, to: Posts.account)
    screen.show([.entry(FeedEntry(shown))])
    let folded = screen.text
    screen.press(.reveal)

    #expect(folded.contains("Muted: @bo@example.social\n"))
    #expect(!folded.contains("⚠ Muted"))
    #expect(folded.contains("⚠ food\n"))
    #expect(!folded.contains("Eels."))
    #expect(screen.text.contains("Eels."))
  }
}
