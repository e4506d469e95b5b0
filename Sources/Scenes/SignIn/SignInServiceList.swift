import FeedDomain
import Preferences
import Terminal

/// The list in which a service is chosen.
struct SignInServiceList {
  private(set) var model: SignInServices?
  private(set) var selection = 0
  /// The rows of the choices in the last drawing, relative to the scene.
  private(set) var rows: Range<Int> = 0..<0

  /// Shows the choices, with the previously chosen service selected.
  mutating func adopt(_ model: SignInServices) {
    guard model != self.model else { return }
    self.model = model
    selection = model.choices.firstIndex { $0.service == model.chosen } ?? 0
  }

  var selected: Service? {
    guard let choices = model?.choices, choices.indices.contains(selection) else { return nil }
    return choices[selection].service
  }

  /// Selects the next service, or for -1 the previous one, wrapping around.
  mutating func move(by step: Int) {
    guard let count = model?.choices.count, count > 0 else { return }
    selection = (selection + step + count) % count
  }

  /// Selects a service by index. Returns false if there is none.
  mutating func select(_ index: Int) -> Bool {
    guard model?.choices.indices.contains(index) == true else { return false }
    selection = index
    return true
  }

  /// Draws the list in the middle of rect.
  mutating func draw(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    guard let model else { return }
    let columns = max(1, min(64, rect.size.columns - 2))
    let spare = rect.size.rows - model.choices.count
    let question = TextWrapping.wrap(Line(model.question, theme.style(.strong)), columns: columns)
    let head = spare > 0 ? question + (spare > 3 ? [Line()] : []) : []
    let room = max(1, rect.size.rows - head.count)
    // The selected one is in sight, however small the room.
    let first = max(0, min(selection - room / 2, model.choices.count - room))
    let choices = model.choices.indices.dropFirst(first).prefix(room).map {
      line(of: $0, columns: columns, theme)
    }
    let foot =
      spare > 2 ? [Line(), HintLine.line(model.keys, columns: columns, theme: theme)] : []
    let all = head + choices + foot
    let top = max(0, (rect.size.rows - all.count) / 2)
    let left = rect.origin.column + max(0, rect.size.columns - columns) / 2
    for (row, line) in all.enumerated() {
      canvas.write(
        line.cut(columns: columns),
        at: CellPosition(row: rect.origin.row + top + row, column: left),
        within: rect)
    }
    rows = (top + head.count - first)..<(top + head.count + choices.count)
    canvas.point = CellPosition(
      row: rect.origin.row + rows.lowerBound + selection, column: left)
  }

  /// Selects the service on a row of the scene. Returns false if there is none.
  mutating func point(at row: Int) -> Bool {
    rows.contains(row) && select(row - rows.lowerBound)
  }

  private func line(of index: Int, columns: Int, _ theme: Theme) -> Line {
    guard let choice = model?.choices[index] else { return Line() }
    let isSelected = index == selection
    let style = theme.style(isSelected ? .currentTab : .text)
    var line = Line(isSelected ? "› " : "  ", style)
    line.append(choice.name, style)
    let widest = model?.choices.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    guard !choice.remark.isEmpty, columns >= widest + 20 else { return line }
    line.pad(widest + 4 - line.columns, style)
    line.append(choice.remark, isSelected ? style : theme.style(.faint))
    return line
  }
}
