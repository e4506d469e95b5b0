import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension ComposeSheet {
  /// Draws it, and how the text stands; one that is on its way has no cursor.
  @MainActor mutating func draw(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing,
    _ status: ComposeViewModel.Status, isSending: Bool
  ) {
    let (theme, isPlain) = (drawing.theme, options.isPlain)
    let original = frame.original.map {
      OriginalPost($0, columns: ComposePage.columns(in: rect), theme, isPlain: isPlain)
    }
    drawn.corner = rect.origin
    drawn.parts = ComposePage(
      rect, original: original?.rows ?? 0, hasWarning: form.warning != nil,
      pictures: form.pictures.count, poll: form.poll?.rows ?? 0,
      panel: panel != nil ? 2 : focus == .more ? form.more.rows.count : 0,
      showsPictures: drawing.pictures.isOn && !isPlain
        && form.pictures.contains { !$0.isPosted },
      before: thread.place, after: thread.count - 1 - thread.place)
    let page = drawn.parts
    original?.draw(on: &canvas, in: page.original, theme)
    let takesKeys = drawing.isFront && !isSending && focus == .text
    drawn.warning = page.warning.map {
      canvas.write(label: Line(frame.labels.warning, theme.style(.warning)), in: $0)
    }
    if let rect = drawn.warning {
      form.warning?.draw(
        on: &canvas, in: rect, theme.style(.field), isFocused: takesKeys && form.field == .warning)
    }
    let colours = TextColours(
      limits: frame.limits, theme: theme, warning: form.warning?.text,
      cursor: takesKeys ? form.text.cursor : nil, misspelt: status.misspelt(at: thread.place))
    thread.post.text.draw(
      on: &canvas, in: page.text, scroll: &drawn.scroll, style: theme.style(.text),
      isFocused: takesKeys && form.field == .text, spans: colours.spans)
    if form.text.characters.isEmpty {
      write(Line(frame.labels.placeholder, theme.style(.faint)), page.text, on: &canvas)
    }
    drawParts(on: &canvas, drawing)
    drawThread(on: &canvas, theme, status)
    if let rule = page.rule, !isPlain {
      write(
        Line(repeating: "─", count: rule.size.columns, theme.style(.rule)), rule, on: &canvas)
    }
    ComposeStatusLine(status: status, thread: thread, frame: frame, isPlain: isPlain)
      .draw(on: &canvas, in: page.status, theme)
    let hints = self.hints
    drawn.hints = page.keys.map { HintLine.count(of: hints, columns: $0.size.columns) } ?? 0
    if let keys = page.keys {
      write(HintLine.line(hints, columns: keys.size.columns, theme: theme), keys, on: &canvas)
    }
    if drawing.isFront, let cursor = canvas.cursor,
      let list = popup?.rect(at: cursor, in: page.text)
    {
      popup?.draw(on: &canvas, in: list, theme)
      drawThumbnail(beside: list, on: &canvas, in: rect, drawing)
    }
  }

  /// Draws what the chosen file looks like, beside the list of files.
  @MainActor private func drawThumbnail(
    beside list: CellRect, on canvas: inout Canvas, in room: CellRect, _ drawing: Drawing
  ) {
    guard panel != nil, drawing.pictures.isOn, !options.isPlain,
      let path = popup?.chosenWord, !path.isFolder
    else { return }
    let rows = min(Self.thumbnailRows, list.rows.upperBound - room.origin.row)
    let box = CellRect(
      origin: CellPosition(
        row: list.rows.upperBound - rows, column: list.columns.upperBound + 1),
      size: Thumbnail.size(rows: rows, drawing))
    guard rows > 2, box.columns.upperBound <= room.columns.upperBound else { return }
    Thumbnail(path: path).draw(on: &canvas, in: box, drawing)
  }

  /// How many rows the picture of a file that could be added is seen in.
  private static let thumbnailRows = 8

  @MainActor private mutating func drawParts(on canvas: inout Canvas, _ drawing: Drawing) {
    let (labels, isPlain, isInPoll) = (frame.labels, options.isPlain, focus == .poll)
    let page = drawn.parts
    let pictures = PictureList(pictures: form.pictures, frame: frame)
    if let rect = page.pictures {
      pictures.draw(on: &canvas, in: rect, chosen: panel?.chosen, drawing.theme)
    }
    if let rect = page.poll {
      thread.post.poll?.draw(
        labels.poll, on: &canvas, in: rect, drawing, isPlain: isPlain, isFocused: isInPoll)
    }
    if let rect = page.thumbnails { pictures.drawThumbnails(on: &canvas, in: rect, drawing) }
    guard let rect = page.panel else { return }
    if focus == .more { thread.post.more.draw(labels.more, on: &canvas, in: rect, drawing) }
    panel?.draw(
      labels.pictures, on: &canvas, in: rect, drawing.theme, isFocused: drawing.isFront)
  }

  private func drawThread(
    on canvas: inout Canvas, _ theme: Theme, _ status: ComposeViewModel.Status
  ) {
    let rows = ThreadRows(
      thread: thread, preceding: frame.preceding, counts: status.counts, isPlain: options.isPlain)
    if let rect = drawn.parts.before {
      rows.draw(rows.before(rows: rect.size.rows), on: &canvas, in: rect, theme)
    }
    if let rect = drawn.parts.after {
      rows.draw(rows.after(rows: rect.size.rows), on: &canvas, in: rect, theme)
    }
  }

  private func write(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}
