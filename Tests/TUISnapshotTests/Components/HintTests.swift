import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct HintTests {
  private let look = KeyHint.KeyHintStyle(key: .plain, gap: .plain, label: .plain)

  @Test(arguments: [
    (KeyHint(.controlKey("s"), label: "send"), "^S send"),
    (KeyHint(Key(.escape), label: "back"), "Esc back"),
    (KeyHint(.altKey("p"), label: "poll"), "Alt-P poll"),
    (KeyHint("L", label: "likers"), "L likers"),
    (KeyHint(Key(.function(1)), label: "all keys"), "F1 all keys"),
    (KeyHint(Key(.up), Key(.down), label: "choose"), "↑↓ choose"),
    (KeyHint(Key(.up, .alt), Key(.down, .alt), label: "move"), "Alt-↑↓ move"),
  ]) func `a hint shows the names of its keys`(hint: KeyHint, text: String) {
    #expect(hint.keyHintLine(look).text == text)
    #expect(hint.columns == hint.keyHintLine(look).columns)
  }

  @Test func `a click on a key hint presses the key`() {
    let line = KeyHint(.controlKey("s"), label: "send").keyHintLine(look)

    #expect(line.keys.map(\.target) == [.controlKey("s")])
    #expect(line.keys.map(\.cells) == [0..<7])
  }

  @Test func `a click on the word of a hint with two keys presses the second`() {
    let line = KeyHint(Key(.up, .alt), Key(.down, .alt), label: "move").keyHintLine(look)

    #expect(line.keys.map(\.target) == [Key(.up, .alt), Key(.down, .alt)])
    #expect(line.keys.map(\.cells) == [0..<5, 5..<11])
  }

  @Test func `a hint for a key range presses no key`() {
    #expect(KeyHint(named: "1–5", label: "level").keyHintLine(look).keys.isEmpty)
  }

  @Test func `clicks in the bottom line press the visible hints`() {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 20))
    let hints = [
      KeyHint(Key(.enter), label: "open"), KeyHint("l", label: "like"),
      KeyHint("r", label: "refresh"),
    ]

    ScreenBarPainter(theme: .dark).drawKeyHints(hints, on: &canvas, in: canvas.bounds)

    #expect(canvas.text == " Enter open  l like")
    #expect(canvas.keys.map(\.target) == [Key(.enter), "l"])
    #expect(canvas.keys.map(\.position.column) == [1, 13])
  }

  @Test func `a command's hint presses its key in the key map`() {
    let keys = KeyMap.defaults.replacingKeys([.controlKey("e")], for: .like)

    let hint = KeyHint(.like, keys: keys, wording: Wording())?.replacingLabel(with: "unlike")

    #expect(hint?.keyHintLine(look).text == "^E unlike")
    #expect(hint?.keyHintLine(look).keys.map(\.target) == [.controlKey("e")])
    #expect(KeyHint(.like, keys: keys.replacingKeys([], for: .like), wording: Wording()) == nil)
  }
}
