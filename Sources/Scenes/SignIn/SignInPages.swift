import FeedDomain
import Preferences
import Terminal
import UseCases

/// A state of the sign-in form: its text fields, with the typed texts and the keyboard focus.
struct SignInForm {
  private(set) var rows: [SignInFormModel.SignInFormRow] = []
  private var texts: [SignInField: TextField] = [:]
  private var service: Service?
  private(set) var focus: SignInField?

  subscript(field: SignInField) -> TextField { texts[field] ?? TextField() }

  var answers: SignInAnswers {
    rows.reduce(into: SignInAnswers()) { $0.setAnswer($1.field, Secret(self[$1.field].text)) }
  }

  /// Replaces the fields of the sign-in form by those of another form. Typed text is kept if the
  /// service is the same, and discarded for another.
  mutating func replaceFields(with form: SignInFormModel) {
    if form.service != service { texts = [:] }
    guard form.service != service || form.rows != rows else { return }
    service = form.service
    rows = form.rows
    for row in rows where texts[row.field] == nil {
      texts[row.field] = TextField(row.initialText, isSecret: row.field.isSecret)
    }
    focus = rows.first { self[$0.field].text.isEmpty }?.field ?? rows.last?.field
  }

  /// Moves the focus to the field of the sign-in form that an error is about; a rejected secret is
  /// cleared.
  mutating func focusFieldWithError(_ field: SignInField?, mustBeRetyped: Bool) {
    guard let field, texts[field] != nil else { return }
    if mustBeRetyped, field.isSecret { texts[field]?.clearText() }
    focus = field
  }

  mutating func clearSecrets() {
    for row in rows where row.field.isSecret { texts[row.field]?.clearText() }
  }

  /// Moves the focus to the next field of the sign-in form for 1, to the previous one for -1,
  /// wrapping around.
  mutating func moveFieldFocusWrapping(by step: Int) {
    guard let place = rows.firstIndex(where: { $0.field == focus }) else { return }
    focus = rows[(place + step + rows.count) % rows.count].field
  }

  var isEmpty: Bool { rows.allSatisfy { self[$0.field].text.isEmpty } }

  /// Returns true if all fields of the sign-in form are filled; otherwise moves the focus to the
  /// first empty one. The secret of an application key may stay empty.
  mutating func checkFieldsOrFocusEmpty() -> Bool {
    guard
      let missing = rows.first(where: {
        self[$0.field].text.isEmpty && !($0.field == .secret && $0.field == focus)
      })
    else { return true }
    focus = missing.field
    return false
  }

  /// The instruction for the focused field of the sign-in form; nil if the field is filled.
  var instruction: SafeText? {
    rows.first { $0.field == focus && self[$0.field].text.isEmpty }?.instruction
  }

  /// Returns true if an instruction is that of a given field of the sign-in form, and the field
  /// is filled.
  func isInstructionFulfilled(_ field: SignInField, instruction words: SafeText) -> Bool {
    rows.contains { $0.field == field && $0.instruction == words } && !self[field].text.isEmpty
  }

  mutating func handleKey(_ key: Key) -> Bool {
    guard let focus else { return false }
    return texts[focus]?.handleKey(key) ?? false
  }

  mutating func pasteText(_ text: String) {
    if let focus { texts[focus]?.insertText(text.firstLine) }
  }

  /// Moves the focus to a field of the sign-in form, and the cursor to the column of a click.
  mutating func placeCursor(at column: Int, columns: Int, in field: SignInField) {
    focus = field
    texts[field]?.placeCursor(at: column, columns: columns)
  }
}

/// A page of the sign-in scene for approving access in a browser, with the web address to open and
/// a field for the code.
struct SignInApprovalPage {
  private(set) var model: SignInApprovalModel?
  private(set) var answer = TextField()
  /// True if the approval page's web address has the keyboard focus; false if the field for the
  /// code has.
  private(set) var isAddressFocused = false
  /// The rectangle of the text field for the sign-in code in the last drawing of the approval page,
  /// relative to the scene; nil before the first.
  private var fieldRect: CellRect?

  /// Shows another web address or instruction on the approval page, and discards the typed code.
  mutating func showApprovalPage(_ model: SignInApprovalModel) {
    guard model != self.model else { return }
    self.model = model
    answer.clearText()
    isAddressFocused = false
  }

  mutating func clearApprovalPage() { self = SignInApprovalPage() }

  /// Moves the focus between the approval page's web address, if there is one, and the field for
  /// the code.
  mutating func switchFocusOnApprovalPage() {
    isAddressFocused = !isAddressFocused && model?.address.isEmpty == false
  }

