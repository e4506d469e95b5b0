import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct SearchFieldState {
  var field = TextField()
  /// True if the search field has the keyboard focus; false if the list of results has.
  var isOn = true
  /// The index of the earlier search that was recalled into the search field, 0 for the latest; nil
  /// if none was.
  var recalledSearchIndex: Int?
  /// The text that an earlier search replaced in the search field when it was recalled.
  var unfinished = ""
  /// The query that was last sent to the service from the search field; empty before the first.
  var submitted = ""
}

@MainActor
final class SearchView: PostListScene {
  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World
  let request: SceneRequestSender<SearchScene.SceneRequest>
  /// The query that the search scene runs when it opens; nil for none.
  private let words: String?
  var displayStates = PostDisplayStates()
  let photoOpening = DelayedPhotoOpening()
  /// The view model that the search scene shows; its rows are held by the list pane instead.
  var viewModel = SearchViewModel()
  package var pane = ListPane<SearchRow, PostAction>()
  var typing = SearchFieldState()
  /// True if the user has moved the selection in the search scene since the search began.
  var hasMoved = false
  private var markAll = MarkAllQuestionState()
  /// The rectangles of the search field and the list in the last drawing of the search scene, for
  /// mouse events; nil before the first.
  private(set) var drawnRects: (field: CellRect, pane: CellRect)?

  init(
    interactor: any Interacting<SearchScene.SceneRequest>, posts: PostViewModelFactory,
    world: any World,
    words: String? = nil
  ) {
    self.words = words
    request = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: SceneHeader {
    SceneHeader(
      viewModel.title, failure: viewModel.failure, activity: viewModel.activity,
      aside: viewModel.summary)
  }

  var properties: SceneProperties { SceneProperties(takesText: typing.isOn) }

  var commandPlaces: Set<CommandSceneKind> { chosenPost == nil ? [.search] : [.search, .posts] }
  var priorityCommands: [Command] {
    [.nextResult, .previousResult] + (posts.abilities.hasArticles ? [.markAll] : [])
  }

  var hintWords: [Command: SafeText] { [.view: posts.wording.catchUpOrder] }

  var hints: [Command] {
    guard !typing.isOn else { return [] }
    let tail: [Command] = [.search, .view, .keepTab, .refresh, .help]
    guard let row = pane.selected else { return [.back] + tail }
    guard let item = row.post else { return [.back, .open] + tail }
    let own = posts.abilities.keyHintCommands(for: item, at: world.now)
    let mark: [Command] = posts.abilities.hasArticles ? [.markAll] : []
    return [.back] + own.prefix(4) + tail + own.dropFirst(4) + mark
  }

  var keyHints: [KeyHint] { typing.isOn ? viewModel.keys : [] }

  var clickTargets: [ClickTarget] { clickTargetsInList.map { $0.movedTarget(down: rowsAbove) } }

  /// The number of rows in the search scene above the list of results: the search field and the
  /// note below it.
  var rowsAbove: Int { drawnRects.map { $0.pane.origin.row - $0.field.origin.row } ?? 0 }

  func isAnimating(at now: Timestamp) -> Bool {
    posts.options.isAnimated && (displayStates.isMoving || viewModel.notice?.isBusy == true)
  }

  func sceneDidAppear() {
    request.sendOpeningRequestOnce(.open)
    guard let words, typing.submitted.isEmpty else { return }
    submitSearch(words)
  }

  func sceneDidClose() {
    request(.close)
    request.cancelAllRequests()
  }

  /// The height of the search results from which on a blank line separates the tags from the posts.
  private static let rowsForBlanks = 12

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    endLikeFlashes(at: drawing.now)
    let field = drawSearchField(on: &canvas, in: rect, drawing)
    let isRoomy = rect.size.rows >= 10
    let note = searchFieldNoteLines(columns: rect.size.columns, drawing.theme)
      .prefix(isRoomy ? 2 : hasUrgentNote && rect.size.rows >= 4 ? 1 : 0)
    let top = 1 + max(note.count, isRoomy ? 1 : 0)
    for (row, line) in note.enumerated() {
      canvas.writeLine(
        line,
        at: CellPosition(
          row: rect.origin.row + 1 + row,
          column: rect.origin.column + searchFieldNoteIndent(columns: rect.size.columns)),
        within: rect)
    }
    let body = CellRect(
      row: rect.origin.row + top, column: rect.origin.column,
      rows: max(1, rect.size.rows - top), columns: rect.size.columns)
    drawnRects = (field, body)
    drawSearchRows(on: &canvas, in: body, drawing)
  }

