import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Words

/// A whole screen as it should look now: the scenes between the top line and the bottom line.
@MainActor struct ScreenFrame {
  let surroundings: Surroundings
  let theme: Theme
  let pictures: any PictureShelf
  /// What is told in the bottom line; nil where it offers keys.
  let message: Message?
  /// The number that is being typed before a key; nil for none.
  let count: Int?
  /// Counts up while something moves.
  let frame: Int
  let now: Timestamp

  /// The scenes on a screen of that size, where it is large enough for any; an empty screen where
  /// none is open.
  func canvas(of layout: DeckLayout?, on size: CellSize) -> Canvas {
    var canvas = Canvas(size: size, style: theme.style(.text))
    guard size.rows >= Panes.smallest.rows, size.columns >= Panes.smallest.columns else {
      drawNeedForRoom(on: &canvas)
      return canvas
    }
    guard let layout else { return canvas }
    for place in layout.columns { draw(place, of: layout, on: &canvas) }
    if let titles = layout.panes.titles { draw(titles, of: layout, on: &canvas) }
    if let overlay = layout.overlay { draw(overlay, of: layout, on: &canvas) }
    let bar = Bar(theme: theme)
    bar.draw(layout.headed.header, on: &canvas, in: layout.panes.header)
    if let message {
      bar.draw(message, on: &canvas, in: layout.panes.footer)
    } else {
      bar.draw(hints(of: layout.front), on: &canvas, in: layout.panes.footer)
    }
    if let count { bar.draw(count: count, on: &canvas, in: layout.panes.footer) }
    // A screen reader reads where the cursor goes.
    if surroundings.isPlain, canvas.cursor == nil { canvas.cursor = canvas.point }
    return canvas
  }
}

extension ScreenFrame {
  /// Draws a scene; where it does not have the keys, none on it would get there.
  private func draw(_ place: DeckLayout.Place, of layout: DeckLayout, on canvas: inout Canvas) {
    let scene = place.scene
    scene.draw(
      on: &canvas, in: place.rect,
      Drawing(
        theme: theme, isFront: scene === layout.front || scene === layout.ground, frame: frame,
        now: now, pictures: pictures, hasTitle: layout.panes.titles != nil))
    guard scene !== layout.front else { return }
    canvas.forgetKeys(in: place.rect)
    canvas.point = nil
  }

  /// What the keys do, as the bottom line offers it.
  private func hints(of scene: any Scene) -> [Hint] {
    let words = scene.hintWords
    let commands = scene.hints.compactMap { command in
      let hint = Hint(command, keys: surroundings.keyMap, wording: surroundings.wording)
      return words[command].flatMap { hint?.saying($0) } ?? hint
    }
    return commands + scene.keyHints
  }

  /// Draws the titles of the panes, and the rules between these.
  private func draw(_ titles: CellRect, of layout: DeckLayout, on canvas: inout Canvas) {
    let bar = Bar(theme: theme)
    for place in layout.columns {
      let rect = CellRect(
        row: titles.origin.row, column: place.rect.origin.column, rows: 1,
        columns: place.rect.size.columns)
      bar.draw(
        title: place.scene.title, isFront: place.scene === layout.ground, on: &canvas, in: rect)
    }
    for column in layout.panes.rules {
      for row in titles.origin.row..<layout.panes.footer.origin.row {
        let line = Line(row == titles.origin.row ? "┬" : "│", theme.style(.rule))
        canvas.write(line, at: CellPosition(row: row, column: column))
      }
    }
  }

  private func drawNeedForRoom(on canvas: inout Canvas) {
    let text = surroundings.wording.needsMoreRoom(Panes.smallest)
    let lines = TextWrapping.wrap(
      Line(text, theme.style(.text)), columns: canvas.size.columns)
    for (row, line) in lines.prefix(canvas.size.rows).enumerated() {
      canvas.write(line, at: CellPosition(row: row, column: 0))
    }
  }
}
