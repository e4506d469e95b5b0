import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct PagedListViewModel<Row: Identifiable & Equatable>: Equatable {
  var title: SafeText = ""
  /// The text at the right of a list's header while nothing has failed, such as the number of rows.
  var remark: SafeText = ""
  var rows: [Row] = []
  /// True if the service has another page of the list scene's list.
  var hasMore = false
  /// The progress text of a list; empty if nothing is being fetched.
  var activity: SafeText = ""
  /// The text of a list's last error with its remedy; empty if nothing failed.
  var failure: SafeText = ""
  /// The message in the middle of a list without rows; nil for a list with rows.
  var notice: EmptySceneMessage?
  /// True if no blank rows are between the rows of a list, most of which have one line.
  var isDense = false
}

extension PagedListViewModel: Sendable where Row: Sendable {}

extension PagedListViewModel {
  /// Creates the view model of a list from the progress of fetching it. `fetchingWords` is the text
  /// shown while a page is fetched, `emptyListMessage` the message shown after the service answered
  /// that the list is empty.
  init<Element>(
    title: SafeText, aside: SafeText, _ list: PagedList<Element>, rows: [Row],
    fetchingWords: SafeText, emptyListMessage: EmptySceneMessage?, _ wording: Wording, keys: KeyMap
  ) {
    let key = keys.keyName(for: .refresh) ?? ""
    (self.title, self.remark, self.rows, hasMore) = (title, aside, rows, list.hasMore)
    let asking = list.fetch.fetchProgress
    activity = wording.fetchProgressOrRetryText(asking, fetchingWords, key: key)
    let sentence = list.fetch.failure.map { wording.sentence(for: $0) }
    let remedy = wording.retryHint(key: key)
    failure = sentence.map { $0 + " " + remedy } ?? ""
    guard rows.isEmpty else { return }
    if let sentence {
      notice = EmptySceneMessage(sentence: sentence, nextStep: remedy)
    } else if asking != .idle || !list.isLoaded {
      notice = EmptySceneMessage(asking: fetchingWords, asking, wording, key: key)
    } else {
      notice = emptyListMessage
    }
  }
}

/// A pair of texts for the field above the rows of a list, which the search key opens: the label,
/// and the hint for Enter.
struct ListTextFieldTexts {
  let label: SafeText
  /// The hint text of the Enter key in a list's text field.
  let enter: SafeText
}

/// A protocol for the content of a paged list scene: texts, rows, requests and commands that differ
/// from list to list.
@MainActor
protocol PagedListContent {
  associatedtype State: Sendable
  associatedtype Request: ListSceneRequest
  associatedtype Row: Identifiable & Equatable

  var wording: Wording { get }
  var openRequest: Request { get }
  /// True if the progress of a fetch is shown below a list scene's rows rather than in its header.
  var showsActivityBelow: Bool { get }
  /// True if a list has two columns where there is room.
  var hasColumns: Bool { get }
  func viewModel(of state: State) -> PagedListViewModel<Row>
  /// Returns the commands that a list shows in the bottom line, most useful first; `row` is nil if
  /// the list is empty.
  func keyHintCommands(for row: Row?) -> [Command]
  /// Performs a command on the selected row of a list; `row` is nil in an empty list. Returns false
  /// if the command is not handled.
  func performRowCommand(_ command: Command, on row: Row?, _ scene: PagedListView<Self>) -> Bool
  /// True if a list scene loads its list again each time the user returns to the scene.
  var reloadsOnReturn: Bool { get }
  /// The request that reloads a list; nil for a list that updates itself.
  var refreshRequest: Request? { get }
  /// The request for the next page of a list; nil for a list without pages.
  var moreRequest: Request? { get }
  func unavailableCommands(for row: Row?) -> [Command]
  /// The commands whose keys take precedence over other meanings of the same keys in a list.
  var priorityCommands: [Command] { get }
  /// Returns the hint texts of commands that differ from the usual texts for a row of the list.
  func overridingKeyHintTexts(for row: Row?) -> [Command: SafeText]
  /// Returns the titles, in help and command menu, of commands that do something else in this list.
  func overridingCommandTitles(for row: Row?) -> [Command: SafeText]
  /// The texts of the text field above a list's rows, which the search key opens; nil for a list
  /// without one.
  var field: ListTextFieldTexts? { get }
  /// Handles the text that was entered in the field above a list's rows, which is never blank.
  func handleEnteredText(_ text: String, _ scene: PagedListView<Self>)
  /// Returns the request that shows only the rows of a list which match a typed text, all for an
  /// empty text; nil for a list without filter. `row` is the selected one. The search key opens the
  /// filter.
  func filterRequest(_ text: String, at row: Row?) -> Request?
  /// Returns the id of the row that best matches the list's filter, and is selected when the filter
  /// changes; nil for none.
  func bestFilterMatchID(in rows: [Row]) -> Row.ID?
  /// Returns true if a row of the list is a click target as a whole, which opens the row.
  func isWholeRowClickTarget(_ row: Row) -> Bool
  /// Returns the texts for screen readers that name the order and the filter of the list.
  func spokenOrderAndFilter(of rows: [Row]) -> [SafeText]
  /// Returns the lines of a list's row; `portraitBox` is the size of a person's picture, nil for
  /// none.
  func rowLines(
    of row: Row, columns: Int, portraitBox: CellSize?, _ theme: Theme, _ options: DisplayOptions
  ) -> LaidOutLines<Never>
}

