import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of having a post translated; what is said to each request is in
/// `TranslatingInteractorTests`.
@MainActor @Suite struct TranslatingBoundaryTests {
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let interactor = Spy<Translating.Request>()
  private let stage = StageSpy()

  private func scene() -> (TranslatingView, TranslatingPresenter) {
    let presenter = TranslatingPresenter(for: account, wording: Wording(), keys: .defaults)
    let view = TranslatingView(of: Post.ID("7"), into: "pt-BR", interactor: interactor)
    view.stage = stage
    presenter.display = view
    return (view, presenter)
  }

  @Test func `each key is a request, or leads away`() {
    let (view, _) = scene()
    view.opened()
    for command in [Command.refresh, .down, .translate, .back] {
      _ = view.handle(.command(command))
    }
    view.closed()

    #expect(interactor.values == [.open(Post.ID("7"), into: "pt-BR"), .again, .close])
    #expect(stage.routes == [.back, .back])
  }

  @Test func `it waits over the stream, and goes away by itself`() {
    let (view, presenter) = scene()
    #expect(view.isOverlay)
    #expect(!view.drawn(rows: 8, columns: 60).text.contains("Translating"))
    presenter.present(.asking(.underWay))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Translating the post"))

    presenter.present(.done)
    #expect(stage.routes == [.back] && stage.messages.isEmpty)

    presenter.present(.failed(.unreachable))
    #expect(stage.messages.last?.text.string.hasPrefix("The post was not translated: ") == true)
    presenter.present(.storeFailed(.readOnly))
    #expect(stage.messages.count == 2)
    presenter.present(.failed(.signedOut))
    #expect(stage.routes.last == .signIn(again: account))
  }
}
