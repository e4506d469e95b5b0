import FeedDomain
package import Preferences
package import Terminal

/// A painter of the top line and the bottom line of the screen, and of the title lines of panes.
package struct ScreenBarPainter {
  private let theme: Theme

  package init(theme: Theme) { self.theme = theme }

  package func drawHeader(_ header: SceneHeader, on canvas: inout Canvas, in rect: CellRect) {
    canvas.fillRect(rect, theme.style(.bar))
    let (left, _, right, room) = Self.visibleHeaderParts(header, columns: rect.size.columns)
    let row = rect.origin.row
    canvas.writeLine(
      theme.styledBarLine(left).truncatedLine(columns: room),
      at: CellPosition(row: row, column: rect.origin.column + 1), within: rect)
    let end = theme.styledBarLine(right)
      .truncatedLine(columns: max(0, rect.size.columns - 2 - room - (room > 0 ? 2 : 0)))
    canvas.writeLine(
      end, at: CellPosition(row: row, column: rect.columns.upperBound - 1 - end.columns),
      within: rect)
  }

  /// Draws a pane's title over a horizontal rule, which is heavy for the focused column of the
  /// deck.
  package func drawPaneTitle(
    title: SceneHeader, isFront: Bool, isHeavy: Bool = false, on canvas: inout Canvas,
    in rect: CellRect
  ) {
    func styledLine(_ text: StyledText) -> Line {
      let roles: [TextRole: TextRole] = [
        .barStrong: isFront ? .strong : .faint, .currentTab: isFront ? .strong : .faint,
        .barFaint: .faint, .tab: .faint,
      ]
      return theme.styledLine(
        text.map { StyledSpan($0.text, roles[$0.role] ?? $0.role, link: $0.link) })
    }
    let rule = theme.style(.rule)
    let stroke: SafeText = isHeavy ? "━" : "─"
    canvas.writeLine(
      Line(
        repeating: stroke, count: rect.size.columns, isHeavy ? theme.style(.strong) : rule),
      at: rect.origin, within: rect)
    let (left, _, right, room) = Self.visibleHeaderParts(title, columns: rect.size.columns - 4)
    func writeText(_ text: Line, endingAt end: Int? = nil) {
      guard text.columns > 0 else { return }
      var framed = Line(" ", rule)
      framed.append(text)
      framed.append(" ", rule)
      let column = end.map { $0 - framed.columns } ?? rect.origin.column + 1
      canvas.writeLine(
        framed, at: CellPosition(row: rect.origin.row, column: column), within: rect)
    }
    writeText(styledLine(left).truncatedLine(columns: room))
    writeText(
      styledLine(right)
        .truncatedLine(columns: max(0, rect.size.columns - 6 - room - (room > 0 ? 2 : 0))),
      endingAt: rect.columns.upperBound - 1)
  }

  /// Returns true if a column of a pane's title line belongs to the text at its right end.
  package static func isInRightTitleText(_ column: Int, ofTitle title: SceneHeader, columns: Int)
    -> Bool
  {
    let right = visibleHeaderParts(title, columns: columns - 4).right
    guard !right.isEmpty else { return false }
    return ((columns - 1 - textWidth(of: right) - 2)..<(columns - 1)).contains(column)
  }

  /// Draws the first key hints into the bottom line of the screen, as many as fit.
  package func drawKeyHints(_ hints: [KeyHint], on canvas: inout Canvas, in rect: CellRect) {
    canvas.fillRect(rect, theme.style(.bar))
    let look = KeyHint.KeyHintStyle(
      key: theme.style(.key), gap: theme.style(.bar), label: theme.style(.hint))
    var column = rect.origin.column + 1
    for hint in hints {
      guard column + hint.columns < rect.columns.upperBound else { return }
      canvas.writeLine(
        hint.keyHintLine(look), at: CellPosition(row: rect.origin.row, column: column), within: rect
      )
      column += hint.columns + 2
    }
  }

  /// Draws the number typed before a command and "…" at the right end of the bottom line; for 0,
  /// "…" alone.
  package func drawNumberTypedBeforeCommand(
    _ count: Int, on canvas: inout Canvas, in rect: CellRect
  ) {
    let words: SafeText = count > 0 ? " \(count)… " : " … "
    let line = Line(words, theme.style(.currentTab))
    canvas.writeLine(
      line, at: CellPosition(row: rect.origin.row, column: rect.columns.upperBound - line.columns),
      within: rect)
  }

  /// Draws a message at the bottom of the screen. A long message takes several rows instead of
  /// being cut, because error messages end with the remedy.
  package func drawMessage(_ message: BottomLineMessage, on canvas: inout Canvas, in rect: CellRect)
  {
    let role: TextRole =
      switch message.tone {
      case .plain: .barStrong
      case .good: .good
      case .bad: .bad
      }
    let text = Line(message.text, theme.styleOnBar(role))
    let columns = rect.size.columns - 2
    // The message covers at most half of the rows below the top line.
    let room = max(1, min(Self.mostRows, rect.rows.upperBound / 2))
    let lines = text.wrappedLines(columns: columns, rows: room)
    let top = rect.rows.upperBound - lines.count
    let whole = CellRect(
      row: top, column: rect.origin.column, rows: lines.count, columns: rect.size.columns)
    canvas.fillRect(whole, theme.style(.bar))
    for (row, line) in zip(whole.rows, lines) {
      canvas.writeLine(
        line, at: CellPosition(row: row, column: rect.origin.column + 1), within: whole)
    }
  }

  /// The maximum height in rows of a message at the bottom of the screen.
  private static let mostRows = 6

  /// The minimum width of the screen's top line, in columns, at which the account's name is shown.
  private static let columnsForAccount = 78

  /// Returns the visible parts of a scene's header in a line of a width: the left and right texts,
  /// the index of each left text in the header (`kept`), and the width of the left side (`room`).
  /// Arrows with the index of the nearest hidden tab replace tabs that do not fit. The right text
  /// is cut where the left one needs room, up to half of the width.
  static func visibleHeaderParts(
    _ header: SceneHeader, columns: Int
  ) -> (left: StyledText, kept: [Int], right: StyledText, room: Int) {
    let whole = max(0, columns - 2)
    let tab = header.leftText.first { $0.role == .currentTab }.map { [$0] } ?? header.leftText
    let wanted =
      (whole < columnsForAccount || tab == header.leftText ? [] : accountNameSpans(header.leftText))
      + tab
    let needed = min(textWidth(of: wanted), whole / 2)
    var right = header.rightText
    if tab == header.leftText, textWidth(of: tab) <= whole {
      right = fittingRightHeaderText(right, columns: whole - textWidth(of: tab) - 2)
    }
    while right.count > 1, textWidth(of: right) + 2 + needed > whole { right.removeLast() }
    while right.last?.text.string.allSatisfy({ $0 == " " }) == true { right.removeLast() }
    let taken = min(textWidth(of: right), max(0, whole - (needed > 0 ? needed + 2 : 0)))
    let room = max(0, whole - taken - (taken > 0 ? 2 : 0))
    let kept = fittingLeftHeaderSpans(
      header.leftText, columns: room, withAccount: whole >= columnsForAccount)
    return (kept.map(\.span), kept.map(\.place), right, room)
  }

  /// Returns the right text of a header shortened to a width in columns: as many of its parts
  /// between " · " as fit, or nothing. Failures and activities are returned whole.
  private static func fittingRightHeaderText(_ right: StyledText, columns: Int) -> StyledText {
    guard let aside = right.first, right.count == 1, aside.role == .barFaint else { return right }
    guard TextWidth.columnCount(of: aside.text) > columns else { return right }
    let whole = aside.text.string
    var (fitting, rest): (SafeText?, Substring) = (nil, whole[...])
    while let end = rest.firstRange(of: " · ") {
      let text = SafeText(sanitizing: String(whole[..<end.lowerBound]))
      guard TextWidth.columnCount(of: text) <= columns else { break }
      (fitting, rest) = (text, rest[end.upperBound...])
    }
    return fitting.map { [StyledSpan($0, aside.role)] } ?? []
  }

  /// Returns the account's name, which is the beginning of a header's left text before the tabs.
  private static func accountNameSpans(_ left: StyledText) -> StyledText {
    Array(left.prefix { $0.role != .tab && $0.role != .currentTab })
  }

  /// Returns the texts that fit into the left side of the top line, with their indices. The result
  /// may still be too long and has to be cut.
  private static func fittingLeftHeaderSpans(
    _ left: StyledText, columns: Int, withAccount: Bool
  ) -> [(span: StyledSpan, place: Int)] {
    let all = left.enumerated().map { (span: $1, place: $0) }
    guard textWidth(of: left) > columns,
      let current = left.firstIndex(where: { $0.role == .currentTab })
    else { return all }
    let account = accountNameSpans(left)
    let keepsAccount =
      withAccount && textWidth(of: account) + textWidth(of: [left[current]]) <= columns
    let room = columns - (keepsAccount ? textWidth(of: account) : 0)
    var first = account.count
    var last = current
    func visibleTabsWidth() -> Int {
      textWidth(of: left[first...last]) + (first > account.count ? 1 : 0)
        + (last < left.count - 1 ? 1 : 0)
    }
    // The tabs before the current one are left out first, from the left; then those after it.
    while first < current, visibleTabsWidth() > room { first += 1 }
    while last < left.count - 1 {
      last += 1
      guard visibleTabsWidth() > room else { continue }
      last -= 1
      break
    }
    var kept = Array(all[first...last])
    func hasRoomForArrow() -> Bool { textWidth(of: kept.map(\.span)) < room }
    if first > account.count, hasRoomForArrow() {
      kept.insert((StyledSpan("‹", .barFaint), first - 1), at: 0)
    }
    if last < left.count - 1, hasRoomForArrow() {
      kept.append((StyledSpan("›", .barFaint), last + 1))
    }
    return (keepsAccount ? all[..<account.count] : []) + kept
  }

  private static func textWidth(of text: some Sequence<StyledSpan>) -> Int {
    text.reduce(0) { $0 + TextWidth.columnCount(of: $1.text) }
  }
}
