import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import Words

extension Application {
  /// Draws what changed, where the line has taken the last frame; else the newest waits its turn.
  func drawIfNeeded() {
    guard mustDraw, editing == nil, !terminal.isBusy else { return }
    mustDraw = false
    pictures.frameBegan()
    let canvas = canvas()
    shownKeys = canvas.keys
    terminal.show(canvas)
    // Only now is anything begun for the sake of pictures: what is to be read is on the screen.
    pictures.frameEnded()
    if stack.front != nil { noteFrame() }
    if isMoving { nextFrame() } else { tellTimeOnceMore() }
  }

  /// Everything on the screen, as it should look now.
  func canvas() -> Canvas {
    let now = surroundings.world.now
    let size = terminal.size
    var canvas = Canvas(size: size, style: theme.style(.text))
    guard size.rows >= Panes.smallest.rows, size.columns >= Panes.smallest.columns else {
      drawNeedForRoom(on: &canvas)
      return canvas
    }
    guard let visible = stack.visible, let ground = stack.ground, let front = stack.front else {
      return canvas
    }
    let hasSide = visible.side != nil
    let panes = panes(hasSide: hasSide)
    func drawing(_ scene: any Scene) -> Drawing {
      Drawing(
        theme: theme, isFront: scene === front || scene === ground, frame: frame, now: now,
        pictures: pictures)
    }
    /// Draws a scene; where it is not in front, no key would get to it.
    func draw(_ scene: any Scene, in rect: CellRect) {
      scene.draw(on: &canvas, in: rect, drawing(scene))
      guard scene !== front else { return }
      canvas.forgetKeys(in: rect)
      canvas.point = nil
    }
    if let side = panes.side, let scene = visible.side {
      draw(visible.main, in: panes.main)
      self.draw(rule: panes.rule, on: &canvas)
      draw(scene, in: side)
    } else {
      draw(ground, in: panes.main)
    }
    if front.isOverlay { draw(front, in: panes.whole) }
    let bar = Bar(theme: theme)
    bar.draw(ground.header, on: &canvas, in: panes.header)
    if let message = banner.message(at: now) {
      bar.draw(message, on: &canvas, in: panes.footer)
    } else {
      bar.draw(hints(of: front), on: &canvas, in: panes.footer)
    }
    // A screen reader reads where the cursor goes.
    if surroundings.isPlain, canvas.cursor == nil { canvas.cursor = canvas.point }
    return canvas
  }

  /// Where things are; whoever listens to the screen gets one pane, since two are read as one.
  func panes(hasSide: Bool) -> Panes {
    Panes(of: terminal.size, sideBySide: hasSide && !surroundings.isPlain)
  }

  /// Has everything look differently.
  func use(_ theme: Theme) {
    guard theme != self.theme else { return }
    self.theme = theme
    redraw()
  }

  /// What the keys do, as the bottom line offers it.
  private func hints(of scene: any Scene) -> [Hint] {
    commandHints(of: scene) + scene.keyHints
  }

  private func commandHints(of scene: any Scene) -> [Hint] {
    let words = scene.hintWords
    return scene.hints.compactMap { command in
      let hint = Hint(command, keys: surroundings.keyMap, wording: surroundings.wording)
      return words[command].flatMap { hint?.saying($0) } ?? hint
    }
  }

  private func draw(rule: CellRect?, on canvas: inout Canvas) {
    guard let rule else { return }
    let line = Line("│", theme.style(.rule))
    for row in rule.rows {
      canvas.write(line, at: CellPosition(row: row, column: rule.origin.column))
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

  private var isMoving: Bool {
    let now = surroundings.world.now
    guard let visible = stack.visible else { return false }
    if pictures.isBusy { return true }
    return visible.main.isMoving(at: now) || visible.side?.isMoving(at: now) == true
      || stack.front?.isMoving(at: now) == true
  }

  /// Ten frames a second while something moves, and none when nothing does.
  private func nextFrame() {
    guard frameAlarm == nil else { return }
    frameAlarm = loop.after(.milliseconds(100)) { [weak self] in
      guard let self else { return }
      frameAlarm = nil
      frame += 1
      redraw()
    }
  }
}
