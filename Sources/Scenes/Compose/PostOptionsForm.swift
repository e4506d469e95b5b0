import FeedDomain
import Preferences
import Terminal
import Words

/// A form of a post's options, such as its language and date, with one row for each.
struct PostOptionsForm {
  enum PostOptionRow: Equatable {
    case language
    case moment
    case quotePolicy
    /// A kind of row in the options form: an option that only the post's service has, with its
    /// input field.
    case remark(FormRow)
  }

  let rows: [PostOptionRow]
  /// The index of the row of the options form that gets the keys.
  private var focusedRow = 0
  /// The index of the first visible row of the scrolled options form.
  private var first = 0
  private var language: TextField
  private var moment: TextField
  private var quotePolicy: QuotePolicy?
  private var extraFields: [InputField: FormField]
  private let moments: TypedMomentFormat

  init(_ draft: Draft, _ rows: [PostOptionRow], _ moments: TypedMomentFormat) {
    self.rows = rows
    self.moments = moments
    language = TextField(draft.language ?? "")
    moment = TextField(draft.postsAt.map(moments.typedMomentText) ?? "")
    quotePolicy = draft.quotePolicy
    let fields = rows.compactMap { row -> (InputField, FormField)? in
      guard case .remark(var asked) = row else { return nil }
      asked.answer = draft.extraFields[asked.field] ?? ""
      return (asked.field, FormField(asked, moments))
    }
    extraFields = Dictionary(fields) { first, _ in first }
  }

  /// The row of the options form that gets the keys.
  var row: PostOptionRow { rows[focusedRow] }

  /// Returns a copy of a draft with the options typed into the form; blank options are left out.
  func draftWithOptions(_ draft: Draft) -> Draft {
    changedCopy(draft.settingLanguage(language.text)) {
      $0.quotePolicy = quotePolicy
      $0.postsAt = moments.parsedMoment(moment.text)
      $0.extraFields = draft.extraFields.merging(extraFields.mapValues(\.submittedAnswer)) { $1 }
        .filter { !$0.value.allSatisfy(\.isWhitespace) }
    }
  }

  /// True if the date of publication typed into the options form cannot be parsed.
  var isMomentUnclear: Bool {
    !moment.text.allSatisfy(\.isWhitespace) && moments.parsedMoment(moment.text) == nil
  }

  /// Returns the options that a draft can have, as rows of the form.
  static func optionRows(for draft: Draft, within limits: DraftLimits, _ wording: Wording)
    -> [PostOptionRow]
  {
    let offered: [(PostOptionRow, Bool)] = [
      (.language, limits.canSetLanguage || draft.language != nil),
      // A value that is set can be removed even if the service does not accept it any more.
      (.moment, limits.canSchedule && draft.editing == nil || draft.postsAt != nil),
      (.quotePolicy, limits.canSetQuotePolicy),
    ]
    let extraFields = limits.offeredExtraFields(for: draft).map { field in
      PostOptionRow.remark(FormRow(field, wording.fieldPrompt(field), wording))
    }
    return offered.filter(\.1).map(\.0) + extraFields
  }
}

extension PostOptionsForm {
  /// The choices of who may quote a post. The first is nil, the service's default.
  private static var quotePolicies: [QuotePolicy?] { [nil] + QuotePolicy.allCases }

  mutating func focusFirstOption() { focusedRow = 0 }

  mutating func handleKey(_ key: Key) -> ComposeInputResult {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("o"), .alt): return .closed
    case (.enter, []) where focusedRow == rows.count - 1: return .closed
    case (.enter, []), (.tab, []), (.down, _): moveToOption(to: focusedRow + 1)
    case (.tab, .shift), (.up, _): moveToOption(to: focusedRow - 1)
    default: return handleOptionKey(key)
    }
    return .handled
  }

  mutating func pasteText(_ text: String) -> ComposeInputResult {
    switch row {
    case .language: language.insertText(text.firstLine)
    case .moment: moment.insertText(text.firstLine)
    case .quotePolicy: return .handled
    case .remark(let asked): extraFields[asked.field]?.pasteText(text)
    }
    return .changed
  }

  mutating func moveToOption(atVisibleRow row: Int) { moveToOption(to: first + row) }

  private mutating func moveToOption(to wanted: Int) {
    focusedRow = max(0, min(rows.count - 1, wanted))
  }

  private mutating func handleOptionKey(_ key: Key) -> ComposeInputResult {
    switch (row, key.code) {
    case (.language, _): language.handleKey(key) ? .changed : .ignored
    case (.moment, _): moment.handleKey(key) ? .changed : .ignored
    case (.quotePolicy, .left): chooseQuotePolicy(by: -1)
    case (.quotePolicy, .right), (.quotePolicy, .character(" ")): chooseQuotePolicy(by: 1)
    case (.quotePolicy, _): .ignored
    case (.remark(let asked), _):
      extraFields[asked.field]?.handleKey(key) == true ? .changed : .ignored
    }
  }

  private mutating func chooseQuotePolicy(by step: Int) -> ComposeInputResult {
    let choices = Self.quotePolicies
    let place = choices.firstIndex(of: quotePolicy) ?? 0
    quotePolicy = choices[(place + step + choices.count) % choices.count]
    return .changed
  }
}

