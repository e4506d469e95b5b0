import FeedDomain
import Preferences
import Terminal
import Words

struct FormField {
  private(set) var row: FormRow
  private var control: FormFieldControl
  /// The index of the first visible row of a form's multi-line text.
  private var scroll = 0
  private var columns = 40

  private enum FormFieldControl {
    case line(TextField)
    /// A control of a form field: a text field for a date, with the format that parses the text.
    case moment(TextField, TypedMomentFormat)
    case lines(TextArea)
    /// A control of a form field: a choice among values, with the index of the selected one.
    case choice([String], Int)
    case toggle(Bool)
  }

  init(_ row: FormRow, _ moments: TypedMomentFormat) {
    self.row = row
    control =
      switch row.controlKind {
      case .moment:
        .moment(
          TextField(
            Int64(row.answer).map { moments.typedMomentText(of: Timestamp(milliseconds: $0)) } ?? ""
          ),
          moments)
      case .line: .line(TextField(row.answer))
      case .lines: .lines(TextArea(row.answer))
      case .choice(let values): .choice(values, values.firstIndex(of: row.answer) ?? 0)
      case .switching, .switches: .toggle(row.answer == "true")
      }
  }

  /// The current value of a form field as text: milliseconds for a date, "true" or "false" for a
  /// switch.
  var answer: String {
    switch control {
    case .line(let text): text.text
    case .moment(let text, let moments):
      moments.parsedMoment(text.text).map { String($0.milliseconds) } ?? ""
    case .lines(let text): text.text
    case .choice(let values, let place): values[place]
    case .toggle(let isOn): isOn ? "true" : "false"
    }
  }

  var isInvalidDate: Bool {
    if case .moment(let text, _) = control { !text.text.isEmpty && answer.isEmpty } else { false }
  }

  /// The value of a form field as submitted; empty for a switch that is off.
  var submittedAnswer: String { if case .toggle(false) = control { "" } else { answer } }

  /// The name, value or both of a form field in words; nil for an empty field or a switch that is
  /// off.
  var summary: SafeText? {
    guard !answer.allSatisfy(\.isWhitespace) else { return nil }
    return switch control {
    case .line(let text), .moment(let text, _):
      row.name + " " + SafeText(sanitizing: text.text.firstLine)
    case .lines: row.name
    case .choice(_, let place): row.choices[place]
    case .toggle(let isOn): isOn ? row.name : nil
    }
  }

  /// The labels of a form field's choices, and the index of the chosen one; nil for a text field.
  var choices: (labels: [SafeText], chosen: Int)? {
    switch control {
    case .line, .moment, .lines: nil
    case .choice(_, let place): (row.choices, place)
    case .toggle(let isOn): (row.choices, isOn ? 1 : 0)
    }
  }

  /// The text that a form field shows: the typed text or the label of the choice.
  var shownText: String {
    switch control {
    case .line(let text), .moment(let text, _): text.text
    case .lines(let text): text.text
    case .choice, .toggle: choices.map { $0.labels[$0.chosen].string } ?? ""
    }
  }

  /// Returns a form field as a question for screen readers, with the keys pressed after the answer.
  @MainActor
  func screenReaderQuestion(
    then keys: [Key], choose: @escaping @MainActor (Int) -> Void
  ) -> ScreenReaderQuestion {
    var question = ScreenReaderQuestion(row.name, shownText)
    question.kind = takesLines ? .lines : .line
    (question.keys, question.choices) = (keys, choices?.labels ?? [])
    question.choose = choose
    return question
  }

  /// The number of columns that the answer of a form field needs: of its longest choice with the
  /// arrows around, or of a short text.
  var answerColumns: Int {
    guard let choices else { return 12 }
    return (choices.labels.map { TextWidth.columnCount(of: $0) }.max() ?? 0) + 4
  }

  /// The preferred height of a form field in rows.
  var rows: Int { takesLines ? 5 : 1 }
  /// True if Enter inserts a line end in the form field.
  var takesLines: Bool { if case .lines = control { true } else { false } }
  var takesText: Bool {
    switch control {
    case .line, .lines, .moment: true
    case .choice, .toggle: false
    }
  }

  /// Handles a key in a form field. Returns false if the key is not handled.
  mutating func handleKey(_ key: Key) -> Bool {
    switch control {
    case .line(var text):
      guard text.handleKey(key) else { return false }
      control = .line(text)
    case .moment(var text, let moments):
      guard text.handleKey(key) else { return false }
      control = .moment(text, moments)
    case .lines(var text):
      guard text.handleKey(key, columns: columns, page: rows) != .none else { return false }
      control = .lines(text)
    case .choice, .toggle:
      switch key.code {
      case .left: changeChoiceValue(by: -1)
      case .right, .character(" "): changeChoiceValue(by: 1)
      default: return false
      }
    }
    return true
  }

