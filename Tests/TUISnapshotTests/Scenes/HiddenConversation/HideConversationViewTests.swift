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

  @Test func `hiding a conversation asks first, and names the key that lists hidden conversations`()
  {
    let text = view().drawn(rows: 22, columns: 80).text

    #expect(text.contains("Hide this conversation permanently?"))
    #expect(text.contains("M lists"))
  }

  @Test func `Enter hides the conversation, and a message names the undo key`() async {
    let view = view()

    #expect(view.handleEvent(.command(.open)))

    #expect(navigator.routes == [.back])
    #expect(
      await eventually {
        navigator.messages.map(\.text.string) == ["The conversation is hidden. U undoes it."]
      })
    #expect(asked.isUp)
  }

  @Test func `a failure to store the hidden conversation is shown`() async {
    let view = view(.full)

    view.command(.open)

    #expect(await eventually { navigator.messages.map(\.tone) == [.bad] })
  }

  @Test func `Esc closes the question without hiding the conversation, and other keys do nothing`()
  {
    let view = view()

    #expect(view.handleEvent(.command(.like)))
    #expect(!view.handleEvent(.command(.quit)))
    #expect(view.handleEvent(.command(.back)))

    #expect(navigator.routes == [.back])
    #expect(!asked.isUp)
  }

  @Test func `the key to hide a conversation opens the question for the selected post`() {
    let screen = StreamScreen().show()

    screen.press(.hideConversation)

    #expect(screen.navigator.routes == [.hideConversation(Post.ID("1"))])
  }
}