extension PostOptionsForm {
  /// Returns the texts of a post's options for the line below the draft.
  func optionStatusTexts(_ labels: ComposeViewModel.PostOptionsLabels) -> [SafeText] {
    let language = self.language.text.firstLine
    let time = moments.parsedMoment(moment.text).map {
      SafeText(sanitizing: moments.typedMomentText(of: $0))
    }
    // The most important texts come first, since not all fit on narrow screens.
    return (time.map { [labels.at + " " + $0] } ?? [])
      + (language.isEmpty ? [] : [SafeText(sanitizing: language)])
      + (labels.quotePolicyStatus(of: quotePolicy).map { [$0] } ?? [])
      + rows.compactMap { row in
        if case .remark(let asked) = row { extraFields[asked.field]?.summary } else { nil }
      }
  }

  mutating func drawOptionsForm(
    _ labels: ComposeViewModel.PostOptionsLabels, on canvas: inout Canvas, in rect: CellRect,
    _ drawing: DrawingParameters
  ) {
    let names = rows.map(labels.optionName)
    let widest = names.map { TextWidth.columnCount(of: $0) }.max() ?? 0
    let start = min(widest + 1, rect.size.columns / 2)
    first = max(0, focusedRow - rect.size.rows + 1)
    for (row, place) in zip(rect.rows, rows.indices.dropFirst(first)) {
      let isChosen = place == self.focusedRow
      canvas.writeLine(
        Line(names[place], drawing.theme.style(isChosen ? .strong : .faint)).truncatedLine(
          columns: start - 1), onRow: row, of: rect)
      let field = CellRect(
        row: row, column: rect.origin.column + start, rows: 1, columns: rect.size.columns - start)
      drawOptionRow(rows[place], labels, field, on: &canvas, drawing, isChosen: isChosen)
    }
  }

  private mutating func drawOptionRow(
    _ row: PostOptionRow, _ labels: ComposeViewModel.PostOptionsLabels, _ rect: CellRect,
    on canvas: inout Canvas, _ drawing: DrawingParameters, isChosen: Bool
  ) {
    let theme = drawing.theme
    switch row {
    case .language, .moment:
      let text = row == .language ? language : moment
      var field = rect
      field.size.columns = min(row == .language ? 8 : 17, rect.size.columns)
      text.drawTextField(
        on: &canvas, in: field, theme.style(.field), isFocused: drawing.isFront && isChosen)
      let hint = labels.optionHint(of: row, isEmpty: text.text.isEmpty)
      let column = field.columns.upperBound + 1
      guard column + TextWidth.columnCount(of: hint) <= rect.columns.upperBound else { return }
      canvas.writeLine(
        Line(hint, theme.style(.faint)),
        at: CellPosition(row: rect.origin.row, column: column), within: rect)
    case .remark(let asked):
      extraFields[asked.field]?.drawFormField(
        on: &canvas, in: rect, theme, isChosen: drawing.isFront && isChosen)
    case .quotePolicy:
      var line = Line(isChosen ? "‹ " : "  ", theme.style(.strong))
      line.append(labels.quotePolicyName(of: quotePolicy), theme.style(isChosen ? .strong : .text))
      if isChosen { line.append(" ›", theme.style(.strong)) }
      canvas.writeLine(
        line.truncatedLine(columns: rect.size.columns), at: rect.origin, within: rect)
    }
  }
}

extension PostOptionsForm {
  @MainActor
  func screenReaderQuestion(
    _ labels: ComposeViewModel.PostOptionsLabels, choose: @escaping @MainActor (Int) -> Void
  ) -> ScreenReaderQuestion {
    switch row {
    case .language, .moment:
      let field = row == .language ? language : moment
      let hint = labels.optionHint(of: row, isEmpty: field.text.isEmpty)
      return ScreenReaderQuestion(labels.optionName(of: row) + " " + hint, field)
    case .quotePolicy:
      var question = ScreenReaderQuestion(
        labels.quotePolicy, labels.quotePolicyName(of: quotePolicy).string)
      question.choices = Self.quotePolicies.map { labels.quotePolicyName(of: $0) }
      question.choose = choose
      return question
    case .remark(let asked):
      return extraFields[asked.field]?.screenReaderQuestion(then: [Key(.enter)], choose: choose)
        ?? ScreenReaderQuestion(asked.name, "")
    }
  }

  /// Chooses a value of the selected row of the options form, by the value's index.
  mutating func chooseOptionValue(at index: Int) -> ComposeInputResult {
    switch row {
    case .language, .moment: return .handled
    case .quotePolicy:
      if Self.quotePolicies.indices.contains(index) { quotePolicy = Self.quotePolicies[index] }
    case .remark(let asked):
      guard let chosen = extraFields[asked.field]?.choices?.chosen else { return .handled }
      extraFields[asked.field]?.changeChoiceValue(by: index - chosen)
    }
    return .changed
  }
}
