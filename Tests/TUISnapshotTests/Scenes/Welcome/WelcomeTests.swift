import Doubles
import FeedDomain
import Terminal
import TerminalRig
import Testing

@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// The hints of the first start.
@MainActor @Suite struct WelcomeTests {
  private let navigator = NavigatorSpy()
  private let interactor = Spy<SettingsScene.SceneRequest>()

  @Test func `the welcome scene shows three keys and the key presets at 80 by 24`() {
    let text = scene().drawn(rows: 22, columns: 80).text

    for words in [
      "Space   what you can do here", "?       all keys", ":       find a command by its name",
      "› Tweetie", "Mastodon  f likes", "vim       h and l move",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func `the welcome scene shows all presets at 40 by 12`() {
    let text = scene().drawn(rows: 10, columns: 40).text

    #expect(text.contains("Space") && text.contains("› Tweetie") && text.contains("vim"))
    #expect(text.contains("Esc leave"))
  }

  @Test func `arrows and Enter choose a preset`() {
    let view = scene()

    view.press(.down)
    view.press(.enter)

    #expect(navigator.routes == [.back])
    #expect(interactor.values == [.open, .set("reading.key-preset", to: "mastodon")])
  }

  @Test func `a click chooses a preset, and a click elsewhere closes the welcome scene`() throws {
    let view = scene()
    let lines = view.drawn(rows: 22, columns: 80).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("vim") })

    view.click(row: row, column: 20)
    view.click(row: 0, column: 0)

    #expect(navigator.routes == [.back, .back])
    #expect(interactor.values == [.open, .set("reading.key-preset", to: "vim")])
  }

  @Test func `any other key closes the welcome scene and runs its own command`() {
    let view = scene()

    _ = view.handleEvent(.key("j"))
    _ = view.handleEvent(.key(Key(.function(12))))
    view.press(.escape)

    #expect(navigator.choices == [.command(.down)])
    #expect(navigator.routes == [.back, .back])
    #expect(interactor.values == [.open])
  }

  @Test func `the current preset is selected in the welcome scene`() {
    let view = scene()

    view.display(.vim)

    #expect(view.drawn(rows: 22, columns: 80).text.contains("› vim"))
  }

  @Test func `the state is the preset that is set`() {
    let shown = Spy<KeyPreset>()
    let presenter = ScenePresenter(WelcomeView.currentKeyPreset)
    presenter.display = shown
    let vim = SettingEntry(section: "reading", key: "key-preset", value: "vim", line: 1)

    for entries in [[], [vim]] {
      presenter.present(
        SettingsScene.SceneState(
          inForce: CurrentSettings(path: "config.ini", entries: entries), question: nil))
    }

    #expect(shown.values == [.tweetie, .vim])
  }

  private func scene() -> WelcomeView {
    let view = WelcomeView(interactor: interactor, keys: .defaults, wording: Wording()).opened(
      by: navigator)
    return view
  }
}