  mutating func pasteText(_ pasted: String) {
    switch control {
    case .line(var text):
      // The words of a filter are separated by commas.
      let lines = pasted.split(whereSeparator: \.isNewline).map(String.init)
      text.insertText(
        row.field == .phrase ? WordFilter.answer(asTypedInForm: lines) : pasted.firstLine)
      control = .line(text)
    case .moment(var text, let moments):
      text.insertText(pasted.firstLine)
      control = .moment(text, moments)
    case .lines(var text):
      text.replaceCharacters(text.cursor..<text.cursor, with: pasted)
      control = .lines(text)
    case .choice, .toggle: break
    }
  }

  /// Selects another value of a choice field, a number of steps after the current one, wrapping
  /// around; a switch has two values, so that an even number of steps leaves it as it is.
  mutating func changeChoiceValue(by step: Int) {
    switch control {
    case .choice(let values, let place):
      control = .choice(values, (place + step + values.count) % values.count)
    case .toggle(let isOn): control = .toggle(step.isMultiple(of: 2) ? isOn : !isOn)
    case .line, .lines, .moment: break
    }
  }

  /// Returns a form field made from a changed row of the form, with the current value of this
  /// field; the cursor and the typed text stay if the row is of the same kind.
  func fieldKeepingAnswer(_ row: FormRow, _ moments: TypedMomentFormat) -> FormField {
    var field = self
    if row.controlKind != self.row.controlKind {
      var answered = row
      answered.answer = answer
      field = FormField(answered, moments)
    }
    field.row = row
    return field
  }

  /// Draws the answer of a form field. `isUnderlined` separates text fields that touch each other.
  mutating func drawFormField(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, isChosen: Bool,
    isUnderlined: Bool = false
  ) {
    let style = theme.style(.field)
    var last = style
    if isUnderlined { last.attributes.insert(.underlined) }
    switch control {
    case .line(let text), .moment(let text, _):
      text.drawTextField(on: &canvas, in: rect, last, isFocused: isChosen)
    case .lines(var text):
      columns = max(1, rect.size.columns)
      if isChosen {
        text.drawTextRows(
          on: &canvas, in: rect, scroll: &scroll, style: style, lastRowStyle: last,
          isFocused: true)
      } else {
        // Of a text without the focus, the beginning is shown.
        var start = text
        start.moveCursor(to: 0)
        var top = 0
        start.drawTextRows(
          on: &canvas, in: rect, scroll: &top, style: style, lastRowStyle: last, isFocused: false)
      }
      control = .lines(text)
    case .choice(_, let place):
      drawChoiceLabel(row.choices[place], on: &canvas, in: rect, theme, isChosen: isChosen)
    case .toggle(let isOn):
      drawChoiceLabel(row.choices[isOn ? 1 : 0], on: &canvas, in: rect, theme, isChosen: isChosen)
    }
  }

  private func drawChoiceLabel(
    _ words: SafeText, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, isChosen: Bool
  ) {
    if isChosen { canvas.point = rect.origin }
    var line = Line(isChosen ? "‹ " : "  ", theme.style(.strong))
    line.append(words, theme.style(isChosen ? .strong : .text))
    if isChosen { line.append(" ›", theme.style(.strong)) }
    canvas.writeLine(line.truncatedLine(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}

/// A row of a form's view model: the label, input kind, choice labels and initial value of a field.
struct FormRow: Equatable, Identifiable {
  let field: InputField
  /// The value of the form field that the row switches on or off; nil if the row is all of the
  /// field.
  var switchedValue: String?
  let name: SafeText
  var controlKind: InputField.InputControlKind
  /// The labels of a form field's choices in order; for a switch, the labels of off and on.
  var choices: [SafeText] = []
  /// The initial value of a form field.
  var answer = ""

  var id: [String] { [field.rawValue, switchedValue ?? ""] }
}

extension FormRow {
  /// Returns a row for each value of a form field that can be switched on or off. All values are on
  /// if the field has no answer.
  static func switchRows(
    ofSwitches values: [String], of field: InputField, answer: String?, _ wording: Wording
  ) -> [FormRow] {
    let isOn = answer.map { $0.split(separator: ",").map(String.init) } ?? values
    return values.map { value in
      var row = FormRow(
        field, wording.filterContextSwitchLabel(value, of: field),
        answer: isOn.contains(value) ? "true" : "false", wording)
      row.switchedValue = value
      return row
    }
  }

  init(_ field: InputField, _ name: SafeText, answer: String = "", _ wording: Wording) {
    self.init(field: field, name: name, controlKind: field.controlKind, answer: answer)
    switch field.controlKind {
    case .choice(let values): choices = values.map { wording.fieldChoiceLabel($0, of: field) }
    case .switching, .switches: choices = [wording.say("no"), wording.say("yes")]
    case .line, .lines, .moment: break
    }
  }
}
