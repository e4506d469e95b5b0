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

  private func scene(_ lead: Lead? = nil) -> (ArrivalView, ArrivalPresenter) {
    let lead = lead ?? self.lead
    let presenter = ArrivalPresenter(
      to: lead, for: account, wording: Wording(), keys: .defaults)
    let view = ArrivalView(to: lead, interactor: interactor)
    view.stage = stage
    presenter.display = view
    presenter.begin()
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
    #expect(!view.givesWay)

    presenter.present(.arrived(.person(ada)))

    #expect(view.givesWay)
    #expect(stage.routes == [.profile(ada.id)])
  }

  @Test func `asking and what is not found, at 60 by 8`() {
    let (view, presenter) = scene()
    presenter.present(.asking(.underWay))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Looking for \(Self.page)"))

    presenter.present(.failed(.notFound))

    #expect(
      view.drawn(rows: 8, columns: 60).text == """

                         Mastodon finds nothing at
                     https://example.social/@ada/12345.

                         o opens it in the browser.



        """)
  }

  @Test func `a name that nobody has has no page`() {
    let (view, presenter) = scene(.handle("bo@example.social"))

    presenter.present(.failed(.notFound))

    let text = view.drawn(rows: 8, columns: 60).text
    #expect(text.contains("There is nobody called @bo@example.social."))
    #expect(!text.contains("browser"))
    #expect(!view.handle(.command(.openLink)))
  }

  @Test func `where the token is refused, signing in is asked for once`() {
    let (view, presenter) = scene()

    presenter.present(.failed(.signedOut))
    presenter.present(.asking(.underWay))

    #expect(stage.routes == [.signIn(again: account)] && !view.givesWay)
  }
}
