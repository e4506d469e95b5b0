import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// What passes the boundaries of choosing what not to read about; what is said to each request is in
/// `MutingInteractorTests`.
@MainActor @Suite struct MutingBoundaryTests {
  private let shown = Spy<MutingViewModel>()
  private let presenter = MutingPresenter(wording: Wording())

  @Test func `each key is a request`() {
    let interactor = Spy<Muting.Request>()
    let view = MutingView(about: Post.ID("1"), interactor: interactor)
    presenter.display = view

    view.opened()
    view.type("finale")
    view.press(.enter)
    presenter.present(.entries([Muting.Entry(.words("finale"), isMuted: true)]))
    view.press(.down)
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(about: Post.ID("1")), .add("finale"), .toggle(.words("finale")),
      ])
  }

  @Test func `each response is shown`() {
    presenter.display = shown
    let row = MuteRow(mute: .tag("boats"), name: "#boats", isMuted: true, state: "muted")

    presenter.present(.entries([Muting.Entry(.tag("boats"), isMuted: true)]))
    #expect(shown.last?.labels.title == "Mute")
    #expect(shown.last?.rows == [row])
    #expect(shown.last?.cues == [])

    presenter.present(.added(.tag("boats")))
    #expect(shown.last?.rows == [row])
    #expect(shown.last?.cues == [.take(.tag("boats"))])

    presenter.present(.nothing)
    #expect(
      shown.last?.cues == [.say(Message(text: "Type words, a @name or a #tag.", tone: .bad))])

    presenter.present(.storeFailed(.full))
    #expect(shown.last?.cues == [.say(Message(text: Wording().sentence(for: .full), tone: .bad))])
  }
}
