import Terminal
import Testing

@testable import Scenes

struct TextFieldTests {
  @Test func `editing keys work as in a shell`() {
    var field = TextField("hello brave world")
    func press(_ code: Key.KeyCode, _ modifiers: Key.Modifiers = []) {
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

  @Test func `a paste inserts a single line`() {
    var field = TextField()

    field.insertText("one\r\ntwo\nthree")

    #expect(field.text == "one two three")
  }
}
