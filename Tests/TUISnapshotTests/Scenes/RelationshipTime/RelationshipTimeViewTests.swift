import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct RelationshipTimeViewTests {
  private let navigator = NavigatorSpy()
  private let chosen = Spy<Duration?>()

  private func view(_ error: StoreError? = nil) -> ChoiceOverlayView {
    let view = ChoiceOverlayView.makeRelationshipDurationChoiceOverlay(
      .hideBoosts, of: .sample("ada"), wording: Wording(), keys: .defaults
    ) {
      [chosen] in
      chosen.present($0)
      return error
    }
    view.navigator = navigator
    return view
  }

  @Test func `hiding boosts asks for how long`() {
    #expect(
      view().drawn(rows: 20, columns: 80).text == """



                 ╭────────────────────────────────────────────────────────────╮
                 │                                                            │
                 │  Hide boosts of @ada                                       │
                 │                                                            │
                 │  › for a day                                               │
                 │    for a week                                              │
                 │    forever                                                 │
                 │                                                            │
                 │  Enter choose   Esc leave                                  │
                 │                                                            │
                 ╰────────────────────────────────────────────────────────────╯






        """)
    // No choice is missing on a small screen.
    #expect(
      view().drawn(rows: 10, columns: 40).text == """
        Hide boosts of @ada

        › for a day
          for a week
          forever




        Enter choose   Esc leave
        """)
  }

  @Test func `the chosen duration is stored, and a message names the undo key`() async {
    let view = view()

    view.command(.down, .open)

    #expect(navigator.routes == [.back])
    #expect(
      await eventually {
        navigator.messages.map(\.text.string) == ["Boosts of @ada hidden · U undoes"]
      })
    #expect(chosen.values == [.seconds(7 * 86_400)])
  }

  @Test func `a failure to store the duration is shown`() async {
    view(.full).command(.open)

    #expect(await eventually { navigator.messages.map(\.tone) == [.bad] })
  }
}