  mutating func handleKey(_ key: Key) -> Bool { !isAddressFocused && answer.handleKey(key) }

  mutating func pasteText(_ text: String) {
    isAddressFocused = false
    answer.insertText(text.firstLine)
  }

  /// Moves the cursor in the approval page's field for the code to a click; returns false for a
  /// click outside the field.
  mutating func placeCursor(at position: CellPosition) -> Bool {
    guard let fieldRect, fieldRect.contains(position) else { return false }
    isAddressFocused = false
    answer.placeCursor(
      at: position.column - fieldRect.origin.column, columns: fieldRect.size.columns)
    return true
  }

  /// Draws the approval page with a notice below the field for the code. The web address is
  /// wrapped, and cut only on a low screen.
  mutating func drawApprovalPage(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, notice: Line, keys: [KeyHint],
    isFocused: Bool
  ) {
    guard let model else { return }
    let columns = max(1, min(76, rect.size.columns - (rect.size.columns < 30 ? 0 : 2)))
    let style = theme.style(isAddressFocused ? .selection : .link)
    let address: [Line?] =
      model.address.isEmpty
      ? []
      : TextWrapper.wrappedLines(
        of: Line(model.address, style, link: model.link), columns: columns)
    let sentence: [Line?] = TextWrapper.wrappedLines(
      of: Line(model.sentence, theme.style(.text)), columns: columns)
    let notices: [Line?] =
      notice.columns > 0 ? TextWrapper.wrappedLines(of: notice, columns: columns) : []
    let hints: [Line?] = [KeyHintLine.keyHintLine(keys, columns: columns, theme: theme)]
    let tail = [nil] + notices
    let layouts: [[Line?]] = [
      sentence + [Line()] + address + (address.isEmpty ? [] : [Line()]) + tail + [Line()] + hints,
      sentence + address + tail + hints, address + tail + hints, address + tail,
    ]
    let rows = rect.size.rows
    // If the address does not fit, it is cut; opening and copying use the whole address.
    let lines: [Line?] =
      layouts.first { $0.count <= rows } ?? address.prefix(max(0, rows - tail.count)) + tail
    let top = max(0, rows - lines.count) / 3
    let left = max(0, rect.size.columns - columns) / 2
    for (row, line) in lines.enumerated() {
      let place = CellRect(
        row: rect.origin.row + top + row, column: rect.origin.column + left, rows: 1,
        columns: columns)
      if let line {
        canvas.writeLine(line.truncatedLine(columns: columns), at: place.origin, within: rect)
      } else {
        drawApprovalCodeField(model.label, on: &canvas, in: place, within: rect, theme, isFocused)
      }
    }
  }

  private mutating func drawApprovalCodeField(
    _ label: SafeText, on canvas: inout Canvas, in rect: CellRect, within scene: CellRect,
    _ theme: Theme, _ isFocused: Bool
  ) {
    let labelColumns = TextWidth.columnCount(of: label) + 2
    let hasFocus = isFocused && !isAddressFocused
    canvas.writeLine(
      Line(label, theme.style(hasFocus ? .strong : .fieldLabel)), at: rect.origin, within: rect)
    var input = rect
    input.origin.column += labelColumns
    input.size.columns = max(1, rect.size.columns - labelColumns)
    answer.drawTextField(on: &canvas, in: input, theme.style(.field), isFocused: hasFocus)
    fieldRect = input.relativeRect(to: scene)
  }
}

/// A list of choices on a page of the sign-in scene, such as the services to sign in to.
struct SignInChoiceList {
  private(set) var model: SignInChoices?
  private(set) var selection = 0
  /// The rows of the choices in the last drawing of the sign-in scene, relative to the scene.
  private var rows: Range<Int> = 0..<0
  /// The index of the first visible choice of the sign-in scene's list.
  private var firstVisible = 0

  /// Replaces the choices of the sign-in scene's list, and selects the choice that is sent when the
  /// page is left, such as the previous one; else the first.
  mutating func showChoices(_ model: SignInChoices) {
    guard model != self.model else { return }
    self.model = model
    selection = model.choices.firstIndex { $0.request == model.leave } ?? 0
  }

  /// The request that choosing the selected row of the sign-in scene's list sends; nil without
  /// choices.
  var selected: SignInScene.SceneRequest? {
    guard let choices = model?.choices, choices.indices.contains(selection) else { return nil }
    return choices[selection].request
  }

