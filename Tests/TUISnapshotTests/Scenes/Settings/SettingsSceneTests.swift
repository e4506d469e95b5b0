import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

/// How the settings look.
@MainActor @Suite struct SettingsSceneTests {
  @Test func `the settings at 80 by 24`() {
    #expect(
      scene().drawn(rows: 22, columns: 80).text == """
          Display
        ▌ theme                                                                   auto
          colours                                                                 auto
          hyperlinks                                                              auto
          synchronized-output                                                     auto
          pictures                                                                auto
          photo-cache                                                            200MB
          picture-budget                                                          auto
          animations                                                                on
          name-colours                                                              on
          people                                                                    on
          plain                                                                    off
          language                                                               empty

          Reading
          order                                                                 newest
          ────────────────────────────────────────────────────────────────────────────
          Colour theme of the screen.
          Default: auto. Possible values: auto, dark, light, dusk, paper, ember,
          fjord, violet, moss, contrast, none.


        """)
  }

  @Test func `the settings at 40 by 12`() {
    #expect(
      scene().drawn(rows: 10, columns: 40).text == """
          Display
        ▌ theme                            auto
          colours                          auto
          hyperlinks                       auto
          synchronized-output              auto
          pictures                         auto
          ─────────────────────────────────────
          Colour theme of the screen.
          Default: auto. Possible values: auto,
          dark, light, dusk, paper, ember,
        """)
  }

  @Test func `the settings at 20 by 6`() {
    #expect(
      scene().drawn(rows: 4, columns: 20).text == """
          Display
        ▌ theme        auto
          colours      auto
          hyperlinks   auto
        """)
  }

  @Test func `the theme chooser leaves part of the scene visible`() {
    let view = scene()
    _ = view.handle(.command(.open))

    let wide = view.drawn(rows: 22, columns: 80).text.split(separator: "\n")
    let narrow = view.drawn(rows: 10, columns: 40).text.split(separator: "\n")

    #expect(wide.contains { $0.contains("› auto") && $0.hasSuffix("✓  │") })
    #expect((wide + narrow).allSatisfy { $0.hasPrefix(String(repeating: " ", count: 18)) })
  }

  private func scene() -> SettingsView {
    let view = SettingsView(interactor: Spy<SettingsChanging.Request>())
    let inForce = SettingsInForce(path: "config.ini", entries: [])
    let keeping = SettingsBook.Storage(outlivesProgram: true) { _ throws(StoreError) in inForce }
    let words = SettingsWords(wording: Wording(), keeping: keeping)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    presenter.display = view
    presenter.present(SettingsChanging.State(inForce: inForce))
    return view
  }
}
