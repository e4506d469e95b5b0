import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct FormViewModel: Equatable {
  let choose, next, leave: SafeText
  /// The message that a form shows for a date that cannot be parsed.
  let unclear: SafeText
  /// The message that asks whether to leave the form without its text.
  let leavingQuestion: SafeText
  var title: SafeText = ""
  /// The excerpt above the form's fields of the post that the form is about; empty without a post.
  var about: SafeText = ""
  /// The text of the hint for the key that sends the answers of the form, such as "report".
  var send: SafeText = ""
  var rows: [FormRow] = []
}

extension FormViewModel {
  init(_ state: FormScene.SceneState, _ wording: Wording, _ moments: TypedMomentFormat) {
    (choose, next) = (wording.choose, wording.nextField)
    (leave, unclear) = (wording.leaveSearch, wording.momentUnclear)
    leavingQuestion = wording.leavingUnsavedQuestion
    guard let kind = state.kind else { return }
    title = wording.title(of: kind, state.person)
    about = state.post.map { wording.excerpt(of: $0.content.text.plain) } ?? ""
    send = wording.sendKeyLabel(kind)
    rows = state.fields.flatMap { field in
      if case .switches(let values) = field.controlKind {
        return FormRow.switchRows(
          ofSwitches: values, of: field, answer: state.answers[field], wording)
      }
      return [
        FormRow(
          field, wording.formFieldName(of: field, in: kind, state.person),
          answer: state.answers[field] ?? "", wording)
      ]
    }
    if kind == .filter, let end = state.answers[.moment].flatMap({ Int64($0) }),
      let place = rows.firstIndex(where: { $0.field == .endTime }),
      case .choice(let values) = rows[place].controlKind
    {
      let moment = moments.typedMomentText(of: Timestamp(milliseconds: end))
      rows[place].controlKind = .choice([""] + values)
      rows[place].choices.insert(
        wording.filterEndText(SafeText(sanitizing: moment)), at: 0)
    }
    guard !state.rules.isEmpty, let place = rows.firstIndex(where: { $0.field == .reason }) else {
      return
    }
    var row = FormRow(.rule, wording.formFieldName(of: .rule, in: .report, nil), wording)
    row.controlKind = .choice([""] + state.rules.map(\.id))
    row.choices =
      [wording.say("none of them")] + state.rules.map { SafeText(sanitizing: $0.words.firstLine) }
    rows.insert(row, at: place + 1)
  }
}

/// A scene of a form for an action that needs input, such as a report: an overlay with a field for
/// each question.
@MainActor
final class FormView: Scene {
  weak var navigator: (any Navigator)?
  private let purpose: FormScene.FormPurpose
  private let options: DisplayOptions
  private let moments: TypedMomentFormat
  private let send: SceneRequestSender<FormScene.SceneRequest>
  private var viewModel: FormViewModel?
  private var fields: [FormField] = []
  /// The index of the form's field with the keyboard focus.
  private var focusedField = 0
  /// The rectangles of the form's fields in the last drawing, for mouse events; without rows for
  /// hidden fields.
  private var places: [CellRect] = []
  private var origin = CellPosition(row: 0, column: 0)
  /// True if the user was asked, by the last event, whether to leave the form without its text.
  private var isLeavingAsked = false
  /// True while the answers are being stored; keys wait for the scene that is in front afterwards.
  private var isSending = false

