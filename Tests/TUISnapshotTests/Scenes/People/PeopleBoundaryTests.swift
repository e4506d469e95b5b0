import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of a list of people; what is said to each request is in
/// `PeopleInteractorTests`.
@MainActor @Suite struct PeopleBoundaryTests {
  private let list = PeopleList.likers(Post.ID("1"))
  private let ada = Person(id: .init("ada"), handle: "ada@example.social", name: "Ada")
  private let presenter = PeoplePresenter(wording: Wording(), keys: .defaults)

  @Test func `each key is a request`() {
    let interactor = Spy<People.Request>()
    let view = PeopleView(of: list, interactor: interactor)
    presenter.display = view

    view.opened()
    presenter.present(.people([ada], hasMore: true))
    _ = view.drawn(rows: 10, columns: 80)
    _ = view.handle(.command(.down))
    _ = view.handle(.command(.refresh))
    view.closed()

    #expect(interactor.values == [.open(list), .more, .refresh, .close])
  }

  @Test func `each response is shown`() {
    let shown = Spy<PeopleViewModel>()
    presenter.display = shown

    presenter.present(.opened(list))
    #expect(shown.last?.title == "Likes")
    presenter.present(.loading(.underWay))
    #expect(shown.last?.activity == Wording().fetchingPeople)
    #expect(shown.last?.notice?.isBusy == true)
    presenter.present(.failed(.unreachable))
    #expect(shown.last?.activity == "")
    #expect(shown.last?.failure.isEmpty == false)
    presenter.present(.people([ada], hasMore: false))
    #expect(shown.last?.rows == [PersonRow(ada)])
    #expect(shown.last?.failure == "")
    #expect(shown.last?.notice == nil)
    #expect(shown.values.count == 4)
  }
}
