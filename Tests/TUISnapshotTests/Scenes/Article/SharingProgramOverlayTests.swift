import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct SharingProgramOverlayTests {
  private let navigator = NavigatorSpy()
  private let article = ExportedArticle(
    title: "Lamps", address: "https://fog.example/lamps", text: "All of them.\n")
  private let targets = [
    SharingProgram(name: "Clipboard", command: "wl-copy", form: .link, setting: "share.Clipboard"),
    SharingProgram(name: "Notes", command: "note", form: .text, setting: "share.Notes"),
  ]

  private func view() -> ChoiceOverlayView {
    let view = ChoiceOverlayView.makeSharingProgramOverlay(
      for: article, targets, wording: Wording(), keys: .defaults, options: DisplayOptions())
    view.navigator = navigator
    return view
  }

  @Test func `the overlay lists the programs with the forms that they get`() {
    #expect(
      view().drawn(rows: 10, columns: 40).text == """
        ╭──────────────────────────────────────╮
        │                                      │
        │  Send to a program                   │
        │                                      │
        │  › Clipboard                   link  │
        │    Notes                       text  │
        │                                      │
        │  Enter choose   Esc leave            │
        │                                      │
        ╰──────────────────────────────────────╯
        """)
  }

  @Test func `a chosen program gets the article, and the overlay closes`() {
    let view = view()

    _ = view.handleEvent(.command(.down))
    _ = view.handleEvent(.command(.open))

    #expect(navigator.routes == [.back])
    #expect(navigator.exports.map(\.article) == [article])
    #expect(navigator.exports.map(\.target) == [.program(targets[1])])
  }
}
