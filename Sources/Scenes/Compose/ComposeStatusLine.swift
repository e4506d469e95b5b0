import FeedDomain
import Preferences
import Terminal

/// The line below the page: who sees the post and what else is said about it, and how it stands.
struct ComposeStatusLine {
  let status: ComposeViewModel.Status
  let thread: ThreadForm
  let frame: ComposeViewModel.Frame
  let isPlain: Bool

  /// Draws it; how the text stands always has room.
  func draw(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    let form = thread.post
    let count = status.counts.indices.contains(thread.place) ? status.counts[thread.place] : .init()
    var right = Line(numbers.map { $0 + "  " } ?? "", theme.style(.strong))
    let saved: SafeText = status.saved.isEmpty ? "" : status.saved + "  "
    let columns = right.columns + TextWidth.columns(of: saved + count.remaining)
    // Who sees it matters more than that it is saved.
    if columns <= rect.size.columns / 2 {
      right.append(saved, theme.style(.faint))
    }
    right.append(count.remaining, theme.style(count.role))
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

  /// Which post of the thread it is, of how many; nil for one by itself.
  private var numbers: SafeText? {
    let count = frame.preceding + thread.count
    return count > 1 ? "\(frame.preceding + thread.place + 1)/\(count)" : nil
  }
}
