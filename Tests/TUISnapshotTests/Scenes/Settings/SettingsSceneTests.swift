import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

/// How the settings look.
@MainActor @Suite struct SettingsSceneTests {
  @Test func `the settings are drawn at 80 by 24`() {
    #expect(
      scene().drawn(rows: 22, columns: 80).text == """
          Display
        ▌ Theme                     auto   dark light dusk paper ember fjord violet …
          Number of colours         auto
          Clickable links           auto
          Synchronized output       auto
          Pictures                  auto
          Photo cache               200MB
          Picture data limit        auto
          Animations                on
          Coloured names            on
          Profile pictures          on
          Plain screen              off
          Screen reader mode        off
          Language                  not set

          Reading
          ────────────────────────────────────────────────────────────────────────────
          Colour theme of the screen.
          Default: auto. Possible values: auto, dark, light, dusk, paper, ember,
          fjord, violet, moss, contrast, none. Name in the settings file:
          display.theme.

        """)
  }

  @Test func `the settings are drawn at 40 by 12`() {
    #expect(
      scene().drawn(rows: 10, columns: 40).text == """
          Display
        ▌ Theme                   auto   dark …
          Number of colours       auto
          Clickable links         auto
          Synchronized output     auto
          Pictures                auto
          ─────────────────────────────────────
          Colour theme of the screen.
          Default: auto. Possible values: auto,
          dark, light, dusk, paper, ember,
        """)
  }

  @Test func `the settings are drawn at 20 by 6`() {
    #expect(
      scene().drawn(rows: 4, columns: 20).text == """
          Display
        ▌ Theme      auto …
          Number of… auto
          Clickable… auto
        """)
  }

  @Test func `the theme chooser leaves part of the scene visible`() {
    let view = scene()
    view.command(.open)

    let wide = view.drawn(rows: 22, columns: 80).text.split(separator: "\n")
    let narrow = view.drawn(rows: 10, columns: 40).text.split(separator: "\n")

    #expect(wide.contains { $0.contains("› auto") && $0.hasSuffix("✓  │") })
    #expect(narrow.contains { $0.contains("│ › auto") } && narrow.allSatisfy { $0.contains("│") })
    #expect((wide + narrow).allSatisfy { $0.hasPrefix(String(repeating: " ", count: 18)) })
  }

  @Test func `settings open at the named setting, under the title of its group`() {
    let rows = scene(selecting: "reading.order").drawn(rows: 22, columns: 80).text
      .split(separator: "\n")

    #expect(rows.first == "  Reading")
    #expect(rows.contains { $0.hasPrefix("▌ Order of posts") })
    #expect(rows.count { $0.hasSuffix("Reading") } == 1)
  }

  @Test func `each group of settings and keys has its heading once`() {
    let inForce = CurrentSettings(path: "config.ini", entries: [])
    let keeping = SettingsEditor.SettingsStorage(outlivesProgram: true) { _ throws(StoreError) in
      inForce
    }
    let groups = SettingsPresenter(wording: Wording(), keeping: keeping)
      .viewModel(of: SettingsScene.SceneState(inForce: inForce)).rows.map(\.group)

    let headings = zip(groups, [""] + groups).filter { $0 != $1 }.map(\.0)
    #expect(headings.count == Set(headings.map(\.string)).count)
  }

  private func scene(selecting name: String? = nil) -> SettingsView {
    let view = SettingsView(interactor: Spy<SettingsScene.SceneRequest>(), selecting: name)
    let inForce = CurrentSettings(path: "config.ini", entries: [])
    let keeping = SettingsEditor.SettingsStorage(outlivesProgram: true) { _ throws(StoreError) in
      inForce
    }
    let words = SettingsPresenter(wording: Wording(), keeping: keeping)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    presenter.display = view
    presenter.present(SettingsScene.SceneState(inForce: inForce))
    return view
  }
}
