import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

@MainActor
final class CatchUpView: PostListScene {
  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World
  let request: SceneRequestSender<CatchUpScene.SceneRequest>

  var displayStates = PostDisplayStates()
  let photoOpening = DelayedPhotoOpening()
  var columns = CatchUpColumnPanes()
  private var shown = CatchUpViewModel()
  /// The ids of the rows that have been visible in the catch-up scene, and so count as read.
  private var seenRows: Set<CatchUpRow.ID> = []

  init(
    interactor: any Interacting<CatchUpScene.SceneRequest>, posts: PostViewModelFactory,
    world: any World
  ) {
    request = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
  }

  /// The list pane of the column with the keyboard focus in the catch-up scene.
  package var pane: ListPane<CatchUpRow, PostAction> {
    _read { yield columns.panes[columns.current] }
    _modify { yield &columns.panes[columns.current] }
  }

  var properties: SceneProperties { SceneProperties(fitsBeside: false) }

  var commandPlaces: Set<CommandSceneKind> { chosenPost == nil ? [.catchUp] : [.catchUp, .posts] }
  var priorityCommands: [Command] { [.markGroup, .markAll] }

  var hintWords: [Command: SafeText] {
    var words: [Command: SafeText] = [.view: posts.wording.catchUpOrder]
    if offersLastDay { words[.open] = posts.wording.lastDay }
    return words
  }

  /// True if the catch-up scene has no unread posts, and offers to show all posts of the last day
  /// instead.
  private var offersLastDay: Bool { shown.isMissed && shown.notice?.isBusy == false }

  var header: SceneHeader {
    var activity = shown.activity
    if !activity.isEmpty {
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      activity = Spinner.spinnerSign(frame: frame, posts.options) + " " + activity
    }
    let beyond = posts.wording.hiddenColumnsText(
      left: columns.hiddenColumns.left, right: columns.hiddenColumns.right,
      isPlain: posts.options.isPlain)
    return SceneHeader(
      shown.title, failure: shown.failure, activity: activity,
      aside: shown.remark + (beyond.isEmpty ? "" : " · " + beyond))
  }

  var hints: [Command] {
    if offersLastDay { return [.back, .open, .refresh, .help] }
    guard shown.notice == nil, let row = pane.selected else { return [.back, .refresh, .help] }
    let marks: [Command] = [.nextStream] + (shown.isMissed ? [.markGroup, .markAll] : []) + [.view]
    guard let item = row.post else { return [.back, .open] + marks + [.help] }
    let own = posts.abilities(for: item).keyHintCommands(for: item, at: world.now)
    return [.back] + own.prefix(3) + marks + [.help] + own.dropFirst(3)
  }

  var keyHints: [KeyHint] {
    columns.panes.count > 1
      ? [KeyHint(Key(.left), Key(.right), label: posts.wording.say("column"))] : []
  }

  func isAnimating(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !shown.activity.isEmpty || shown.notice?.isBusy == true
  }

  func sceneDidAppear() { request.sendOpeningRequestOnce(.open) }

  func sceneDidClose() { request(.close) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    endLikeFlashes(at: drawing.now)
    if let notice = shown.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    if columns.setSizeAndColumnCount(for: rect.size) { arrangeRowsInColumns() }
    for (index, place) in columns.places {
      let box = CellRect(
        row: rect.origin.row, column: rect.origin.column + place.lowerBound,
        rows: rect.size.rows, columns: place.count)
      drawColumn(column: index, on: &canvas, in: box, drawing)
    }
    if drawing.isFront { markVisibleRowsAsRead() }
  }
}

extension CatchUpView: Displaying {
  func display(_ viewModel: CatchUpViewModel) {
    let before = shown
    shown = viewModel
    let isReordered = shown.order != before.order
    if isReordered { columns.resetPanesOnNextUpdate() }
    // Another order begins at the top, even if it shows the same rows.
    if isReordered || shown.sections != before.sections { arrangeRowsInColumns() }
    navigator?.requestRedraw()
  }

  private func arrangeRowsInColumns() {
    columns.replaceColumns(
      shown.rowsDividedIntoColumns(holding: columns.capacity).map(applyingDisplayStates))
  }
}

