import Preferences
import Terminal

extension ListScene {
  /// Returns the contents of a list scene for screen readers: its top line, notes, the message of
  /// an empty list, and the rows. The closure `lines` returns the text lines of a row; nil stands
  /// for the lines as laid out.
  func screenReaderContentsOfList(
    notice: EmptySceneMessage?, isBusy: Bool = false, notes: [SafeText] = [],
    lines: (@MainActor (Row) -> [SafeText]?)? = nil
  ) -> ScreenReaderContents {
    var words = ScreenReaderContents(header)
    if isBusy { words.status = "" }
    words.isBusy = isBusy || notice?.isBusy == true
    words.notes = notes.filter { !$0.isBlank }
    if let notice { words.notes += notice.lines }
    guard !pane.items.isEmpty else { return words }
    words.items = ScreenReaderItems(
      ids: pane.items.map { AnyHashable($0.id) }, selected: pane.selection,
      lines: { [weak self] index in
        guard let self, pane.items.indices.contains(index) else { return [] }
        return lines?(pane.items[index]) ?? pane.screenReaderLines(index)
      },
      select: { [weak self] index in
        guard let self, pane.items.indices.contains(index) else { return }
        pane.selectItem(pane.items[index].id, onRow: 0)
        selectionDidMove()
      })
    return words
  }
}

extension EmptySceneMessage {
  /// The sentence and the suggested next step of an empty scene's message, without blank lines.
  var lines: [SafeText] { [sentence, nextStep].filter { !$0.isBlank } }
}

extension ScreenReaderQuestion {
  init(_ label: SafeText, _ field: TextField) {
    self.init(label, field.isSecret ? "" : field.text)
    if field.isSecret { kind = .secret }
  }
}

extension ScreenReaderContents {
  /// Replaces the notes, items and question in a scene's contents for screen readers by the lines
  /// and answers of a confirmation dialog.
  mutating func replaceContentsByDialog(_ dialog: ConfirmationDialog) {
    notes = dialog.lines.map { $0.plain.spoken }.filter { !$0.isBlank }
    items = dialog.isBusy ? nil : ScreenReaderItems(dialog.keys)
    (isBusy, question, marks) = (dialog.isBusy, nil, nil)
  }

  /// Sets a filter field as the question in a scene's contents for screen readers, and the choices
  /// below the field as their items.
  mutating func setFilterFieldQuestion(
    _ label: SafeText, _ filter: FilterField, choices: [SafeText],
    choose: @escaping @MainActor (Int) -> Void
  ) {
    question = ScreenReaderQuestion(label, filter.field)
    question?.takesNumbers = true
    if !choices.isEmpty {
      items = ScreenReaderItems(menu: choices, selected: filter.chosen, select: choose)
    }
  }
}