extension PagedListContent {
  var showsActivityBelow: Bool { false }
  var hasColumns: Bool { false }
  var reloadsOnReturn: Bool { false }
  var refreshRequest: Request? { nil }
  var moreRequest: Request? { nil }
  var field: ListTextFieldTexts? { nil }
  func unavailableCommands(for row: Row?) -> [Command] { Command.aboutPosts }
  var priorityCommands: [Command] { [] }
  func overridingKeyHintTexts(for row: Row?) -> [Command: SafeText] { [:] }
  func overridingCommandTitles(for row: Row?) -> [Command: SafeText] { [:] }
  func handleEnteredText(_ text: String, _ scene: PagedListView<Self>) {}
  func filterRequest(_ text: String, at row: Row?) -> Request? { nil }
  func bestFilterMatchID(in rows: [Row]) -> Row.ID? { rows.first?.id }
  func isWholeRowClickTarget(_ row: Row) -> Bool { true }
  func spokenOrderAndFilter(of rows: [Row]) -> [SafeText] { [] }
}

extension PagedListContent where Request: PagedListSceneRequest {
  var refreshRequest: Request? { .refresh }
  var moreRequest: Request? { .more }
}

/// A scene with a list that is fetched page by page.
@MainActor
final class PagedListView<Content: PagedListContent>: ListScene {
  weak var navigator: (any Navigator)?
  let send: SceneRequestSender<Content.Request>
  var pane = ListPane<Content.Row, Never>(gap: 1)
  private let content: Content
  private let options: DisplayOptions
  /// The view model of a list scene, without its rows, which are in the list pane.
  private var viewModel = PagedListViewModel<Content.Row>()
  /// The two columns in which the list was last drawn; nil if it was drawn in one column.
  private var columns: TwoColumnListLayout?
  /// The text field above a list scene's rows, with the typed text; nil while it is closed.
  private var entry: TextField?
  /// The text field with the filter of a list; empty for none.
  private var filter = TextField()
  /// True while the user types the filter of a list.
  private var isTypingFilter = false
  /// True if the best match is selected when the rows of a new filter are shown.
  private var selectsBestMatch = false
  /// True if the list is scrolled to fill its pane when the rows are shown without a filter again.
  private var fillsPane = false
  /// The question that a list asks in its text field, with the closure that receives the answer,
  /// which may be blank; nil while the field is used for the list's own purpose.
  private var question: (field: ListTextFieldTexts, answer: (String) -> Void)?
  /// The destructive command on a list's row that the user has to repeat as confirmation; nil if
  /// none.
  private var unconfirmed: (command: Command, row: Content.Row.ID)?

  init(
    _ content: Content, interactor: any Interacting<Content.Request>,
    options: DisplayOptions = DisplayOptions()
  ) {
    (self.content, self.options) = (content, options)
    send = SceneRequestSender(to: interactor)
  }

  var header: SceneHeader {
    guard !pane.items.isEmpty else { return SceneHeader(viewModel.title) }
    return SceneHeader(
      viewModel.title, failure: viewModel.failure,
      activity: content.showsActivityBelow ? "" : viewModel.activity, aside: viewModel.remark)
  }

  /// The commands in the bottom line; none while the user types, as keys are text then.
  var hints: [Command] {
    properties.takesText ? [] : content.keyHintCommands(for: pane.selected)
  }
  var priorityCommands: [Command] { content.priorityCommands }
  var hintWords: [Command: SafeText] { content.overridingKeyHintTexts(for: pane.selected) }
  var overridingCommandTitles: [Command: SafeText] {
    content.overridingCommandTitles(for: pane.selected)
  }
  var unavailableCommands: [Command] { content.unavailableCommands(for: pane.selected) }
  var properties: SceneProperties { SceneProperties(takesText: entry != nil || isTypingFilter) }