extension CatchUpView {
  private func drawColumn(
    column index: Int, on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) {
    let room = PhotoBoxLayout(drawing.pictures, pane: rect.size, posts.options)
    let layout = CatchUpRowLayout(
      posts: posts, theme: drawing.theme, now: drawing.now, room: room)
    columns.panes[index].setSizeAndLayoutFunction(
      rect.size, look: .init(theme: drawing.theme, ageStep: drawing.ageStep, pictures: room)
    ) { layout.laidOutRow($0, columns: $1) }
    let mark = ListPane<CatchUpRow, PostAction>.SelectedItemAppearance(drawing.theme, posts.options)
    columns.panes[index].drawItems(
      on: &canvas, in: rect, mark: drawing.isFront && index == columns.current ? mark : nil,
      pictures: PictureBoxPainter(drawing, posts))
  }

  /// Requests that the entries of the visible rows of the catch-up scene are marked as read, once
  /// for each row. The request is sent after the drawing.
  private func markVisibleRowsAsRead() {
    let rows = columns.places.flatMap { index, _ in
      columns.panes[index].visibleItemIndices().map { columns.panes[index].items[$0] }
    }
    let entries = rows.filter { seenRows.insert($0.id).inserted }.flatMap(\.entries)
    if !entries.isEmpty { Task { [weak self] in self?.request(.seen(entries)) } }
  }
}

// MARK: - Keys

extension CatchUpView {
  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .command(let command):
      cancelDelayedPhotoOpening()
      guard shown.notice == nil else { return handleCommand(command) }
      guard columns.handleSelectionMovingCommand(command) else { return handleCommand(command) }
      selectionDidMove()
      return true
    case .mouse(let mouse, let clicks):
      let place = columns.focusColumnConvertingPosition(at: mouse.position)
      return handleListEvent(
        .mouse(MouseEvent(mouse.action, at: place, mouse.modifiers), clicks: clicks))
    case .key, .paste, .edited: return false
    }
  }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    // The command for the catch-up scene does nothing here, since the scene is open already.
    case .catchUp: break
    // Before the posts are shown nothing would be marked.
    case .markAll where shown.notice == nil: request(.markAllSinceLastVisit)
    case .view: request(.arrange(shown.order.next))
    case .open where shown.notice?.isBusy == true: request(.begin)
    case .open where offersLastDay: request(.lookBack)
    default:
      if navigateIfPossible(by: command) { return true }
      guard shown.notice == nil, let row = pane.selected else { return false }
      return handleCommand(command, at: row)
    }
    return true
  }

  private func handleCommand(_ command: Command, at row: CatchUpRow) -> Bool {
    switch (command, row.content) {
    case (.markGroup, _):
      let section = shown.sections.first { $0.id == row.section }
      request(.seen(section?.rows.flatMap(\.entries) ?? []))
      _ = columns.handleSelectionMovingCommand(.nextStream)
      navigator?.requestRedraw()
    case (.open, .heading(_, _, let person?)), (.profile, .heading(_, _, let person?)):
      let section = shown.sections.first { $0.id == row.section }
      let route = Route.profile(person.id)
      // In a group of accounts, the person's id is valid for the account that the post belongs to.
      navigator?.navigate(
        to: section?.rows.lazy.compactMap(\.post).first.map(route.routeOpenedAsItemAccount) ?? route
      )
    case (.open, .fold(_, let post)): request(.unfold(post))
    case (.open, .link(_, let link?, _)), (.openLink, .link(_, let link?, _)):
      navigator?.openLink(link)
    case (.browse, .link(_, let link?, _)): navigator?.openInBrowser(link)
    case (.copyLink, .link(_, let link?, _)):
      navigator?.copyText(SafeText(sanitizing: link.address))
    case (.open, .pictures), (.viewPhoto, .pictures): performClick(.viewPhoto(0))
    default:
      guard let item = row.post else { return false }
      return performCommand(command, on: item)
    }
    return true
  }

  func performClick(_ action: PostAction) {
    if case .pictures(let tiles)? = pane.selected?.content, case .viewPhoto(let index?) = action,
      tiles.indices.contains(index)
    {
      navigator?.navigate(to: .photo(tiles[index].post, index: tiles[index].index))
    } else if let item = pane.selected?.post {
      performPostAction(action, on: item)
    }
  }

  /// Handles a click on a photo as other lists do; a double click on a photo of the photo row likes
  /// its post if the catch-up shows the post, too.
  func openOrLikeClickedPhoto(_ action: PostAction, wasSelected: Bool, clicks: Int) -> Bool {
    guard case .viewPhoto(let index) = action else { return false }
    if clicks == 1, wasSelected {
      openPhotoAfterClickDelay { [weak self] in self?.performClick(action) }
    } else if clicks == 2, case .pictures(let tiles)? = pane.selected?.content {
      let post = index.flatMap { tiles.indices.contains($0) ? tiles[$0].post : nil }
      let items = shown.sections.lazy.flatMap(\.rows).compactMap(\.post)
      if let item = items.first(where: { $0.post.id == post }) { likePostUnlessLiked(item) }
    } else if clicks == 2 {
      likeSelectedPostUnlessLiked()
    }
    return true
  }

  func isClickTargetAsWhole(_ row: CatchUpRow) -> Bool {
    switch row.content {
    case .heading(_, _, let person): person != nil
    case .fold: true
    case .post, .link, .pictures, .words: false
    }
  }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) { request(.toggle(post, action)) }

  func requestPostDeletion(_ post: Post.ID) { request(.delete(post)) }
}

