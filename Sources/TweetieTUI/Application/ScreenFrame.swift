import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Words

@MainActor struct ScreenFrame {
  let runEnvironment: PresentationEnvironment
  let readers: ColumnPicturesAndAccountNames
  let hint: (Command) -> KeyHint?
  /// The message in the bottom line; nil if hints are shown there.
  let message: BottomLineMessage?
  let count: Int?
  let frame: Int
  let now: Timestamp

  /// Returns the canvas of the whole screen with all panes drawn. If the screen is too small, only
  /// a message is drawn; if no scene is open, nothing.
  func drawnCanvas(of layout: DeckLayout?, on size: CellSize) -> Canvas {
    var canvas = Canvas(size: size, style: theme.style(.text))
    guard size.rows >= ScreenPanes.smallest.rows, size.columns >= ScreenPanes.smallest.columns
    else {
      drawTooSmallMessage(on: &canvas)
      return canvas
    }
    guard let layout else { return canvas }
    for place in layout.columns { drawSceneInPane(place, of: layout, on: &canvas) }
    if let titles = layout.panes.titles { drawPaneTitles(titles, of: layout, on: &canvas) }
    if let overlay = layout.overlay { drawSceneInPane(overlay, of: layout, on: &canvas) }
    let bar = ScreenBarPainter(theme: theme)
    bar.drawHeader(layout.sceneInTopLine.scene.header, on: &canvas, in: layout.panes.header)
    if let message {
      bar.drawMessage(message, on: &canvas, in: layout.panes.footer)
    } else {
      bar.drawKeyHints(bottomLineHints(of: layout), on: &canvas, in: layout.panes.footer)
    }
    if let count { bar.drawNumberTypedBeforeCommand(count, on: &canvas, in: layout.panes.footer) }
    // A screen reader reads the line of the cursor.
    if runEnvironment.isPlain, canvas.cursor == nil { canvas.cursor = canvas.point }
    return canvas
  }

  private var theme: Theme { runEnvironment.theme }

  /// Draws a scene into its pane; only a scene in front sets the cursor, and makes the keys named
  /// there react to clicks.
  private func drawSceneInPane(
    _ place: DeckLayout.PlacedScene, of layout: DeckLayout, on canvas: inout Canvas
  ) {
    let scene = place.scene
    let (cursor, point) = (canvas.cursor, canvas.point)
    scene.drawScene(
      on: &canvas, in: place.rect,
      DrawingParameters(
        theme: theme, isFront: scene === layout.frontScene || scene === layout.focusedScene,
        frame: frame,
        now: now, pictures: readers.album(place.reader), hasTitle: layout.panes.titles != nil,
        bar: layout.panes.header.size.columns))
    guard scene !== layout.frontScene else { return }
    canvas.removeClickKeys(in: place.rect)
    // The cursor belongs to the scene in front, whether that is drawn before or after this one.
    (canvas.cursor, canvas.point) = (cursor, point)
  }

  /// Returns the hints of the bottom line, which name keys and their commands.
  private func bottomLineHints(of layout: DeckLayout) -> [KeyHint] {
    let scene = layout.frontScene
    let words = scene.hintWords
    let offered = scene.hints.filter { $0 != .back || layout.leadsBack }
    let commands = offered.compactMap { command in
      let hint = hint(command)
      return words[command].flatMap { hint?.replacingLabel(with: $0) } ?? hint
    }
    return scene.movingHints + commands + scene.keyHints
  }

  private func drawPaneTitles(_ titles: CellRect, of layout: DeckLayout, on canvas: inout Canvas) {
    let bar = ScreenBarPainter(theme: theme)
    for place in layout.columns {
      let rect = CellRect(
        row: titles.origin.row, column: place.rect.origin.column, rows: 1,
        columns: place.rect.size.columns)
      let isFront = place.scene === layout.focusedScene
      bar.drawPaneTitle(
        title: paneTitle(of: place, in: layout), isFront: isFront,
        isHeavy: isFront && layout.window != nil, on: &canvas, in: rect)
    }
    if let window = layout.window {
      drawHiddenColumnMarks(of: window.hidden, in: titles, on: &canvas)
    }
    for column in layout.panes.rules {
      for row in titles.origin.row..<layout.panes.footer.origin.row {
        let line = Line(row == titles.origin.row ? "┬" : "│", theme.style(.rule))
        canvas.writeLine(line, at: CellPosition(row: row, column: column))
      }
    }
  }

  private func paneTitle(of place: DeckLayout.PlacedScene, in layout: DeckLayout) -> SceneHeader {
    guard layout.window != nil else { return place.scene.title }
    var title = place.scene.columnTitle
    let owner = readers.owner(place.reader)
    if !owner.isEmpty { title.leftText.append(StyledSpan("  " + owner, .barFaint)) }
    return title
  }

  private func drawHiddenColumnMarks(
    of hidden: (left: Int, right: Int), in titles: CellRect, on canvas: inout Canvas
  ) {
    func drawHiddenColumnMark(_ sign: SafeText, at column: Int) {
      canvas.writeLine(
        Line(sign, theme.style(.strong)), at: CellPosition(row: titles.origin.row, column: column),
        within: titles)
    }
    if hidden.left > 0 { drawHiddenColumnMark("‹", at: 0) }
    if hidden.right > 0 { drawHiddenColumnMark("›", at: titles.size.columns - 1) }
  }

  private func drawTooSmallMessage(on canvas: inout Canvas) {
    let text = runEnvironment.wording.say(
      "Tweetie needs {columns}×{rows} cells.",
      ["columns": ScreenPanes.smallest.columns, "rows": ScreenPanes.smallest.rows])
    let lines = TextWrapper.wrappedLines(
      of: Line(text, theme.style(.text)), columns: canvas.size.columns)
    for (row, line) in lines.prefix(canvas.size.rows).enumerated() {
      canvas.writeLine(line, at: CellPosition(row: row, column: 0))
    }
  }
}

/// A record of the message in the bottom line, which is shown until the end of its countdown, or
/// for the usual time.
struct TimedBottomLineMessage {
  /// The usual time for which a message stays in the bottom line, enough to read it twice.
  static let lifetime = Duration.seconds(6)

  private var messageAndEnd: (message: BottomLineMessage, until: Timestamp)?

  mutating func showMessage(_ message: BottomLineMessage, now: Timestamp) {
    messageAndEnd = (message, message.undoableUntil ?? now.timeAdvanced(by: Self.lifetime))
  }

  /// Removes the bottom line's message; returns true if it was visible.
  mutating func removeMessageReturningIfVisible(at now: Timestamp) -> Bool {
    defer { messageAndEnd = nil }
    return shownMessage(at: now) != nil
  }

  func messageLifetimeLeft(at now: Timestamp) -> Duration {
    messageAndEnd.map { max(.zero, $0.until.elapsedTime(since: now)) } ?? .zero
  }

  /// Returns the bottom line's message; nil if there is none, or after its time.
  func shownMessage(at now: Timestamp) -> BottomLineMessage? {
    guard let messageAndEnd, now < messageAndEnd.until else { return nil }
    return messageAndEnd.message
  }
}
