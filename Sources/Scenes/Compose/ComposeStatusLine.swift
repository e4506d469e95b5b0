import FeedDomain
import Preferences
import Terminal

/// The line below the page: who sees the post and what else is said about it, and how it stands.
struct ComposeStatusLine {
  let status: ComposeViewModel.Status
  let form: DraftForm
  let frame: ComposeViewModel.Frame
  let isPlain: Bool

  /// Draws it; how the text stands always has room.
  func draw(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    var right = Line(status.saved, theme.style(.faint))
    if right.columns > 0 { right.pad(2) }
    right.append(status.remaining, theme.style(status.role))
    canvas.write(
      right,
      at: CellPosition(row: rect.origin.row, column: rect.columns.upperBound - right.columns),
      within: rect)
    let audience = frame.audiences.first { $0.visibility == form.visibility }
    guard let audience else { return }
    var left = Line(isPlain ? "" : "→ ", theme.style(.faint))
    left.append(audience.name, theme.style(form.visibility == .everybody ? .faint : .strong))
    for words in form.more.told(frame.labels.more) {
      left.append(" · " + words, theme.style(.faint))
    }
    if form.isSensitive {
      left.append(" · " + frame.labels.pictures.covered, theme.style(.warning))
    }
    canvas.write(
      left.cut(columns: rect.size.columns - right.columns - 1), at: rect.origin, within: rect)
  }
}