  var keyHints: [KeyHint] {
    if isTypingFilter {
      return [
        KeyHint(Key(.enter), label: content.wording.say("keep")),
        KeyHint(Key(.escape), label: content.wording.say("show all")),
      ]
    }
    guard entry != nil, let field else { return [] }
    return [
      KeyHint(Key(.enter), label: field.enter),
      KeyHint(Key(.escape), label: content.wording.hintText(of: .back)),
    ]
  }

  private var field: ListTextFieldTexts? { question?.field ?? content.field }

  /// Opens the field above the list's rows to ask for a text, which begins with `text`; the closure
  /// `answer` receives the entered text, which may be blank.
  func askForText(_ field: ListTextFieldTexts, _ text: String, answer: @escaping (String) -> Void) {
    question = (field, answer)
    entry = TextField(text)
    navigator?.requestRedraw()
  }

  func isAnimating(at now: Timestamp) -> Bool {
    options.isAnimated && (!viewModel.activity.isEmpty || viewModel.notice?.isBusy == true)
  }

  func sceneDidAppear() {
    content.reloadsOnReturn
      ? send(content.openRequest) : send.sendOpeningRequestOnce(content.openRequest)
  }

  func sceneDidClose() {
    send(.close)
    send.cancelAllRequests()
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    var rect = rect
    if let entry, let field {
      entry.drawLabelledField(
        label: field.label, on: &canvas, in: rect, theme, isFocused: drawing.isFront)
      rect = rect.droppingRows(2)
    }
    if isTypingFilter || !filter.text.isEmpty {
      drawFilter(on: &canvas, in: rect, drawing)
      rect = rect.droppingRows(1)
    }
    if let notice = viewModel.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, options)
    }
    if content.showsActivityBelow {
      let sign = Spinner.spinnerSign(frame: drawing.frame, options)
      pane.footer =
        viewModel.activity.isEmpty
        ? []
        : [
          theme.styledLine([StyledSpan(sign + " ", .busy), StyledSpan(viewModel.activity, .faint)])
        ]
    }
    let room = PhotoBoxLayout(drawing.pictures, pane: rect.size, options)
    columns =
      content.hasColumns && !options.isPlain
      ? TwoColumnListLayout(in: rect.size, ofScreen: drawing.bar ?? rect.size.columns) : nil
    let isDouble = columns != nil
    pane.setSizeAndLayoutFunction(
      columns?.room ?? rect.size,
      look: .init(
        theme: theme, pictures: room, layout: viewModel.isDense ? .lines : .list)
    ) {
      [content, options] in
      var block = content.rowLines(
        of: $0, columns: $1, portraitBox: room?.person, theme, options)
      // Two lines and a gap take three rows, so that no item is split between the columns.
      if isDouble, block.lines.count < 2 { block.lines.append(Line()) }
      return block
    }
    let mark: ListPane<Content.Row, Never>.SelectedItemAppearance? =
      drawing.isFront ? .init(theme, options) : nil
    let pictures = PictureBoxPainter(ofPeople: drawing, options)
    guard let columns else {
      return pane.drawItems(on: &canvas, in: rect, mark: mark, pictures: pictures)
    }
    let (left, right) = columns.columnRects(at: rect.origin)
    pane.drawItems(on: &canvas, in: left, mark: mark, pictures: pictures)
    let point = canvas.point
    let isInLeft = pane.row < columns.rows
    // The second column continues the first.
    var rest = pane
    rest.row -= columns.rows
    rest.drawItems(on: &canvas, in: right, mark: mark, pictures: pictures)
    if isInLeft { canvas.point = point }
  }

  private func drawFilter(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) {
    let theme = drawing.theme
    let prompt = Line("/ ", theme.style(.busy))
    let start = CellPosition(row: rect.origin.row, column: rect.origin.column + 2)
    canvas.writeLine(prompt, at: start, within: rect)
    let box = CellRect(
      row: start.row, column: start.column + prompt.columns, rows: 1,
      columns: max(1, min(rect.size.columns - 5, 60)))
    filter.drawTextField(
      on: &canvas, in: box, theme.style(.field), isFocused: isTypingFilter && drawing.isFront)
  }

  /// Returns true if a destructive command is given for a row a second time in succession, which
  /// confirms it. Otherwise shows the sentence that asks to repeat the command, and returns false.
  func confirmOrAskForRepetition(_ command: Command, on row: Content.Row, asking sentence: SafeText)
    -> Bool
  {
    if let unconfirmed, unconfirmed.command == command, unconfirmed.row == row.id {
      self.unconfirmed = nil
      return true
    }
    unconfirmed = (command, row.id)
    navigator?.showMessage(BottomLineMessage(text: sentence, tone: .plain))
    return false
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    if let unconfirmed, event != .command(unconfirmed.command), !event.isRelease {
      self.unconfirmed = nil
    }
    if isTypingFilter, let isHandled = handleFilterEvent(event) { return isHandled }
    guard entry != nil else {
      guard case .mouse(let mouse, let clicks) = event, let columns else {
        return handleListEvent(event)
      }
      let place = columns.panePosition(of: mouse.position)
      return handleListEvent(
        .mouse(MouseEvent(mouse.action, at: place, mouse.modifiers), clicks: clicks))
    }
    switch event {
    case .key(let key): return handleTextFieldKey(key)
    case .paste(let text): entry?.insertText(text.firstLine)
    case .mouse, .command, .edited: return false
    }
    navigator?.requestRedraw()
    return true
  }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .refresh:
      guard let refresh = content.refreshRequest else {
        return content.performRowCommand(command, on: pane.selected, self)
      }
      pane.allowNextPageRequest()
      send(refresh)
    case .search where content.field != nil: entry = TextField()
    case .search where content.filterRequest("", at: nil) != nil:
      isTypingFilter = true
      navigator?.requestRedraw()
    default:
      if content.performRowCommand(command, on: pane.selected, self) { return true }
      guard command == .back, !filter.text.isEmpty else { return false }
      requestFilteredRows(by: TextField())
    }
    return true
  }

  /// Handles an event while the user types the filter, and returns true if the event was used,
  /// false for an unknown key, and nil for events of the list below.
  private func handleFilterEvent(_ event: SceneInputEvent) -> Bool? {
    var changed = filter
    switch event {
    case .paste(let text): changed.insertText(text.firstLine)
    case .key(let key):
      switch key.code {
      case .escape:
        isTypingFilter = false
        changed = TextField()
      case .enter, .down, .tab: isTypingFilter = false
      default: guard changed.handleKey(key) else { return false }
      }
    case .mouse, .command, .edited: return nil
    }
    requestFilteredRows(by: changed)
    return true
  }

  private func requestFilteredRows(by changed: TextField) {
    let isOther = changed.text != filter.text
    filter = changed
    if isOther, let request = content.filterRequest(changed.text, at: pane.selected) {
      selectsBestMatch = !changed.text.isEmpty
      fillsPane = changed.text.isEmpty
      send(request)
    }
    navigator?.requestRedraw()
  }

  func isWholeRowClickTarget(_ row: Content.Row) -> Bool { content.isWholeRowClickTarget(row) }

  var clickTargets: [ClickTarget] {
    guard let columns else { return clickTargetsInList }
    return clickTargetsInList.map {
      var target = $0
      target.position = columns.scenePosition(of: target.position)
      return target
    }
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    performClickInList(
      at: columns?.panePosition(of: place) ?? place, copyingAddress: copyingAddress)
  }

  func selectionDidMove() {
    navigator?.requestRedraw()
    // The next page is fetched before the user reaches the end of the list.
    if viewModel.hasMore, pane.recordNextPageRequestIfNeeded(), let more = content.moreRequest {
      send(more)
    }
  }

  private func handleTextFieldKey(_ key: Key) -> Bool {
    switch key.code {
    case .escape: (entry, question) = (nil, nil)
    case .enter:
      let text = (entry?.text ?? "").filter { !$0.isNewline }
      entry = nil
      if let question {
        self.question = nil
        question.answer(text)
        break
      }
      if text.contains(where: { !$0.isWhitespace }) { content.handleEnteredText(text, self) }
    default: guard entry?.handleKey(key) == true else { return false }
    }
    navigator?.requestRedraw()
    return true
  }
}

