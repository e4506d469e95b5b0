import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of having a post translated. `TranslatingInteractorTests` tests the
/// answers.
@MainActor @Suite struct TranslatingBoundaryTests {
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let interactor = Spy<TranslationScene.SceneRequest>()
  private let navigator = NavigatorSpy()

  private typealias Presenter = ScenePresenter<
    TranslationScene.SceneState, TranslationProgressViewModel
  >

  private func presenter() -> Presenter {
    ScenePresenter { TranslationProgressViewModel($0, Wording(), keys: .defaults) }
  }

  private func scene() -> (TranslationProgressOverlay, Presenter) {
    let presenter = presenter()
    let view = TranslationProgressOverlay(of: Post.ID("7"), into: "pt-BR", interactor: interactor)
    view.navigator = navigator
    presenter.display = view
    return (view, presenter)
  }

  @Test func `each key of the translation overlay sends a request or closes the overlay`() {
    let (view, _) = scene()
    view.sceneDidAppear()
    view.command(.refresh, .down, .translate, .back)
    view.sceneDidClose()

    #expect(interactor.values == [.open(Post.ID("7"), into: "pt-BR"), .again, .close])
    #expect(navigator.routes == [.back, .back])
  }

  @Test func `the translation overlay closes when the translation is done or failed`() {
    let (view, presenter) = scene()
    #expect(view.properties.isOverlay)
    #expect(!view.drawn(rows: 8, columns: 60).text.contains("Translating"))
    presenter.present(TranslationScene.SceneState(fetchProgress: .underWay))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Translating the post"))

    presenter.perform(.leave(nil))
    #expect(navigator.routes == [.back] && navigator.messages.isEmpty)

    presenter.perform(.leave(.failed(.translate, .unreachable)))
    #expect(navigator.messages.last?.text.string.hasPrefix("The post was not translated: ") == true)
    presenter.perform(.leave(.storeFailed(.readOnly)))
    #expect(navigator.messages.count == 2)
    presenter.perform(.askToSignIn(account))
    #expect(navigator.routes.last == .signIn(again: account))
  }

  @Test func `each state of the translation becomes a view model`() {
    let shown = Spy<TranslationProgressViewModel>()
    let presenter = presenter()
    presenter.display = shown

    for asking in [SceneFetchProgress.idle, .underWay, .stalled(for: .seconds(5))] {
      presenter.present(TranslationScene.SceneState(fetchProgress: asking))
    }

    #expect(shown.values.map(\.activity.isEmpty) == [true, false, false])
    #expect(shown.values[1].activity == Wording().translating)
    #expect(shown.values[2].activity != Wording().translating)
  }
}