// MARK: - Letters

extension CatchUpView {
  var clickTargets: [ClickTarget] {
    columns.places.flatMap { index, place in
      columns.panes[index].clickTargets(
        { opensSceneOrPage($0) }, opens: { isClickTargetAsWhole($0) }
      ).map {
        spot in
        var spot = spot.movedTarget(down: 0, right: place.lowerBound)
        spot.isSelected = spot.isSelected && index == columns.current
        return spot
      }
    }
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    performClickInList(
      at: columns.focusColumnConvertingPosition(at: place), copyingAddress: copyingAddress)
  }
}

extension CatchUpOrder {
  fileprivate var next: CatchUpOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

// MARK: - Columns

/// A set of the catch-up scene's columns, each with a list pane, and the column with the keyboard
/// focus: one column, or several side by side on wide screens.
@MainActor
struct CatchUpColumnPanes {
  /// The minimum width of the catch-up scene, in cells, at which its posts stand in several columns
  /// side by side.
  private static let wide = 160
  private static let columnWidth = 50
  /// The typical height of a post in the catch-up scene, in lines.
  private static let linesOfRow = 5

  var panes = [ListPane<CatchUpRow, PostAction>()]
  /// The index of the catch-up scene's column with the keyboard focus.
  private(set) var current = 0
  /// The index of the leftmost visible column of the catch-up scene.
  private var first = 0
  /// The number of columns of the catch-up scene that fit side by side on the screen.
  private var count = 1
  private var size = CellSize(rows: 24, columns: 80)
  /// True if the next posts to be shown in the catch-up scene begin at the top, as after a change
  /// of the order.
  private var isNew = true

  /// The approximate number of posts that fit into a column of the catch-up scene; nil if the
  /// screen has room for one column only.
  private(set) var capacity: Int?

  mutating func resetPanesOnNextUpdate() { isNew = true }

  /// Sets the size of the catch-up scene, and computes the number of columns. Returns true if rows
  /// have to move to other columns.
  mutating func setSizeAndColumnCount(for room: CellSize) -> Bool {
    size = room
    let isWide = room.columns >= Self.wide
    count = isWide ? room.columns / Self.columnWidth : 1
    scrollToCurrentColumn()
    let before = capacity
    capacity = isWide ? max(2, room.rows / Self.linesOfRow) : nil
    return capacity != before
  }

  /// The visible columns of the catch-up scene, as pairs of a column's index and its range of
  /// screen columns.
  var places: [(index: Int, cells: Range<Int>)] {
    let shown = min(count, panes.count - first)
    guard panes.count > 1 else { return [(0, 0..<size.columns)] }
    // A few columns get all of the screen's width.
    let width = size.columns / min(count, panes.count)
    return (0..<shown).map { (first + $0, ($0 * width)..<(($0 + 1) * width)) }
  }