  /// Redraws the search scene, and requests more posts when the selection is near the end of the
  /// results.
  func selectionDidMove() {
    hasMoved = true
    navigator?.requestRedraw()
    if viewModel.results.hasMore, pane.recordNextPageRequestIfNeeded() { request(.more) }
  }

  private func drawSearchField(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) -> CellRect {
    let theme = drawing.theme
    let prompt = Line(viewModel.prompt, theme.style(.busy))
    let row = rect.origin.row
    let left = rect.origin.column + (rect.size.columns >= 40 ? 2 : 0)
    canvas.writeLine(prompt, at: CellPosition(row: row, column: left), within: rect)
    let box = CellRect(
      row: row, column: left + prompt.columns, rows: 1,
      columns: max(1, min(60, rect.columns.upperBound - left - prompt.columns - 1)))
    typing.field.drawTextField(
      on: &canvas, in: box, theme.style(.field), isFocused: typing.isOn && drawing.isFront)
    return box
  }

  /// True if the note below the search field is shown even on a low screen: completions or the
  /// query's mistake.
  private var hasUrgentNote: Bool {
    switch viewModel.fieldNote {
    case .nothing, .advice: false
    case .completions: typing.isOn
    case .mistake: true
    }
  }

  private func searchFieldNoteIndent(columns: Int) -> Int { columns >= 40 ? 4 : 0 }

  private func searchFieldNoteLines(columns: Int, _ theme: Theme) -> [Line] {
    let room = max(1, columns - searchFieldNoteIndent(columns: columns) - 1)
    switch viewModel.fieldNote {
    case .nothing: return []
    case .advice(let words):
      return TextWrapper.wrappedLines(of: Line(words, theme.style(.faint)), columns: room)
    case .mistake(let words):
      return TextWrapper.wrappedLines(of: Line(words, theme.style(.bad)), columns: room)
    case .completions(let words):
      guard typing.isOn else { return [] }
      var line = KeyHint(Key(.tab), label: "").keyHintLine(
        KeyHint.KeyHintStyle(key: theme.style(.strong), gap: .plain, label: theme.style(.faint)))
      for (place, word) in words.enumerated() {
        line.appendBlanks(place == 0 ? 1 : 2)
        line.append(SafeText(sanitizing: word), theme.style(place == 0 ? .text : .faint))
      }
      return [line.truncatedLine(columns: room)]
    }
  }

