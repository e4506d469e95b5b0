import FeedDomain
import Terminal

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

extension Scene {
  /// The scene drawn alone on a canvas of that size.
  func drawn(
    rows: Int, columns: Int, theme: Theme = .dark, now: Timestamp = Timestamp(milliseconds: 0),
    isFront: Bool = true
  ) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: rows, columns: columns))
    drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: theme, isFront: isFront, frame: 0, now: now))
    return canvas
  }

  /// Returns the scene after a navigator opened it.
  func opened(by navigator: NavigatorSpy) -> Self {
    self.navigator = navigator
    sceneDidAppear()
    return self
  }

  /// The whole screen: the top line, the scene, the keys.
  func screen(
    _ size: CellSize, theme: Theme = .dark, now: Timestamp, pictures: any PictureProvider
  ) -> Canvas {
    var canvas = Canvas(size: size)
    let bar = ScreenBarPainter(theme: theme)
    func row(_ row: Int, rows: Int = 1) -> CellRect {
      CellRect(row: row, column: 0, rows: rows, columns: size.columns)
    }
    bar.drawHeader(header, on: &canvas, in: row(0))
    drawScene(
      on: &canvas, in: row(1, rows: size.rows - 2),
      DrawingParameters(theme: theme, isFront: true, frame: 0, now: now, pictures: pictures))
    let hints = hints.compactMap { KeyHint($0, keys: .defaults, wording: Wording()) }
    bar.drawKeyHints(hints, on: &canvas, in: row(size.rows - 1))
    return canvas
  }

  /// Presses a key, as in a scene that takes text.
  @discardableResult func press(_ code: Key.KeyCode, _ modifiers: Key.KeyModifiers = []) -> Bool {
    handleEvent(.key(Key(code, modifiers)))
  }

  /// Types a text.
  func type(_ text: String) { for character in text { press(.character(character)) } }

  /// Gives commands, as their keys do. Returns true if the scene handled all of them.
  @discardableResult func command(_ commands: Command...) -> Bool {
    commands.reduce(true) { handleEvent(.command($1)) && $0 }
  }

  @discardableResult func click(row: Int, column: Int, clicks: Int = 1) -> Bool {
    handleEvent(
      .mouse(MouseEvent(.press(1), at: CellPosition(row: row, column: column)), clicks: clicks))
  }
}