  init(
    for purpose: FormScene.FormPurpose, interactor: any Interacting<FormScene.SceneRequest>,
    moments: TypedMomentFormat, options: DisplayOptions = DisplayOptions()
  ) {
    self.moments = moments
    self.purpose = purpose
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var properties: SceneProperties {
    SceneProperties(
      takesText: true, takesLines: takesLines,
      holdsUnsavedText: holdsLongText
        || fields.contains { $0.takesText && $0.answer != $0.row.answer },
      isReady: !fields.isEmpty && !isSending, isOverlay: true)
  }
  private var takesLines: Bool { field?.takesLines ?? false }

  /// True if a text of several lines, such as a message, was typed and would be lost. A message
  /// that the form opens with was taken back, and is nowhere else.
  private var holdsLongText: Bool {
    fields.contains { field in
      field.takesLines && !field.answer.allSatisfy(\.isWhitespace)
        && (field.answer != field.row.answer || purpose.kind == .message)
    }
  }

  private func askBeforeLeaving() {
    isLeavingAsked = true
    if let words = viewModel?.leavingQuestion {
      navigator?.showMessage(BottomLineMessage(text: words, tone: .plain))
    }
  }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open(purpose)) }

  func sceneDidClose() {
    send(.close)
    send.cancelAllRequests()
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel, !fields.isEmpty else { return }
    let theme = drawing.theme
    origin = rect.origin
    var head = [Line(viewModel.title, theme.style(.strong))]
    if !viewModel.about.isEmpty { head.append(Line(viewModel.about, theme.style(.faint))) }
    // With fewer rows there would be no room for the key hints.
    let height = max(6, fields.reduce(head.count + 2) { $0 + fieldHeight(of: $1) + 1 })
    var box = OverlayBox(in: rect, rows: height, columns: 60, options: options)
    // On a low screen the fields get the room, and blank rows are left out.
    let isTight = box.content.size.rows < height
    var hasBlankRow = true
    if isTight {
      head.removeLast(head.count - 1)
      let lowest = fields.reduce(head.count + 3) { $0 + fieldHeight(of: $1) }
      let low = OverlayBox(in: rect, rows: lowest, columns: 60, options: options)
      if low.content.size.rows >= lowest { box = low }
      // Texts of several lines get smaller before the title touches the first field.
      let least = fields.reduce(head.count + 3) { $0 + ($1.rows > 1 ? 3 : 1) }
      hasBlankRow = box.content.size.rows >= max(least, Self.rowsForBlankRow)
    }
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    for (line, row) in zip(head, box.content.rows) {
      canvas.writeLine(
        line.truncatedLine(columns: box.content.size.columns),
        at: CellPosition(row: row, column: box.content.origin.column), within: box.content)
    }
    drawFormFields(
      on: &canvas, in: box.listArea(below: head.count + (hasBlankRow ? 1 : 0)), drawing,
      isTight: isTight)
    box.writeHints(keyHints(viewModel), on: &canvas, theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    let wasAsked = isLeavingAsked
    isLeavingAsked = false
    switch event {
    case .key(Key(.escape)), .command(.quit):
      if holdsLongText, !wasAsked {
        askBeforeLeaving()
      } else {
        guard case .key = event else { return false }
        navigator?.navigate(to: .back)
      }
    case .key(let key): guard handleKey(key) else { return false }
    case .paste(let text):
      if fields.indices.contains(focusedField) { fields[focusedField].pasteText(text) }
    case .mouse(let mouse, _): handleMouse(mouse)
    case .command, .edited: return false
    }
    navigator?.requestRedraw()
    return true
  }

  private var field: FormField? {
    fields.indices.contains(focusedField) ? fields[focusedField] : nil
  }

  private func fieldHeight(of field: FormField) -> Int { field.rows > 1 ? field.rows + 1 : 1 }

  /// The height of the overlay's content from which on the title is followed by a blank row.
  private static let rowsForBlankRow = 12

  private func drawFormFields(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters, isTight: Bool
  ) {
    let heights = answerRowCounts(in: rect.size, isTight: isTight)
    let first = isTight ? firstVisibleFieldIndex(in: rect.size, heights: heights) : 0
    places = []
    var row = rect.origin.row
    for index in fields.indices {
      guard index >= first, row < rect.rows.upperBound else {
        places.append(CellRect(row: 0, column: 0, rows: 0, columns: 0))
        continue
      }
      let start = answerColumn(of: fields[index], in: rect.size.columns)
      let isChosen = index == focusedField
      canvas.writeLine(
        Line(fields[index].row.name, drawing.theme.style(isChosen ? .strong : .faint))
          .truncatedLine(columns: start.map { $0 - 1 } ?? rect.size.columns),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
      let top = start == nil ? row + 1 : row
      let area = CellRect(
        row: top, column: rect.origin.column + (start ?? 0),
        rows: max(0, min(heights[index], rect.rows.upperBound - top)),
        columns: rect.size.columns - (start ?? 0))
      fields[index].drawFormField(
        on: &canvas, in: area, drawing.theme, isChosen: isChosen && drawing.isFront,
        isUnderlined: isTight)
      places.append(area)
      row = area.rows.upperBound + (isTight ? 0 : 1)
    }
  }

  /// Returns the number of rows of each field's answer. On a low screen, the rows that are left are
  /// given to texts of several lines, to the one with the focus first.
  private func answerRowCounts(in size: CellSize, isTight: Bool) -> [Int] {
    guard isTight else { return fields.map(\.rows) }
    var heights = fields.map { _ in 1 }
    var free = size.rows - fieldsHeight(of: fields.indices, heights, columns: size.columns)
    if fields.indices.contains(focusedField) {
      // If not all fields fit, rows are left for two of the others.
      let room = free < 0 ? size.rows - 4 : free
      let more = max(0, min(fields[focusedField].rows - 1, room))
      heights[focusedField] += more
      free -= more
    }
    while free > 0,
      let lowest = fields.indices.filter({ heights[$0] < fields[$0].rows })
        .min(by: { heights[$0] < heights[$1] })
    {
      heights[lowest] += 1
      free -= 1
    }
    return heights
  }

  /// Returns the number of rows that fields take on a low screen, with the names above answers.
  private func fieldsHeight(of shown: Range<Int>, _ heights: [Int], columns: Int) -> Int {
    shown.reduce(0) {
      $0 + heights[$1] + (answerColumn(of: fields[$1], in: columns) == nil ? 1 : 0)
    }
  }

  /// Returns the column at which the answer beside the name of a field begins; nil if it is below
  /// the name, as a text of several lines is, or a text with a long name on a narrow screen.
  private func answerColumn(of field: FormField, in columns: Int) -> Int? {
    guard field.rows == 1 else { return nil }
    let start = answerColumn(in: columns)
    let own = TextWidth.columnCount(of: field.row.name) + 2
    guard field.takesText else {
      return own > start && columns - own >= field.answerColumns ? own : start
    }
    if own <= start, columns - start >= Self.minimumTextColumns { return start }
    return columns - own < Self.minimumTextColumns ? nil : own
  }

  /// The smallest number of columns of a text field beside its name.
  private static let minimumTextColumns = 20

  /// Returns the column at which the answers beside the names of fields begin. Names get more than
  /// half of the columns if the answers need less, and on a narrow screen in any case.
  private func answerColumn(in columns: Int) -> Int {
    let isNarrow = Self.columnsForLongNames.contains(columns)
    let short = fields.filter { $0.rows == 1 && !(isNarrow && $0.takesText) }
    let names = short.map { TextWidth.columnCount(of: $0.row.name) }.max() ?? 0
    let answers = short.map(\.answerColumns).max() ?? 0
    return min(
      names + 2, max(columns / 2, columns - (isNarrow ? min(answers, columns * 2 / 5) : answers)))
  }

  /// The widths in columns at which long answers are cut rather than names. In fewer columns both
  /// get half, in more there is room for both.
  private static let columnsForLongNames = 32..<48

  /// Returns the index of the first field to show so that the field with the focus is visible, if
  /// not all fields fit.
  private func firstVisibleFieldIndex(in size: CellSize, heights: [Int]) -> Int {
    var first = 0
    while first < focusedField,
      fieldsHeight(of: first..<(focusedField + 1), heights, columns: size.columns) > size.rows
    {
      first += 1
    }
    return first
  }

  private func keyHints(_ viewModel: FormViewModel) -> [KeyHint] {
    let choice =
      field?.takesText == false ? [KeyHint(Key(.left), Key(.right), label: viewModel.choose)] : []
    let next = fields.count > 1 ? [KeyHint(Key(.tab), label: viewModel.next)] : []
    let key = takesLines ? Key.controlKey("s") : Key(.enter)
    return [KeyHint(key, label: viewModel.send)] + choice + next + [
      KeyHint(Key(.escape), label: viewModel.leave)
    ]
  }

  private func handleKey(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character("s"), .control), (.enter, .alt), (.enter, .control): submitForm()
    case (.enter, []) where !takesLines: submitForm()
    case (.tab, []): focusField(to: focusedField + 1)
    case (.tab, .shift): focusField(to: focusedField - 1)
    case (.down, []) where !takesLines: focusField(to: focusedField + 1)
    case (.up, []) where !takesLines: focusField(to: focusedField - 1)
    default: return fields.indices.contains(focusedField) && fields[focusedField].handleKey(key)
    }
    return true
  }

  private func focusField(to wanted: Int) {
    guard !fields.isEmpty else { return }
    focusedField = (wanted + fields.count) % fields.count
  }

  private func submitForm() {
    if let unclear = fields.firstIndex(where: \.isInvalidDate) {
      focusedField = unclear
      if let words = viewModel?.unclear {
        navigator?.showMessage(BottomLineMessage(text: words, tone: .bad))
      }
      return
    }
    var answers: [InputField: String] = [:]
    for field in fields {
      guard let value = field.row.switchedValue else {
        answers[field.row.field] = field.answer
        continue
      }
      let others = answers[field.row.field] ?? ""
      answers[field.row.field] =
        field.answer != "true" ? others : others.isEmpty ? value : others + "," + value
    }
    isSending = true
    send(.send(answers))
  }

  private func handleMouse(_ mouse: MouseEvent) {
    guard case .press(1) = mouse.action else { return }
    let row = mouse.position.row + origin.row
    guard let pointed = places.firstIndex(where: { $0.rows.contains(row) }) else { return }
    // A click on the field with the focus selects the next choice.
    if pointed == focusedField { fields[focusedField].changeChoiceValue(by: 1) }
    focusedField = pointed
  }
}