  /// The counts of the catch-up scene's columns that are hidden beyond the left and the right edge
  /// of the screen.
  var hiddenColumns: (left: Int, right: Int) {
    (first, max(0, panes.count - first - min(count, panes.count - first)))
  }

  /// Replaces the rows of all columns of the catch-up scene; the selected row stays selected, at
  /// its row of the screen.
  mutating func replaceColumns(_ columns: [[CatchUpRow]]) {
    let selected = isNew ? nil : panes[current].selected?.id
    let row = panes[current].row
    if isNew || columns.count != panes.count {
      panes = columns.map { _ in ListPane() }
      (current, first) = (0, 0)
    }
    isNew = false
    for (index, rows) in columns.enumerated() { panes[index].replaceItemsIfChanged(rows) }
    if let selected,
      let index = columns.firstIndex(where: { $0.contains { $0.id == selected } })
    {
      current = index
      panes[current].selectItem(selected, onRow: row)
    }
    for index in panes.indices { panes[index].moveSelectionOffHeading() }
    scrollToCurrentColumn()
  }
}

extension CatchUpColumnPanes {
  /// Handles a command that moves the selection or the keyboard focus in the catch-up scene;
  /// returns false for other commands.
  mutating func handleSelectionMovingCommand(_ command: Command) -> Bool {
    switch command {
    case .nextStream: selectNextGroup()
    case .previousStream: selectPreviousGroup()
    case .left where panes.count > 1: current = max(0, current - 1)
    case .right where panes.count > 1: current = min(panes.count - 1, current + 1)
    default:
      guard panes[current].handleSelectionMovingCommand(command) else { return false }
      panes[current].moveSelectionOffHeading(isUpwards: command == .up)
    }
    scrollToCurrentColumn()
    return true
  }

  /// Moves the keyboard focus to the catch-up scene's column at a cell; returns the cell's position
  /// within the column.
  mutating func focusColumnConvertingPosition(at position: CellPosition) -> CellPosition {
    guard let place = places.first(where: { $0.cells.contains(position.column) }) else {
      return position
    }
    current = place.index
    return CellPosition(row: position.row, column: position.column - place.cells.lowerBound)
  }

  private mutating func selectNextGroup() {
    let (items, start) = (panes[current].items, panes[current].selection)
    if let next = items.indices.dropFirst(start).first(where: {
      items[$0].section != items[start].section
    }) {
      panes[current].selectFirstRowOfGroup(at: next)
    } else if current + 1 < panes.count {
      current += 1
      panes[current].selectFirstRowOfGroup(at: 0)
    }
  }

  private mutating func selectPreviousGroup() {
    let (items, start) = (panes[current].items, panes[current].selection)
    guard items.indices.contains(start) else { return }
    let before = items[..<start].last { $0.section != items[start].section }?.section
    if let before, let first = items.firstIndex(where: { $0.section == before }) {
      panes[current].selectFirstRowOfGroup(at: first)
    } else if current > 0 {
      current -= 1
    }
  }

  private mutating func scrollToCurrentColumn() {
    first = min(max(first, current - count + 1), current)
    first = max(0, min(first, panes.count - count))
  }
}

extension ListPane where Item == CatchUpRow {
  /// Scrolls a list pane of the catch-up scene to the group that begins at an index, and selects
  /// the row below the heading.
  fileprivate mutating func selectFirstRowOfGroup(at index: Int) {
    guard items.indices.contains(index) else { return }
    selectItem(items[index].id, onRow: 0)
    moveSelectionOffHeading()
  }

  /// Moves the selection of a list pane in the catch-up scene off a heading: to the row below or,
  /// if `isUpwards` is true and the heading is not the first row, to the row above.
  fileprivate mutating func moveSelectionOffHeading(isUpwards: Bool = false) {
    guard selected?.isHeading == true else { return }
    if isUpwards, selection > 0 { selectPreviousItem() } else { selectNextItem() }
    if selected?.isHeading == true, items.count > 1 { selectNextItem() }
  }
}

extension CatchUpView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfPosts(
      at: now, notice: shown.notice, isBusy: !shown.activity.isEmpty)
    if shown.notice != nil { (words.items, words.marks) = (nil, nil) }
    return words
  }
}
