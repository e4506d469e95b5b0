import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

@MainActor @Suite struct TabsTests {
  private let interactor = TabsInteractorSpy()
  private let stage = StageSpy()
  private let presenter = TabsPresenter(wording: Wording())

  private func scene() -> TabsView {
    let view = TabsView(interactor: interactor)
    presenter.display = view
    view.stage = stage
    view.opened()
    presenter.present(
      .streams([
        Tabs.Entry(.feed(.home), isShown: true), Tabs.Entry(.nearby, isShown: true),
        Tabs.Entry(.feed(.tag("swift")), isShown: false),
      ]))
    return view
  }

  @Test func `the streams at 40 by 12`() {
    #expect(
      scene().drawn(rows: 4, columns: 40).text == """
        ▌ Home  shown as a tab
          Nearby  shown as a tab
          #swift  not shown

        """)
  }

  @Test func `keys show, hide and move`() {
    let view = scene()

    _ = view.handle(.command(.right))
    _ = view.handle(.command(.down))
    _ = view.handle(.command(.left))
    _ = view.handle(.command(.keepTab))
    _ = view.handle(.command(.down))
    _ = view.handle(.command(.open))

    #expect(
      interactor.requests == [
        .open, .move(.feed(.home), by: 1), .move(.nearby, by: -1), .toggle(.nearby),
        .toggle(.feed(.tag("swift"))),
      ])
  }

  @Test func `why the last tab stays is told`() {
    let view = scene()
    defer { withExtendedLifetime(view) {} }

    presenter.present(.lastOne)

    #expect(stage.messages.map(\.text) == ["One stream must stay."])
  }
}

@MainActor private final class TabsInteractorSpy: TabsInteracting {
  private(set) var requests: [Tabs.Request] = []
  func handle(_ request: Tabs.Request) async { requests.append(request) }
}