extension PagedListView: Displaying {
  func display(_ viewModel: PagedListViewModel<Content.Row>) {
    pane.replaceItemsIfChanged(viewModel.rows)
    if fillsPane {
      fillsPane = false
      pane.scrollAwayBlankRowsBelow()
    }
    if selectsBestMatch {
      selectsBestMatch = false
      pane.selectFirstItem()
      if let best = content.bestFilterMatchID(in: viewModel.rows) {
        let row = viewModel.rows.firstIndex { $0.id == best } ?? 0
        pane.selectItem(best, onRow: row)
      }
    }
    self.viewModel = viewModel
    self.viewModel.rows = []
    navigator?.requestRedraw()
  }
}

extension PagedListView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfList(
      notice: viewModel.notice, isBusy: !viewModel.activity.isEmpty, notes: [viewModel.failure])
    words.modes = content.spokenOrderAndFilter(of: pane.items)
    if let entry, let field { words.question = ScreenReaderQuestion(field.label, entry) }
    if isTypingFilter {
      words.question = ScreenReaderQuestion(content.wording.say("filter"), filter)
    }
    return words
  }
}

extension SafeText {
  var withCapitalLetter: SafeText {
    SafeText(sanitizing: string.prefix(1).uppercased() + string.dropFirst())
  }
}
