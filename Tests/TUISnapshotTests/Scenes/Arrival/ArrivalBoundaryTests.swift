import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of going somewhere by an address; what is said to each request is in
/// `ArrivalInteractorTests`.
@MainActor @Suite struct ArrivalBoundaryTests {
  private static let page = "https://example.social/@ada/12345"
  private let lead = Lead.address(page)
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let ada = Person(id: .init("ada"), handle: "ada@example.social", name: "Ada")
  private let interactor = Spy<Arrival.Request>()
  private let stage = StageSpy()

  private typealias Presenter = ScenePresenter<Arrival.State, ArrivalViewModel>

  private func presenter() -> Presenter {
    ScenePresenter { ArrivalViewModel($0, at: .mastodon, Wording(), keys: .defaults) }
  }

  private func scene(_ lead: Lead? = nil) -> (ArrivalView, Presenter) {
    let presenter = presenter()
    let view = ArrivalView(to: lead ?? self.lead, interactor: interactor)
    view.stage = stage
    presenter.display = view
    presenter.present(Arrival.State(lead: lead ?? self.lead))
    return (view, presenter)
  }

  @Test func `each key is a request, or leads to the browser`() {
    let (view, _) = scene()

    view.opened()
    for command in [Command.refresh, .openLink, .browse, .copyLink] {
      #expect(view.handle(.command(command)))
    }
    #expect(!view.handle(.command(.like)))
    view.closed()

    #expect(interactor.values == [.open(lead), .refresh, .close])
    #expect(stage.browsed.map(\.address) == [Self.page, Self.page])
    #expect(stage.copied == [SafeText(sanitizing: Self.page)])
  }

  @Test func `it gives way to what was found`() {
    let (view, presenter) = scene()
    #expect(!view.traits.givesWay)

    presenter.present(Arrival.State(lead: lead, destination: .person(ada)))

    #expect(view.traits.givesWay)
    #expect(stage.routes == [.profile(ada.id)])
  }

  @Test func `asking and what is not found, at 60 by 8`() {
    let (view, presenter) = scene()
    presenter.present(Arrival.State(lead: lead, fetch: .waiting(.underWay)))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Looking for \(Self.page)"))

    presenter.present(Arrival.State(lead: lead, fetch: .failed(.notFound)))

    #expect(
      view.drawn(rows: 8, columns: 60).text == """

                         Mastodon finds nothing at
                     https://example.social/@ada/12345.

                         o opens it in the browser.



        """)
  }

  @Test func `a name that nobody has has no page`() {
    let (view, presenter) = scene(.handle("bo@example.social"))

    presenter.present(
      Arrival.State(lead: .handle("bo@example.social"), fetch: .failed(.notFound)))

    let text = view.drawn(rows: 8, columns: 60).text
    #expect(text.contains("There is nobody called @bo@example.social."))
    #expect(!text.contains("browser"))
    #expect(!view.handle(.command(.openLink)))
  }

  @Test func `where the token is refused, signing in is asked for`() {
    let (view, presenter) = scene()

    presenter.perform(.askToSignIn(account))

    #expect(stage.routes == [.signIn(again: account)] && !view.traits.givesWay)
  }

  @Test func `each state is a view model`() {
    let shown = Spy<ArrivalViewModel>()
    let presenter = presenter()
    presenter.display = shown
    let states = [
      Arrival.State(lead: lead),
      Arrival.State(lead: lead, fetch: .waiting(.underWay)),
      Arrival.State(lead: lead, fetch: .failed(.unreachable)),
      Arrival.State(lead: .handle("bo"), fetch: .failed(.notFound)),
      Arrival.State(lead: lead, destination: .post(.sample("7"))),
    ]

    for state in states { presenter.present(state) }

    #expect(shown.values.map(\.notice?.isBusy) == [true, true, false, false, true])
    #expect(shown.values.map { $0.link != nil } == [true, true, true, false, true])
    #expect(shown.values.map(\.route) == [nil, nil, nil, nil, .conversation(Post.ID("7"))])
    #expect(shown.values[2].notice?.next == "r tries again. o opens it in the browser.")
  }
}