  private func drawSearchRows(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) {
    let theme = drawing.theme
    if let notice = viewModel.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    let room = PhotoBoxLayout(drawing.pictures, pane: rect.size, posts.options)
    let layout = SearchLayout(
      posts: posts, theme: theme, now: drawing.now,
      highlight: SearchHighlighter(highlightedPhrases: viewModel.results.highlightedPhrases),
      room: room,
      hasBlankBelowTags: rect.size.rows >= Self.rowsForBlanks)
    let look = ListPane<SearchRow, PostAction>.ListLayoutInputs(
      theme: theme, ageStep: drawing.ageStep, pictures: room,
      highlightedPhrases: viewModel.results.highlightedPhrases)
    pane.setSizeAndLayoutFunction(rect.size, look: look) {
      layout.laidOutRow($0, columns: $1)
    }
    pane.drawItems(
      on: &canvas, in: rect,
      mark: drawing.isFront && !typing.isOn ? .init(theme, posts.options) : nil,
      pictures: PictureBoxPainter(drawing, posts))
  }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) { request(.toggle(post, action)) }

  func requestPostDeletion(_ post: Post.ID) { request(.delete(post)) }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    markAll.forgetMarkAllQuestion(after: event)
    switch event {
    case .key(let key): return typing.isOn && handleKeyInSearchField(key)
    case .command(.up) where pane.selection == 0 && pane.row >= 0:
      focusSearchField()
      return true
    case .command: return handleListEvent(event)
    case .paste(let text):
      guard typing.isOn else { return false }
      typing.field.insertText(text.joinedLines)
      searchStoreForTypedText()
      return true
    case .mouse(let mouse, let clicks): return handleMouse(mouse, clicks: clicks)
    case .edited: return false
    }
  }

  // MARK: - Typing

  private func handleKeyInSearchField(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): leaveSearchFieldOrScene()
    case (.enter, _): submitSearch(typing.field.text)
    case (.tab, []): completeWordOrFocusResults()
    case (.down, _): focusSearchResults()
    case (.up, _), (.character("p"), .control): recallEarlierSearch(1)
    case (.character("n"), .control): recallEarlierSearch(-1)
    default:
      let before = typing.field.text
      guard typing.field.handleKey(key) else { return false }
      if typing.field.text != before { searchStoreForTypedText() }
    }
    navigator?.requestRedraw()
    return true
  }

  /// Replaces the last word in the search field by the first completion; without completions, moves
  /// the focus to the results.
  private func completeWordOrFocusResults() {
    guard case .completions(let words) = viewModel.fieldNote, let word = words.first else {
      return focusSearchResults()
    }
    let typed = typing.field.text
    let start = typed.lastIndex(where: \.isWhitespace).map { typed.index(after: $0) }
    // A keyword with a colon is continued; after any other completion comes a blank.
    typing.field = TextField(
      typed[..<(start ?? typed.startIndex)] + word + (word.hasSuffix(":") ? "" : " "))
    self.searchStoreForTypedText()
  }

  private func searchStoreForTypedText() {
    typing.recalledSearchIndex = nil
    request(.type(typing.field.text))
    navigator?.requestRedraw()
  }

  /// Moves the focus from the search field to the results; closes the search scene if nothing was
  /// searched for or found.
  private func leaveSearchFieldOrScene() {
    if typing.submitted.isEmpty || pane.items.isEmpty {
      navigator?.navigate(to: .back)
    } else {
      typing.isOn = false
    }
  }

  private func focusSearchResults() {
    guard !pane.items.isEmpty else { return }
    typing.isOn = false
    hasMoved = true
    pane.selectFirstItem()
  }

  /// Copies an earlier search into the search field: the one before the recalled search for 1, the
  /// one after it for -1. After the latest search comes the text that was typed before.
  private func recallEarlierSearch(_ step: Int) {
    let place = (typing.recalledSearchIndex ?? -1) + step
    guard (-1..<viewModel.earlierSearches.count).contains(place) else { return }
    if typing.recalledSearchIndex == nil { typing.unfinished = typing.field.text }
    typing.field = TextField(place >= 0 ? viewModel.earlierSearches[place] : typing.unfinished)
    request(.type(typing.field.text))
    typing.recalledSearchIndex = place >= 0 ? place : nil
  }

  func submitSearch(_ words: String) {
    guard !words.allSatisfy(\.isWhitespace) else { return focusSearchResults() }
    typing.submitted = words
    typing.isOn = false
    hasMoved = false
    if typing.field.text != words { typing.field = TextField(words) }
    request(.submit(words))
  }

  // MARK: - Results

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .markAll where posts.abilities.hasArticles:
      return markAllEntriesRead(isConfirmed: markAll.confirmOrRecordMarkAllQuestion())
    case .search: focusSearchField()
    case .refresh: submitSearch(typing.field.text)
    case .undo: request(.undo)
    case .view:
      // A new order is shown from its top.
      hasMoved = false
      request(.arrange(viewModel.results.order.next))
    case .keepTab: request(.toggleTab)
    case .back where viewModel.results.isNarrowed: request(.narrow(nil))
    case .nextResult: selectResultWrapping(by: 1)
    case .previousResult: selectResultWrapping(by: -1)
    default:
      if navigateIfPossible(by: command) { return true }
      guard let row = pane.selected else { return false }
      return handleCommand(command, on: row)
    }
    return true
  }

  private func handleCommand(_ command: Command, on row: SearchRow) -> Bool {
    switch (row, command) {
    case (.earlierSearch(let words, _), .open): submitSearch(words)
    case (.queryExample(let example, _), .open): copyExampleToField(example)
    case (.heading(let group, _), .open):
      request(.narrow(viewModel.results.isNarrowed ? nil : group))
    case (.tag(let tag, _, _), .open): navigator?.navigate(to: .stream(.tag(tag)))
    case (.person(let person), .open), (.person(let person), .profile):
      navigator?.navigate(to: .profile(person.id))
    case (.everybody(let words, _), .open): navigator?.navigate(to: .people(.matching(words)))
    case (.post(let item), _): return performCommand(command, on: item)
    default: return false
    }
    return true
  }

  private func copyExampleToField(_ example: String) {
    typing.field = TextField(example)
    focusSearchField()
    searchStoreForTypedText()
  }

  /// Selects the next search result for 1, the previous one for -1, wrapping around.
  private func selectResultWrapping(by step: Int) {
    let count = pane.items.count
    guard count > 0 else { return }
    switch pane.selection + step {
    case count: pane.selectFirstItem()
    case -1: pane.selectLastItem()
    default: step > 0 ? pane.selectNextItem() : pane.selectPreviousItem()
    }
    selectionDidMove()
  }

  private func focusSearchField() {
    typing.isOn = true
    navigator?.requestRedraw()
  }

  func isWholeRowClickTarget(_ row: SearchRow) -> Bool { row.post == nil }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    performClickInList(
      at: CellPosition(row: place.row - rowsAbove, column: place.column),
      copyingAddress: copyingAddress)
  }

  /// Handles a mouse event in the search scene; a click on the first row focuses the search field.
  /// Returns false if the event is not handled.
  private func handleMouse(_ mouse: MouseEvent, clicks: Int) -> Bool {
    guard case .press(1) = mouse.action else {
      return handleListEvent(.mouse(mouse, clicks: clicks))
    }
    guard let drawnRects else { return false }
    guard mouse.position.row > 0 else {
      focusSearchField()
      typing.field.placeCursor(
        at: mouse.position.column
          - (drawnRects.field.origin.column - drawnRects.pane.origin.column),
        columns: drawnRects.field.size.columns)
      return true
    }
    var position = mouse.position
    position.row -= rowsAbove
    guard handleClick(position, clicks: clicks) else { return false }
    typing.isOn = false
    return true
  }
}

