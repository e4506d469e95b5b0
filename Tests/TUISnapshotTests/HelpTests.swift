import Terminal
import Testing

@testable import TweetieTUI

@MainActor @Suite struct HelpTests {
  @Test func `help at 40 by 12 keeps key names whole`() {
    let view = HelpView(keys: .defaults, wording: Wording())

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          Move
            j  Down         Next post or line
            k  Up           Previous post or
                            line
            g  Home         To the top
            G  End          To the bottom
            ^D              Half a page down
            ^U              Half a page up
            Space  PgDn     A page down
            PgUp  ^B        A page up
        """)
  }

  @Test func `every command with a key can be found at every size`() {
    for (rows, columns) in [(4, 20), (10, 40), (22, 80), (58, 200)] {
      let view = HelpView(keys: .defaults, wording: Wording())
      var seen: [Substring] = []
      for _ in 0..<250 {
        seen += view.drawn(rows: rows, columns: columns).text.split(separator: "\n")
        _ = view.handle(.command(.down))
      }
      let words = seen.joined(separator: " ")
      for word in ["Quit", "Undo", "bookmark", "Sign", "Suspend;"] {
        #expect(words.contains(word), "\(word) at \(columns) by \(rows)")
      }
    }
  }

  @Test func `from 100 columns on two columns stand side by side`() {
    let view = HelpView(keys: .defaults, wording: Wording())

    let first = view.drawn(rows: 22, columns: 100).text.split(separator: "\n")[0]

    let others = ["Read", "Act", "Go", "Program"].filter { first.contains($0) }
    #expect(first.contains("Move") && others.count == 1)
  }

  @Test func `a key that was changed is shown as it is now`() {
    let keys = KeyMap.defaults.with([Key(.function(7))], for: .like)
    let view = HelpView(keys: keys, wording: Wording())

    #expect(view.drawn(rows: 80, columns: 80).text.contains("F7                  Like"))
  }

  @Test func `scrolling ends at both ends`() {
    let view = HelpView(keys: .defaults, wording: Wording())
    let top = view.drawn(rows: 10, columns: 40)
    _ = view.handle(.command(.up))
    let stillTop = view.drawn(rows: 10, columns: 40)

    _ = view.handle(.command(.bottom))
    let bottom = view.drawn(rows: 10, columns: 40)
    _ = view.handle(.command(.down))

    #expect(stillTop == top)
    #expect(bottom != top)
    #expect(view.drawn(rows: 10, columns: 40) == bottom)
  }

  @Test func `the key that opens help closes it`() {
    let stage = StageSpy()
    let view = HelpView(keys: .defaults, wording: Wording())
    view.stage = stage

    let isTaken = view.handle(.command(.help))

    #expect(isTaken)
    #expect(stage.routes == [.back])
  }
}
