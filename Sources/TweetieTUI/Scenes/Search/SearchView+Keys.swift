import FeedDomain
import Terminal

extension SearchView {
  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return isTyping && type(key)
    case .command(.up) where pane.selection == 0 && pane.row >= 0:
      goToField()
      return true
    case .command: return handleInList(event)
    case .paste(let text):
      guard isTyping else { return false }
      field.insert(text.firstLine)
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
    case (.enter, _): submit(field.text)
    case (.down, _), (.tab, []): goToRows()
    case (.up, _), (.character("p"), .control): recall(1)
    case (.character("n"), .control): recall(-1)
    default:
      let before = field.text
      guard field.handle(key) else { return false }
      if field.text != before { typed() }
    }
    stage?.redraw()
    return true
  }

  private func typed() {
    recalled = nil
    request(.type(field.text))
    stage?.redraw()
  }

  /// One thing at a time: first the field is left, then the scene.
  private func leaveField() {
    if submitted.isEmpty || pane.items.isEmpty { stage?.go(to: .back) } else { isTyping = false }
  }

  private func goToRows() {
    guard !pane.items.isEmpty else { return }
    isTyping = false
    hasMoved = true
    pane.selectFirst()
  }

  /// Puts what was looked for before into the field; beyond the latest, nothing.
  private func recall(_ step: Int) {
    let place = (recalled ?? -1) + step
    guard place < viewModel.past.count else { return }
    field = TextField(place >= 0 ? viewModel.past[place] : "")
    request(.type(field.text))
    recalled = place >= 0 ? place : nil
  }

  private func submit(_ words: String) {
    guard !words.allSatisfy(\.isWhitespace) else { return goToRows() }
    submitted = words
    isTyping = false
    hasMoved = false
    if field.text != words { field = TextField(words) }
    request(.submit(words))
  }
}

// MARK: - What was found

extension SearchView {
  func obey(_ command: Command) -> Bool {
    switch command {
    case .search: goToField()
    case .refresh: submit(field.text)
    case .undo: request(.undo)
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
    case (.tag(let tag, _), .open): stage?.go(to: .stream(.tag(tag)))
    case (.person(let person), .open), (.person(let person), .profile):
      stage?.go(to: .profile(person.id))
    case (.everybody(let words, _), .open): stage?.go(to: .people(.matching(words)))
    case (.post(let item), _): return perform(command, on: item)
    default: return false
    }
    return true
  }

  private func goToField() {
    isTyping = true
    stage?.redraw()
  }

  /// A position is counted from the scene's own corner; so is the field's row, which is its first.
  private func point(_ mouse: MouseEvent, count: Int) -> Bool {
    guard case .press(1) = mouse.action else {
      return handleInList(.mouse(mouse, count: count))
    }
    guard let fieldRect, let paneRect else { return false }
    guard mouse.position.row > 0 else {
      goToField()
      field.point(
        at: mouse.position.column - (fieldRect.origin.column - paneRect.origin.column),
        columns: fieldRect.size.columns)
      return true
    }
    var position = mouse.position
    position.row -= paneRect.origin.row - fieldRect.origin.row
    guard press(position, count: count) else { return false }
    isTyping = false
    return true
  }
}