extension FormView: Displaying {
  func display(_ viewModel: FormViewModel) {
    // Typed values and the focus are kept when the form is displayed again.
    let known = Dictionary(fields.map { ($0.row.id, $0) }) { first, _ in first }
    if fields.map(\.row) != viewModel.rows {
      let focused = field?.row.id
      fields = viewModel.rows.map { row in
        known[row.id]?.fieldKeepingAnswer(row, moments) ?? FormField(row, moments)
      }
      focusedField = fields.firstIndex { $0.row.id == focused } ?? 0
    }
    self.viewModel = viewModel
    navigator?.requestRedraw()
  }

  func perform(_ effect: SceneEffect) {
    isSending = false
    switch effect {
    case .say(.lacking(let field)), .say(.tooLong(let field, _)):
      if let row = fields.firstIndex(where: { $0.row.field == field }) { focusedField = row }
      navigator?.requestRedraw()
    default: break
    }
    navigator?.performEffect(effect)
  }
}

extension FormView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let viewModel, let field else { return ScreenReaderContents(title: "", isBusy: true) }
    var words = ScreenReaderContents(title: viewModel.title)
    words.notes = [viewModel.about].filter { !$0.isBlank }
    words.hints = keyHints(viewModel)
    words.items = ScreenReaderItems(
      ids: fields.indices.map { AnyHashable($0) }, selected: focusedField,
      lines: { [fields] in
        [fields[$0].row.name + " " + SafeText(sanitizing: fields[$0].shownText)]
      }, select: { [weak self] in self?.focusField(to: $0) })
    let isLast = focusedField == fields.count - 1
    words.question = field.screenReaderQuestion(
      then: fields.count > 1 && !isLast ? [Key(.tab)] : fields.count > 1 ? [] : [.controlKey("s")]
    ) { [weak self] choice in
      guard let self, fields.indices.contains(focusedField),
        let now = fields[focusedField].choices?.chosen
      else { return }
      fields[focusedField].changeChoiceValue(by: choice - now)
    }
    return words
  }
}
