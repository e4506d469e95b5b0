import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// Requests and view models of choosing what not to read about. `MutingInteractorTests` tests the
/// answers.
@MainActor @Suite struct MutingBoundaryTests {
  private let shown = Spy<MutingViewModel>()
  private let presenter = ScenePresenter { MutingViewModel($0, Wording()) }

  @Test func `each key of the mute list sends its request to the interactor`() {
    let interactor = Spy<MutingScene.SceneRequest>()
    let view = MutingView(about: Post.ID("1"), interactor: interactor)
    presenter.display = view

    view.sceneDidAppear()
    view.type("finale")
    view.press(.enter)
    presenter.present(
      MutingScene.SceneState([MutingScene.MuteEntry(.words("finale"), isMuted: true)]))
    view.press(.down)
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(about: Post.ID("1")), .add("finale"), .toggle(.words("finale")),
      ])
  }

  @Test(arguments: [(true, "muted"), (false, "not muted")])
  func `each mute becomes a row with its state`(isMuted: Bool, words: SafeText) {
    presenter.display = shown

    presenter.present(
      MutingScene.SceneState(
        [MutingScene.MuteEntry(.tag("boats"), isMuted: isMuted)], lastAdded: .tag("boats")))

    #expect(shown.last?.title == "Mute")
    #expect(
      shown.last?.rows == [
        MuteOrSuggestionRow(mute: .tag("boats"), name: "#boats", isMuted: isMuted, state: words)
      ])
    #expect(shown.last?.lastAdded == .tag("boats"))
  }
}
