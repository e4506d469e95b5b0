import FeedDomain
import Preferences
import Terminal
import UseCases

extension SearchView {
  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return typing.isOn && type(key)
    case .command(.up) where pane.selection == 0 && pane.row >= 0:
      goToField()
      return true
    case .command: return handleInList(event)
    case .paste(let text):
      guard typing.isOn else { return false }
      typing.field.insert(text.firstLine)
      typed()
      return true
    case .mouse(let mouse, let count): return point(mouse, count: count)
    case .edited: return false
    }
  }
}

// MARK: - Typing

extension SearchView {
  private func type(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): leaveField()
    case (.enter, _): submit(typing.field.text)
    case (.tab, []): complete()
    case (.down, _): goToRows()
    case (.up, _), (.character("p"), .control): recall(1)
    case (.character("n"), .control): recall(-1)
    default:
      let before = typing.field.text
      guard typing.field.handle(key) else { return false }
      if typing.field.text != before { typed() }
    }
    navigator?.redraw()
    return true
  }

  /// Inserts the first completion of the last word. Without completions, Tab moves to the rows.
  private func complete() {
    guard case .completions(let words) = viewModel.strip, let word = words.first else {
      return goToRows()
    }
    let typed = typing.field.text
    let start = typed.lastIndex(where: \.isWhitespace).map { typed.index(after: $0) }
    // What ends in a colon goes on; anything else is whole.
    typing.field = TextField(
      typed[..<(start ?? typed.startIndex)] + word + (word.hasSuffix(":") ? "" : " "))
    self.typed()
  }

  private func typed() {
    typing.recalled = nil
    request(.type(typing.field.text))
    navigator?.redraw()
  }

  /// Leaves the field, or the scene if there are no results.
  private func leaveField() {
    if typing.submitted.isEmpty || pane.items.isEmpty {
      navigator?.go(to: .back)
    } else {
      typing.isOn = false
    }
  }

  private func goToRows() {
    guard !pane.items.isEmpty else { return }
    typing.isOn = false
    hasMoved = true
    pane.selectFirst()
  }

  /// Puts the previous or next earlier search into the field, which is emptied after the latest.
  private func recall(_ step: Int) {
    let place = (typing.recalled ?? -1) + step
    guard place < viewModel.past.count else { return }
    typing.field = TextField(place >= 0 ? viewModel.past[place] : "")
    request(.type(typing.field.text))
    typing.recalled = place >= 0 ? place : nil
  }

  func submit(_ words: String) {
    guard !words.allSatisfy(\.isWhitespace) else { return goToRows() }
    typing.submitted = words
    typing.isOn = false
    hasMoved = false
    if typing.field.text != words { typing.field = TextField(words) }
    request(.submit(words))
  }
}

// MARK: - What was found

extension SearchView {
  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .search: goToField()
    case .refresh: submit(typing.field.text)
    case .undo: request(.undo)
    case .view:
      // What is put together anew is read from its top.
      hasMoved = false
      request(.arrange(viewModel.results.order.next))
    case .keepTab: request(.toggleTab)
    case .back where viewModel.results.isNarrowed: request(.narrow(nil))
    case .nextResult: go(by: 1)
    case .previousResult: go(by: -1)
    default:
      if go(by: command) { return true }
      guard let row = pane.selected else { return false }
      return handle(command, on: row)
    }
    return true
  }

  private func handle(_ command: Command, on row: SearchRow) -> Bool {
    switch (row, command) {
    case (.past(let words, _), .open): submit(words)
    case (.guide(let example, _), .open): write(example)
    case (.heading(let group, _), .open):
      request(.narrow(viewModel.results.isNarrowed ? nil : group))
    case (.tag(let tag, _), .open): navigator?.go(to: .stream(.tag(tag)))
    case (.person(let person), .open), (.person(let person), .profile):
      navigator?.go(to: .profile(person.id))
    case (.everybody(let words, _), .open): navigator?.go(to: .people(.matching(words)))
    case (.post(let item), _): return perform(command, on: item)
    default: return false
    }
    return true
  }

  /// Puts an example into the field for editing.
  private func write(_ example: String) {
    typing.field = TextField(example)
    goToField()
    typed()
  }

  /// Selects the next or previous result, wrapping around.
  private func go(by step: Int) {
    let count = pane.items.count
    guard count > 0 else { return }
    switch pane.selection + step {
    case count: pane.selectFirst()
    case -1: pane.selectLast()
    default: step > 0 ? pane.selectNext() : pane.selectPrevious()
    }
    moved()
  }

  private func goToField() {
    typing.isOn = true
    navigator?.redraw()
  }

  func opens(_ row: SearchRow) -> Bool { row.post == nil }

  func activate(_ place: CellPosition, copying: Bool) {
    activateInList(CellPosition(row: place.row - rowsAbove, column: place.column), copying: copying)
  }

  /// Handles the mouse. The field is in the scene's first row.
  private func point(_ mouse: MouseEvent, count: Int) -> Bool {
    guard case .press(1) = mouse.action else {
      return handleInList(.mouse(mouse, count: count))
    }
    guard let drawn else { return false }
    guard mouse.position.row > 0 else {
      goToField()
      typing.field.point(
        at: mouse.position.column - (drawn.field.origin.column - drawn.pane.origin.column),
        columns: drawn.field.size.columns)
      return true
    }
    var position = mouse.position
    position.row -= rowsAbove
    guard press(position, count: count) else { return false }
    typing.isOn = false
    return true
  }
}