extension SearchView: Displaying {
  func display(_ viewModel: SearchViewModel) {
    let isOther = viewModel.rows.first?.id != pane.items.first?.id
    showRowsIfChanged(viewModel.rows)
    self.viewModel = viewModel
    self.viewModel.rows = []
    // The first result is selected until the user moves the selection, and again whenever the
    // results change while the user types.
    if !hasMoved || typing.isOn && isOther { pane.selectFirstItem() }
    // Without text and results the field gets the keys. After a search it does not, even without
    // results, since the key of a command would be typed as a letter.
    if pane.items.isEmpty, typing.field.text.isEmpty { typing.isOn = true }
    navigator?.requestRedraw()
  }
}

extension SearchView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    let strip: SafeText =
      switch viewModel.fieldNote {
      case .nothing, .completions: ""
      case .advice(let words), .mistake(let words): words
      }
    var words = screenReaderContentsOfPosts(
      at: now, notice: viewModel.notice, isBusy: !viewModel.activity.isEmpty,
      notes: [viewModel.failure, strip])
    if !viewModel.summary.isEmpty {
      words.modes = [posts.wording.name(of: viewModel.results.order).withCapitalLetter]
    }
    if typing.isOn {
      words.question = ScreenReaderQuestion(viewModel.title, typing.field)
      words.marks = nil
    }
    return words
  }
}

extension SearchView: EntryListScene {
  /// Marks the found entries as read if `isConfirmed`, of a narrowed list those that it shows, else
  /// requests their number for the question; returns false if the account has no articles.
  func markAllEntriesRead(isConfirmed: Bool) -> Bool {
    guard posts.abilities.hasArticles else { return false }
    request(isConfirmed ? .markFoundRead : .countUnread)
    return true
  }
}
