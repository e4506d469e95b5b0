import Terminal

/// The lines at the top and at the bottom of the screen.
struct Bar {
  private let theme: Theme

  /// Bars that look so.
  init(theme: Theme) { self.theme = theme }

  /// Draws what a scene has to say of itself.
  ///
  /// The right side wins: it says what is going on. The left gives way from its beginning until
  /// the current tab can be seen, and is cut off after that.
  func draw(_ header: Header, on canvas: inout Canvas, in rect: CellRect) {
    canvas.fill(rect, theme.style(.bar))
    let right = theme.barLine(header.right).prefix(columns: max(0, rect.size.columns - 2))
    let edge = rect.columns.upperBound - 1 - right.columns
    canvas.write(right, at: CellPosition(row: rect.origin.row, column: edge), within: rect)
    let room = edge - rect.origin.column - (right.columns > 0 ? 2 : 0) - 1
    let left = Self.fitting(header.left, columns: room)
    canvas.write(
      theme.barLine(left).cut(columns: room),
      at: CellPosition(row: rect.origin.row, column: rect.origin.column + 1), within: rect)
  }

  /// Draws what the keys do; those that do not fit are left out, from the end.
  func draw(_ hints: [Hint], on canvas: inout Canvas, in rect: CellRect) {
    canvas.fill(rect, theme.style(.bar))
    var line = Line()
    for hint in hints {
      var next = Line()
      if line.columns > 0 { next.pad(2, theme.style(.bar)) }
      next.append(hint.key, theme.style(.key))
      next.pad(1, theme.style(.bar))
      next.append(hint.word, theme.style(.hint))
      guard line.columns + next.columns <= rect.size.columns - 2 else { break }
      line.append(next)
    }
    canvas.write(
      line, at: CellPosition(row: rect.origin.row, column: rect.origin.column + 1), within: rect)
  }

  /// Draws something told to the person.
  func draw(_ message: Message, on canvas: inout Canvas, in rect: CellRect) {
    canvas.fill(rect, theme.style(.bar))
    let role: Role =
      switch message.tone {
      case .plain: .barStrong
      case .good: .good
      case .bad: .bad
      }
    canvas.write(
      Line(message.text, theme.styleOnBar(role)).cut(columns: rect.size.columns - 2),
      at: CellPosition(row: rect.origin.row, column: rect.origin.column + 1), within: rect)
  }

  /// The part of a header's left side that is drawn in so many columns.
  static func fitting(_ left: StyledText, columns: Int) -> StyledText {
    guard let current = left.firstIndex(where: { $0.role == .currentTab }) else { return left }
    var first = 0
    var width = left[...current].reduce(0) { $0 + TextWidth.columns(of: $1.text) }
    let whole = left[(current + 1)...].reduce(width) { $0 + TextWidth.columns(of: $1.text) }
    guard whole > columns else { return left }
    while width > columns, first < current {
      width -= TextWidth.columns(of: left[first].text)
      first += 1
    }
    return Array(left[first...])
  }
}