  /// Selects the next choice in the sign-in scene's list for 1, the previous one for -1, wrapping
  /// around.
  mutating func moveChoiceSelectionWrapping(by step: Int) {
    guard let count = model?.choices.count, count > 0 else { return }
    selection = (selection + step + count) % count
  }

  /// Selects the choice with an index in the sign-in scene's list; returns false if there is none.
  mutating func selectRow(_ index: Int) -> Bool {
    guard model?.choices.indices.contains(index) == true else { return false }
    selection = index
    return true
  }

  mutating func selectLastChoice() {
    if let count = model?.choices.count { _ = selectRow(count - 1) }
  }

  /// Draws the sign-in scene's list of choices in the middle of a rectangle, with a frame if there
  /// is room.
  mutating func drawChoiceList(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, isPlain: Bool = false
  ) {
    guard let model else { return }
    let remarkColumns = model.choices.map { TextWidth.columnCount(of: $0.remark) }.max() ?? 0
    let margin = rect.size.columns >= 70 ? 6 : 2
    let columns = max(1, min(max(64, remarkStart + remarkColumns), rect.size.columns - margin))
    let spare = rect.size.rows - model.choices.count
    let question = TextWrapper.wrappedLines(
      of: Line(model.question, theme.style(.strong)), columns: columns)
    let head = spare > 0 ? question + (spare > 3 ? [Line()] : []) : []
    let room = max(1, rect.size.rows - head.count)
    // The list is scrolled so that the selected choice is visible.
    let first = max(0, min(selection - room / 2, model.choices.count - room))
    let choices = model.choices.indices.dropFirst(first).prefix(room).map {
      choiceLine(of: $0, columns: columns, theme)
    }
    let foot =
      spare > 2
      ? [Line(), KeyHintLine.keyHintLine(model.keys, columns: columns, theme: theme)] : []
    let all = head + choices + foot
    let top = max(0, (rect.size.rows - all.count) / 2)
    let left = rect.origin.column + max(0, rect.size.columns - columns) / 2
    if !isPlain, rect.size.columns >= columns + 6, rect.size.rows >= all.count + 4 {
      CellRect(row: rect.origin.row + top, column: left, rows: all.count, columns: columns)
        .drawFrame(on: &canvas, theme.style(.rule))
    }
    for (row, line) in all.enumerated() {
      canvas.writeLine(
        line.truncatedLine(columns: columns),
        at: CellPosition(row: rect.origin.row + top + row, column: left),
        within: rect)
    }
    rows = (top + head.count)..<(top + head.count + choices.count)
    firstVisible = first
    canvas.point = CellPosition(
      row: rect.origin.row + rows.lowerBound + selection - first, column: left)
  }

  /// Selects the choice of the sign-in scene's list that is drawn on a row of the scene; returns
  /// false if there is none.
  mutating func selectChoice(at row: Int) -> Bool {
    rows.contains(row) && selectRow(row - rows.lowerBound + firstVisible)
  }

  private func choiceLine(of index: Int, columns: Int, _ theme: Theme) -> Line {
    guard let choice = model?.choices[index] else { return Line() }
    let isSelected = index == selection
    let style = theme.style(isSelected ? .currentTab : .text)
    var line = Line(isSelected ? "› " : "  ", style)
    line.append(choice.name, style)
    if !choice.remark.isEmpty, columns >= remarkStart + 16 {
      line.appendBlanks(remarkStart - line.columns, style)
      line.append(
        choice.remark.leadingClauses(fitting: columns - remarkStart),
        isSelected ? style : theme.style(.faint))
      line = line.truncatedLine(columns: columns)
    }
    if isSelected { line.appendBlanks(columns - line.columns, style) }
    return line
  }

  /// The column at which the remarks begin in the sign-in scene's list, right of the longest
  /// choice.
  private var remarkStart: Int {
    4 + (model?.choices.map { TextWidth.columnCount(of: $0.name) }.max() ?? 0)
  }
}

extension SafeText {
  /// Returns the beginning of the text up to the last comma, semicolon or colon that fits into a
  /// width; the whole text if it fits, an empty text if no part does.
  fileprivate func leadingClauses(fitting columns: Int) -> SafeText {
    guard TextWidth.columnCount(of: self) > columns else { return self }
    let ends = string.indices.filter { [",", ";", ":", "、", "，", "；", "："].contains(string[$0]) }
    return ends.reversed().lazy.map { SafeText(sanitizing: String(string[..<$0])) }
      .first { TextWidth.columnCount(of: $0) <= columns } ?? ""
  }
}
