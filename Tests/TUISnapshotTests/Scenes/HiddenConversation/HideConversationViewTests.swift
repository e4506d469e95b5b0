import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct HideConversationViewTests {
  private let navigator = NavigatorSpy()
  private let asked = Flag()

  private func view(_ error: StoreError? = nil) -> ConfirmationView {
    let view = ConfirmationView(wording: Wording(), keys: .defaults) { [asked] in
      asked.raise()
      return error
    }
    view.navigator = navigator
    return view
  }

  @Test func `it is asked before, with what can be done later`() {
    let text = view().drawn(rows: 22, columns: 80).text

    #expect(text.contains("Hide this conversation for good?"))
    #expect(text.contains("M lists"))
  }

  @Test func `Enter hides it and tells the key that undoes it`() async {
    let view = view()

    #expect(view.handleEvent(.command(.open)))

    #expect(navigator.routes == [.back])
    #expect(
      await eventually {
        navigator.messages.map(\.text.string) == ["The conversation is hidden. U undoes it."]
      })
    #expect(asked.isUp)
  }

  @Test func `what cannot be stored is told`() async {
    let view = view(.full)

    view.command(.open)

    #expect(await eventually { navigator.messages.map(\.tone) == [.bad] })
  }

  @Test func `Esc keeps it, and other keys do nothing`() {
    let view = view()

    #expect(view.handleEvent(.command(.like)))
    #expect(!view.handleEvent(.command(.quit)))
    #expect(view.handleEvent(.command(.back)))

    #expect(navigator.routes == [.back])
    #expect(!asked.isUp)
  }

  @Test func `a post leads to the question`() {
    let screen = StreamScreen().show()

    screen.press(.hideConversation)

    #expect(screen.navigator.routes == [.hideConversation(Post.ID("1"))])
  }
}
