import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// The boundaries of a list of people: key → request, state → view model. The states that follow a
/// request are in `PeopleInteractorTests`.
@MainActor @Suite struct PeopleBoundaryTests {
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let list = PeopleList.likers(Post.ID("1"))
  private let ada = Person(
    id: .init("ada"), handle: "ada@example.social", name: "Ada", relationship: .stranger)

  private var content: PeopleContent {
    PeopleContent(list: list, canFollow: true, wording: Wording(), keys: .defaults)
  }

  private func state(
    _ people: [Person] = [], next: Cursor? = nil, _ fetch: SceneFetchState = .idle
  ) -> PeopleScene.SceneState {
    PeopleScene.SceneState(list: list, people: PagedList(people, nextCursor: next, fetch: fetch))
  }

  @Test func `each key of a list of people sends its request to the interactor`() {
    let interactor = Spy<PeopleScene.SceneRequest>()
    let view = PagedListView(content, interactor: interactor)

    view.sceneDidAppear()
    view.display(content.viewModel(of: state([ada], next: Cursor("2"))))
    _ = view.drawn(rows: 10, columns: 80)
    view.command(.down, .follow, .undo, .refresh)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open(list), .more, .toggleFollow(ada.id), .undo, .refresh, .close,
      ])
  }

  @Test func `each state of a list of people becomes a view model`() {
    let shown = Spy<PagedListViewModel<PersonRow>>()
    let presenter = ScenePresenter { [content] in content.viewModel(of: $0) }
    presenter.display = shown

    presenter.present(state())
    #expect(shown.last?.title == "Likes")
    presenter.present(state(.waiting(.underWay)))
    #expect(shown.last?.activity == Wording().fetchingPeople)
    #expect(shown.last?.notice?.isBusy == true)
    presenter.present(state(.failed(.unreachable)))
    #expect(shown.last?.activity == "")
    #expect(shown.last?.failure.isEmpty == false)
    #expect(shown.last?.notice?.isBusy == false)
    presenter.present(state([ada]))
    #expect(shown.last?.rows == [PersonRow(ada, Wording())])
    #expect(shown.last?.failure == "")
    #expect(shown.last?.notice == nil)
    presenter.perform(.askToSignIn(account))
    #expect(shown.values.count == 4)
    #expect(shown.effects == [.askToSignIn(account)])
  }

  private func state(_ fetch: SceneFetchState) -> PeopleScene.SceneState { state([], fetch) }
}
