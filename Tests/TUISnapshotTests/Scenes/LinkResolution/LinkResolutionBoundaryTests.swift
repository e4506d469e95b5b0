import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of going somewhere by an address. `ArrivalInteractorTests` tests the
/// answers.
@MainActor @Suite struct LinkResolutionBoundaryTests {
  private static let page = "https://example.social/@ada/12345"
  private let lead = ResolvableLink.address(page)
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let ada = Person(id: .init("ada"), handle: "ada@example.social", name: "Ada")
  private let interactor = Spy<LinkResolutionScene.SceneRequest>()
  private let navigator = NavigatorSpy()

  private typealias Presenter = ScenePresenter<
    LinkResolutionScene.SceneState, LinkResolutionViewModel
  >

  private func presenter() -> Presenter {
    ScenePresenter { LinkResolutionViewModel($0, at: .mastodon, Wording(), keys: .defaults) }
  }

  private func scene(_ lead: ResolvableLink? = nil) -> (LinkResolutionView, Presenter) {
    let presenter = presenter()
    let view = LinkResolutionView(to: lead ?? self.lead, interactor: interactor)
    view.navigator = navigator
    presenter.display = view
    presenter.present(LinkResolutionScene.SceneState(resolvableLink: lead ?? self.lead))
    return (view, presenter)
  }

  @Test func `each key of the link page sends a request, opens the browser or copies the link`() {
    let (view, _) = scene()

    view.sceneDidAppear()
    for command in [Command.refresh, .openLink, .browse, .copyLink] {
      #expect(view.handleEvent(.command(command)))
    }
    #expect(!view.handleEvent(.command(.like)))
    view.sceneDidClose()

    #expect(interactor.values == [.open(lead), .refresh, .close])
    #expect(navigator.browsed.map(\.address) == [Self.page, Self.page])
    #expect(navigator.copied == [SafeText(sanitizing: Self.page)])
  }

  @Test func `a resolved link opens its destination and closes the link page`() {
    let (view, presenter) = scene()
    #expect(!view.properties.closesWhenLeft)

    presenter.present(
      LinkResolutionScene.SceneState(resolvableLink: lead, destination: .person(ada)))

    #expect(view.properties.closesWhenLeft)
    #expect(navigator.routes == [.profile(ada.id)])
  }

  @Test func `a link being resolved, and a link not found, are drawn at 60 by 8`() {
    let (view, presenter) = scene()
    presenter.present(
      LinkResolutionScene.SceneState(resolvableLink: lead, fetch: .waiting(.underWay)))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Looking up \(Self.page)"))

    presenter.present(
      LinkResolutionScene.SceneState(resolvableLink: lead, fetch: .failed(.notFound)))

    #expect(
      view.drawn(rows: 8, columns: 60).text == """

                         Mastodon found nothing at
                     https://example.social/@ada/12345.

                         o opens it in the browser.



        """)
  }

  @Test func `an unknown handle offers no web page`() {
    let (view, presenter) = scene(.handle("bo@example.social"))

    presenter.present(
      LinkResolutionScene.SceneState(
        resolvableLink: .handle("bo@example.social"), fetch: .failed(.notFound)))

    let text = view.drawn(rows: 8, columns: 60).text
    #expect(text.contains("There is nobody called @bo@example.social."))
    #expect(!text.contains("browser"))
    #expect(!view.handleEvent(.command(.openLink)))
  }

  @Test func `a rejected token while resolving a link asks to sign in again`() {
    let (view, presenter) = scene()

    presenter.perform(.askToSignIn(account))

    #expect(navigator.routes == [.signIn(again: account)] && !view.properties.closesWhenLeft)
  }

  @Test func `each state of a link has its notice, link and route`() {
    let shown = Spy<LinkResolutionViewModel>()
    let presenter = presenter()
    presenter.display = shown
    let states = [
      LinkResolutionScene.SceneState(resolvableLink: lead),
      LinkResolutionScene.SceneState(resolvableLink: lead, fetch: .waiting(.underWay)),
      LinkResolutionScene.SceneState(resolvableLink: lead, fetch: .failed(.unreachable)),
      LinkResolutionScene.SceneState(resolvableLink: .handle("bo"), fetch: .failed(.notFound)),
      LinkResolutionScene.SceneState(resolvableLink: lead, destination: .post(.sample("7"))),
    ]

    for state in states { presenter.present(state) }

    #expect(shown.values.map(\.notice?.isBusy) == [true, true, false, false, true])
    #expect(shown.values.map { $0.link != nil } == [true, true, true, false, true])
    #expect(shown.values.map(\.route) == [nil, nil, nil, nil, .conversation(Post.ID("7"))])
    #expect(shown.values[2].notice?.nextStep == "r tries again. o opens it in the browser.")
  }
}
