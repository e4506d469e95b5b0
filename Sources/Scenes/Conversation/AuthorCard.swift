import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// A painter of the card with the picture, name, biography and numbers of a post's author, at the
/// bottom of a large pane beside a stream.
struct AuthorCard {
  let posts: PostViewModelFactory
  let author: Person

  private static let smallest = CellSize(rows: 44, columns: 60)
  private static let bioLines = 3
  private static let portraitRows = 5

  /// Draws the author's card at the bottom of a rectangle, and returns the rectangle above the
  /// card; draws nothing and returns `rect` if it is too small.
  @MainActor
  func drawAuthorCard(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) -> CellRect {
    guard rect.size.rows >= Self.smallest.rows, rect.size.columns >= Self.smallest.columns else {
      return rect
    }
    let theme = drawing.theme
    let name = posts.displayName(of: author)
    let style = theme.personNameStyle(of: "@" + SafeText(sanitizing: author.handle), posts.options)
    let box = portraitSize(drawing)
    let indent = box.map { $0.columns + 2 } ?? 0
    let columns = max(1, min(rect.size.columns - 4, PostLayout.widest) - indent)
    let lines = authorCardLines(name, style, columns: columns, theme)
    let height = max(lines.count, box?.rows ?? 0)
    let top = rect.rows.upperBound - height
    let left = rect.origin.column + 2
    canvas.writeLine(
      Line(repeating: "─", count: rect.size.columns - 4, theme.style(.rule)),
      at: CellPosition(row: top - 1, column: left), within: rect)
    if let box {
      let place = CellRect(origin: CellPosition(row: top, column: left), size: box)
      PictureBoxPainter(drawing, posts).drawPortrait(
        PortraitPlaceholder(name, style), of: author.portrait ?? .none, on: &canvas, in: place,
        within: rect)
    }
    for (row, line) in lines.enumerated() {
      canvas.writeLine(line, at: CellPosition(row: top + row, column: left + indent), within: rect)
    }
    return CellRect(
      origin: rect.origin,
      size: CellSize(
        rows: rect.size.rows - height - 2, columns: rect.size.columns))
  }

  private func authorCardLines(
    _ name: SafeText, _ style: Style, columns: Int, _ theme: Theme
  ) -> [Line] {
    var heading = Line(name, style)
    heading.append("  " + SafeText(sanitizing: author.atHandle), theme.style(.handle))
    var lines = [heading.truncatedLine(columns: columns)]
    let bio = SafeText(
      sanitizing: author.bio.plain.split(whereSeparator: \.isNewline).joined(separator: " "))
    if !bio.isBlank {
      lines += Line(bio, theme.style(.text)).wrappedLines(columns: columns, rows: Self.bioLines)
    }
    let wording = posts.wording
    let counts = [
      author.counts?.posts.map { wording.postCountText($0) },
      author.counts?.followers.map { wording.followerCountText($0) },
      author.counts?.following.map { wording.followedCountText($0) },
    ].compactMap(\.self)
    if !counts.isEmpty {
      lines.append(
        Line(counts.joined(separator: "   "), theme.style(.count)).truncatedLine(columns: columns))
    }
    if let relationship = author.relationship, relationship != .oneself {
      lines.append(
        Line(
          wording.relationshipText(relationship),
          theme.style(relationship == .followed ? .good : .faint)
        ).truncatedLine(columns: columns))
    }
    return lines
  }

  @MainActor
  private func portraitSize(_ drawing: DrawingParameters) -> CellSize? {
    let room = PhotoBoxLayout(
      drawing.pictures, pane: CellSize(rows: 44, columns: 80), posts.options)
    guard room?.hasPortraits == true, let small = room?.person else { return nil }
    return CellSize(
      rows: Self.portraitRows, columns: small.columns * Self.portraitRows / max(1, small.rows))
  }
}
