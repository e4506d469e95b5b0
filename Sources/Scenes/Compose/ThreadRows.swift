import Preferences
import Terminal

/// The posts of a thread around the one on which one writes, a row each.
struct ThreadRows {
  let thread: ThreadForm
  /// How many posts went out before the first of them.
  var preceding = 0
  var counts: [ComposeViewModel.Count] = []
  var isPlain = false

  /// The places of those that are drawn in so many rows before that post: the nearest ones.
  func before(rows: Int) -> Range<Int> { max(0, thread.place - rows)..<thread.place }

  /// The places of those that are drawn in so many rows after it.
  func after(rows: Int) -> Range<Int> {
    (thread.place + 1)..<min(thread.count, thread.place + 1 + rows)
  }

  /// Draws the posts at those places.
  func draw(_ places: Range<Int>, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    let posts = thread.posts
    for (row, place) in zip(rect.rows, places) {
      let post = posts[place]
      let count = counts.indices.contains(place) ? counts[place] : ComposeViewModel.Count()
      var right = Line()
      if !post.pictures.isEmpty, !isPlain {
        right.append("  ▣ \(post.pictures.count)", theme.style(.photo))
      }
      right.append("  " + count.remaining, theme.style(count.role))
      var left = Line("\(preceding + place + 1)", theme.style(.strong))
      left.pad(2)
      left.append(SafeText(sanitizing: post.text.beginning), theme.style(.quote))
      canvas.write(
        left.cut(columns: rect.size.columns - right.columns),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
      canvas.write(
        right, at: CellPosition(row: row, column: rect.columns.upperBound - right.columns),
        within: rect)
    }
  }
}

extension TextArea {
  /// Its beginning, more of which no row has room for, with blanks for the ends of lines.
  fileprivate var beginning: String {
    String(characters.prefix(300).map { $0.isNewline ? " " : $0 })
  }
}
