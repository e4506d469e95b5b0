import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// How a text looks while it is typed.
@MainActor @Suite struct TextColoursTests {
  private func styles(_ text: String, limit: Int = 100) -> [Style] {
    let limits = DraftLimits(
      characters: limit, attachments: 0, visibilities: [.everybody], allowsWarning: false)
    let view = ComposeView(interactor: Spy<Compose.Request>(), purpose: .post)
    let presenter = ComposePresenter(wording: Wording(), keys: .defaults)
    presenter.display = view
    view.opened()
    presenter.present(
      .editing(
        Draft(id: .init("d"), text: text), limits, replyingTo: nil, isResumed: false))
    let canvas = view.drawn(rows: 4, columns: 20)
    return (0..<20).map { canvas.rows[0][$0].style }
  }

  @Test func `links, people and tags have their colours while they are typed`() {
    let theme = Theme.dark
    let styles = styles("@ada #tram http://a")

    #expect(styles[0..<4].allSatisfy { $0 == theme.style(.mention) })
    #expect(styles[4] == theme.style(.text))
    #expect(styles[5..<10].allSatisfy { $0 == theme.style(.tag) })
    // That is no address yet.
    #expect(styles[11] == theme.style(.text))
  }

  @Test func `what is too much is marked, without colours too`() {
    let styles = styles("four words 日本語", limit: 11)

    #expect(styles[..<11].allSatisfy { !$0.attributes.contains(.reversed) })
    #expect(styles[11..<17].allSatisfy { $0.attributes.contains(.reversed) })
    #expect(!styles[17].attributes.contains(.reversed))
  }
}
