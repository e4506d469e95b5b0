import Terminal
import Testing

@testable import Scenes

struct TextFieldTests {
  @Test func `editing keys work as in a shell`() {
    var field = TextField("hello brave world")
    func press(_ code: Key.KeyCode, _ modifiers: Key.KeyModifiers = []) {
      _ = field.handleKey(Key(code, modifiers))
    }

    press(.character("w"), .control)
    press(.left, .alt)
    press(.character("k"), .control)
    press(.backspace)
    press(.character("!"))
    press(.home)
    press(.delete)
    press(.character("H"))

    #expect(field.text == "Hello!")
    #expect(field.cursor == 1)
  }

  @Test func `a character of several scalars is one cursor step`() {
    var field = TextField("a👩‍👩‍👧")

    _ = field.handleKey(Key(.backspace))

    #expect(field.text == "a")
  }

  @Test func `a secret is drawn as dots within the field`() {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 10))
    let field = TextField("tweetie\u{1b}[2J日本", isSecret: true)

    field.drawTextField(
      on: &canvas, in: CellRect(row: 0, column: 2, rows: 1, columns: 6), .plain, isFocused: true)

    #expect(canvas.text == "  •••••")
    #expect(canvas.cursor == CellPosition(row: 0, column: 7))
  }

  @Test func `a text field limits inserted text, but keeps a longer initial text whole`() {
    var field = TextField("find ")

    field.insertText(String(repeating: "e\u{301}", count: 300_000))
    let taken = field.text.utf8.count
    field.insertText("and more")
    _ = field.handleKey(Key(.backspace))
    _ = field.handleKey(Key(.character("!")))

    #expect((TextField.maximumBytes - 3...TextField.maximumBytes).contains(taken))
    #expect(field.text.utf8.count <= TextField.maximumBytes)
    #expect(field.text.hasPrefix("find e\u{301}") && field.text.hasSuffix("!"))
    #expect(TextField(String(repeating: "w", count: 50_000)).text.utf8.count == 50_000)
  }

  @Test func `a character larger than a field is not taken`() {
    var field = TextField()

    field.insertText("e" + String(repeating: "\u{301}", count: 100_000))

    #expect(field.text == "")
  }

  @Test func `a paste inserts a single line`() {
    var field = TextField()

    field.insertText("one\r\ntwo\nthree")

    #expect(field.text == "one two three")
  }
}
