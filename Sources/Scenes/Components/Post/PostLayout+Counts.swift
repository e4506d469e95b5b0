import FeedDomain
import Preferences
import Terminal

extension PostLayout {
  /// How often it was answered, boosted, liked, and the thumb that goes up on a like.
  mutating func addCounts(_ post: PostViewModel) {
    var line = Line()
    var zones: [(Range<Int>, PostAction)] = []
    for count in post.counts {
      let start = line.columns
      if start > 0 { line.pad(options.isPlain ? 0 : gap(after: post, line)) }
      if options.isPlain, start > 0 { line.append(", ", theme.style(.faint)) }
      let style = theme.style(count.role)
      let sign = line.columns
      line.append(count.sign, style)
      zones.append((sign..<line.columns, count.signAction))
      if !count.number.isEmpty {
        if line.columns > sign { line.append(" ", style) }
        let number = line.columns
        line.append(count.number, style)
        zones.append((number..<line.columns, count.numberAction))
      }
      if post.isFlashing, count.signAction == .deed(.mark(.liked)) {
        // Takes the place of the gap, so that nothing moves when it goes.
        line.append(" 👍", theme.style(.liked))
      }
    }
    if options.isPlain { addPlainMarks(post, to: &line) }
    for (columns, action) in zones where columns.lowerBound < self.columns {
      zone(columns, of: block.lines.count, action)
    }
    if line.columns > 0 { add(line.cut(columns: columns)) }
  }

  private func gap(after post: PostViewModel, _ line: Line) -> Int {
    if post.isFlashing, line.cells.last?.width == 0 { return 0 }
    return columns < 24 ? 1 : 3
  }

  private func addPlainMarks(_ post: PostViewModel, to line: inout Line) {
    func separate() {
      if line.columns > 0 { line.append(", ", theme.style(.faint)) }
    }
    if let boost = post.boost {
      separate()
      line.append(boost.words, theme.style(.boost))
    }
    if let waiting = post.waiting {
      separate()
      line.append(waiting, theme.style(.busy))
    }
  }
}
