import FeedDomain
import PhotoDisplay
import Scenes
import Terminal
import Threads
import Words

/// A deck of scenes in columns side by side, which it opens, focuses and lays out. The first column
/// belongs to the active account; the others were pinned.
@MainActor
final class SceneDeck {
  private(set) var columns: [SceneColumn]
  var makeScene: (Route, DeckColumn?) -> (any Scene)? = { _, _ in nil }
  /// The closure by which the deck resolves a link's address within a column's account; returns nil
  /// for links that open in the browser.
  var resolveLink: (String, DeckColumn?) -> ResolvableLink? = { _, _ in nil }
  /// The closure that the deck calls when its scenes change without an action of the user.
  var onChange: () -> Void = {}
  /// The closure that the deck calls with the accounts of the scenes in its visible columns, each
  /// as a deck column; nil stands for the active account.
  var onVisibleColumns: ([DeckColumn?]) -> Void = { _ in }
  /// The closure by which the deck pins content as a column beside another column, or unpins it;
  /// returns true if the content is now pinned, nil if it cannot be pinned.
  var togglePinned: (DeckColumn.DeckColumnContent, _ beside: DeckColumn?) -> Bool? = { _, _ in nil }
  /// The closure by which the deck gets the id of the active account; nil without one.
  var frontAccount: () -> Account.ID? = { nil }
  /// True if the screen is a single pane of plain text, for screen readers.
  var isPlain: Bool

  private let side: SidePane
  /// The deck's focused column, which gets the keys.
  private(set) var column: SceneColumn
  /// The identities of the deck's columns when they were last fitted to the screen.
  private var fitted: [ObjectIdentifier] = []
  /// The index of the leftmost visible column of the deck.
  private var first = 0
  /// True if the deck opens the scene of a column when the column becomes visible; false before the
  /// first frame.
  private var opensColumns = false

  init(pause: SidePane.PreviewTimer, isPlain: Bool) {
    side = SidePane(pause)
    self.isPlain = isPlain
    column = SceneColumn()
    columns = [column]
  }

  /// The columns of the deck, on and beyond the screen, without those whose content the first
  /// column shows.
  private var activeColumns: [SceneColumn] {
    guard columns.count > 1 else { return columns }
    let shown = firstColumnContent
    guard !shown.isEmpty else { return columns }
    return columns.filter { other in
      other === column || other.pinned.map { !shown.contains($0) } ?? true
    }
  }

  /// The deck columns as which the scenes of the first column could be pinned. Pinned columns that
  /// are among them would show the same content twice.
  private var firstColumnContent: [DeckColumn] {
    let stack = columns[0].stack
    let scenes = [stack.visible?.main, stack.visible?.side, stack.columnScene].compactMap(\.self)
    return scenes.compactMap { scene in
      guard let content = scene.column?.content,
        let account = stack.accountID(of: scene) ?? frontAccount()
      else { return nil }
      return DeckColumn(content, of: account)
    }
  }

  private var current: Int { activeColumns.firstIndex { $0 === column } ?? 0 }

  /// Returns true if content is pinned as a column of the deck and shown there rather than in the
  /// first column; also true if its account is unknown.
  func isShownInOwnColumn(_ content: DeckColumn.DeckColumnContent, of reader: DeckColumn?) -> Bool {
    guard let account = reader?.account ?? frontAccount() else { return true }
    return activeColumns.contains { $0.pinned == DeckColumn(content, of: account) }
  }

  var stack: SceneStack { column.stack }

  func deckLayoutIfSceneOpen(on size: CellSize) -> DeckLayout? {
    DeckLayout(
      of: activeColumns, current: current, window: visibleColumnRange(on: size), on: size,
      isPlain: isPlain)
  }

  /// Fits the columns of the deck to the screen again if other columns are shown than last time.
  func refitIfOtherColumnsShown(on size: CellSize) {
    if columns.count > 1, activeColumns.map(ObjectIdentifier.init) != fitted {
      fitColumnsToScreen(on: size)
    }
  }

  var hasStream: Bool { stack.scenes.contains(where: \.properties.takesMainPane) }

  /// The account and content of the focused scene, as a deck column; nil for the active account.
  var reader: DeckColumn? { column.deckColumnOfAccount(stack.account) }

  /// Opens the scene of a route on top of the focused column's scenes, for the account that the
  /// route names or, without one, for that of the column's front scene.
  func openScene(_ wanted: Route) {
    let (told, route) = wanted.accountAndRoute
    let account = told ?? stack.account
    let reader = column.deckColumnOfAccount(account)
    switch route {
    case .signedOut:
      if let scene = makeScene(route, reader) {
        focusFirstColumn { $0.replaceAllScenes(with: scene, at: route, keepingUnsavedText: true) }
      } else if let account {
        for column in columns { column.stack.closeScenesWithoutUnsavedText(of: account) }
      }
    case .signedIn:
      if let scene = makeScene(route, column.pinned) {
        focusFirstColumn { $0.replaceAllScenes(with: scene, at: route) }
      } else {
        _ = stack.popScene()
      }
    default:
      // The front scene is not opened over itself, since it would have to be closed twice; but a
      // stream may have been replaced by another one.
      guard route != stack.route || account != stack.account || isReadingStream,
        let scene = makeScene(route, reader)
      else { break }
      stack.pushScene(scene, at: route, of: account)
    }
  }

  /// Returns true if a scene of the given account, which is not the active one, is open in the deck:
  /// in a pinned column of the account, or opened as that account.
  func hasOpenScene(of account: Account.ID) -> Bool {
    columns.contains { column in
      column.stack.accounts.contains(account)
        || column.pinned?.account == account && column.stack.count > 0
    }
  }

  func closeAllScenes() { for column in columns { column.stack.closeAllScenes() } }

  /// Creates the open scenes of all columns anew, as after a change of settings.
  func recreateScenesWithoutUnsavedText(_ make: (Route, DeckColumn?) -> (any Scene)?) {
    for column in columns {
      column.stack.recreateScenesWithoutUnsavedText { make($0, column.deckColumnOfAccount($1)) }
    }
    guard stack.preview != nil else { return }
    side.recreatePreviewedScene(on: stack) { [self] route in
      let (account, route) = route.accountAndRoute
      return make(route, column.deckColumnOfAccount(account)).map { ($0, account) }
    }
  }

  /// Sets the pinned columns of the deck. Open scenes and drafts stay.
  func setPinnedColumns(_ pinned: [DeckColumn], on size: CellSize) {
    let (before, front) = (columns, column)
    let isAlone = activeColumns.count == 1
    columns =
      [columns[0]]
      + pinned.map { wanted in before.first { $0.pinned == wanted } ?? SceneColumn(pinned: wanted) }
    for gone in before where !columns.contains(where: { $0 === gone }) {
      gone.stack.moveUnsavedScenes(to: columns[0].stack, of: gone.pinned?.account)
      gone.stack.closeAllScenes()
    }
    if !columns.contains(where: { $0 === front }) { column = columns[0] }
    let staysAlone = isAlone && activeColumns.count == 1
    if !staysAlone { side.closeSidePaneAndForgetRoute(on: columns[0].stack) }
    fitColumnsToScreen(on: size)
    // The newly focused scene, or one that is alone on the screen again, sets the side pane's
    // scene.
    if activeColumns.count == 1 && !staysAlone || column !== front { stack.front?.sceneDidAppear() }
    if stack.count > 0 { onChange() }
  }

  /// Opens the scenes of the deck's visible columns, and from now on that of each column that
  /// becomes visible.
  func openVisibleColumns(on size: CellSize) {
    opensColumns = true
    fitColumnsToScreen(on: size)
  }

  /// Focuses the next or previous column of the deck, cyclically; returns false for a single
  /// column.
  func moveColumnFocus(by step: Int, on size: CellSize) -> Bool {
    let (activeColumns, before) = (activeColumns, current)
    guard activeColumns.count > 1 else { return false }
    for distance in 1..<activeColumns.count where column === activeColumns[before] {
      let place = before + step * distance + activeColumns.count * distance
      focusColumn(activeColumns[place % activeColumns.count], on: size)
    }
    return true
  }

  func focusColumn(_ place: Int, on size: CellSize) {
    let activeColumns = activeColumns
    if activeColumns.indices.contains(place) { focusColumn(activeColumns[place], on: size) }
  }

  private func focusColumn(_ wanted: SceneColumn, on size: CellSize) {
    guard wanted !== column else { return }
    let (before, isOpen) = (column, wanted.stack.count > 0)
    column = wanted
    fitColumnsToScreen(on: size)
    guard stack.count > 0 else {
      column = before
      return fitColumnsToScreen(on: size)
    }
    if isOpen { stack.front?.sceneDidAppear() }
    onChange()
  }

  /// Determines the deck's visible columns and opens and reports their scenes, hides the scenes of
  /// other columns, and shows the side pane if there is room.
  func fitColumnsToScreen(on size: CellSize) {
    let activeColumns = activeColumns
    fitted = activeColumns.map(ObjectIdentifier.init)
    let window = visibleColumnRange(on: size)
    first = window.visibleColumns.lowerBound
    side.showOrHideSidePane(hasRoom: hasRoomForSidePane(on: size), stack) { [self] in showSidePane()
    }
    let seen = activeColumns[window.visibleColumns]
    for column in columns where !seen.contains(where: { $0 === column }) {
      column.setColumnVisible(false)
    }
    for column in seen {
      column.setColumnVisible(true)
      openSceneOfColumn(column)
    }
    if opensColumns {
      onVisibleColumns(
        seen.flatMap { column in
          [column.pinned] + column.stack.accounts.map { column.deckColumnOfAccount($0) }
        })
    }
  }

  private func openSceneOfColumn(_ column: SceneColumn) {
    guard opensColumns, column.stack.count == 0, let pinned = column.pinned else { return }
    let route = Route.column(pinned.content)
    guard let scene = makeScene(route, pinned) else { return }
    column.stack.pushScene(scene, at: route)
    onChange()
  }

  private func visibleColumnRange(on size: CellSize) -> VisibleColumnRange {
    VisibleColumnRange(
      first: first, current: current, of: activeColumns.count,
      room: isPlain ? 1 : ScreenPanes.deckColumnCount(fitting: size.columns))
  }

  /// Focuses the deck's first column, after closing the scenes opened in another focused column, of
  /// which those with unsaved text move to the first column, and calls a closure with the first
  /// column's stack of scenes.
  private func focusFirstColumn(_ start: (SceneStack) -> Void) {
    if column !== columns[0] {
      stack.moveUnsavedScenes(to: columns[0].stack, of: column.pinned?.account)
      stack.popToRoot()
    }
    column = columns[0]
    start(stack)
  }

  /// Shows the scene of a route in the side pane after a pause, if there is room; hides the pane
  /// for nil.
  func requestSidePanePreview(_ route: Route?, on size: CellSize) {
    side.requestSidePanePreview(route, hasRoom: hasRoomForSidePane(on: size), stack) { [self] in
      showSidePane()
    }
  }

  /// Returns the route with which a scene of the side pane is opened in front; nil if the scene is
  /// not in the side pane.
  func frontRouteOfPreviewedScene(of scene: any Scene) -> Route? {
    stack.preview === scene ? side.route?.fullSceneRoute : nil
  }

  private var isReadingStream: Bool { stack.front?.properties.takesMainPane == true }

  /// Returns true if the screen has room for a side pane; false with several columns, where scenes
  /// open in their own column.
  private func hasRoomForSidePane(on size: CellSize) -> Bool {
    activeColumns.count == 1 && !isPlain
      && ScreenPanes(of: size, sideBySide: true).columns.count > 1
  }

  private func showSidePane() {
    side.showPreviewedScene(on: stack) { [self] route in
      let (account, route) = route.accountAndRoute
      return (makeScene(route, column.deckColumnOfAccount(account)), account)
    }
    onChange()
  }
}

// MARK: - Columns

// MARK: - Side panes

@MainActor
final class SceneColumn {
  /// The content for which a column of the deck was pinned; nil for the first column.
  let pinned: DeckColumn?
  let stack = SceneStack()
  private(set) var isInSight = true

  init(pinned: DeckColumn? = nil) { self.pinned = pinned }

  func deckColumnOfAccount(_ account: Account.ID?) -> DeckColumn? {
    account.map { DeckColumn(pinned?.content ?? .stream(.feed(.home)), of: $0) } ?? pinned
  }

  /// Sets whether a column of the deck is visible; its scenes pause automatic refreshes while
  /// hidden.
  func setColumnVisible(_ isInSight: Bool) {
    guard isInSight != self.isInSight else { return }
    self.isInSight = isInSight
    for scene in stack.scenes { scene.setSceneVisible(isInSight) }
  }
}

/// A pair of closures that give each column of the deck its photos and its account's name; nil
/// stands for the first column, of the active account.
struct ColumnPicturesAndAccountNames {
  /// The closure that returns the photos of a deck column's account.
  var album: (DeckColumn?) -> any PictureProvider = { _ in NoPictures() }
  /// The closure that returns the name of a deck column's account; empty if all columns are of one
  /// account.
  var owner: (DeckColumn?) -> SafeText = { _ in "" }
}

struct VisibleColumnRange: Equatable {
  /// The indices of the visible columns in the deck.
  let visibleColumns: Range<Int>
  /// The number of all columns of the deck.
  let count: Int

  /// Creates the range of the deck's visible columns so that it contains the focused column, moved
  /// as little as possible.
  init(first: Int, current: Int, of count: Int, room: Int) {
    let room = min(max(1, room), count)
    let least = max(0, current - room + 1)
    let first = min(max(first, least), current, count - room)
    visibleColumns = first..<(first + room)
    self.count = count
  }

  /// The numbers of hidden columns of the deck to the left and to the right.
  var hidden: (left: Int, right: Int) {
    (visibleColumns.lowerBound, count - visibleColumns.upperBound)
  }
}

/// A pane beside a stream, which previews the selected post.
@MainActor
final class SidePane {
  /// A pair of closures that set and cancel the timer of the side pane's preview, which waits until
  /// the selection stops moving.
  struct PreviewTimer {
    let set: @MainActor (Duration, @escaping @MainActor () -> Void) -> Void
    let cancel: @MainActor () -> Void
  }

  /// The route of the side pane's scene, shown already or waiting for the timer; nil for none.
  private(set) var route: Route?
  /// The route last requested for the side pane, even if there was no room; nil for none.
  private var requested: Route?
  private let pause: PreviewTimer

  init(_ pause: PreviewTimer) { self.pause = pause }

  /// Sets the route of the side pane's scene, which is shown after a pause if there is room; nil
  /// hides the pane.
  func requestSidePanePreview(
    _ route: Route?, hasRoom: Bool, _ stack: SceneStack, show: @escaping @MainActor () -> Void
  ) {
    requested = route
    showOrHideSidePane(hasRoom: hasRoom, stack, show: show)
  }

  /// Shows the side pane in a wide window, and hides it in a narrow one.
  func showOrHideSidePane(hasRoom: Bool, _ stack: SceneStack, show: @escaping @MainActor () -> Void)
  {
    guard hasRoom, stack.base?.properties.takesMainPane == true else {
      return closePreviewedScene(on: stack)
    }
    guard requested != route || stack.preview == nil else { return }
    route = requested
    // While the selection moves through the stream, the pane waits for it to stop.
    pause.set(.milliseconds(150), show)
  }

  func showPreviewedScene(on stack: SceneStack, _ make: (Route) -> ((any Scene)?, Account.ID?)) {
    if let route, case (let scene?, let account) = make(route),
      stack.base?.properties.takesMainPane == true
    {
      stack.showPreview(scene, of: account)
    } else {
      stack.closePreview()
    }
  }

  /// Replaces the scene in the side pane by the one that `make` returns, with its account; keeps it
  /// if `make` returns nil.
  func recreatePreviewedScene(
    on stack: SceneStack, _ make: (Route) -> (any Scene, Account.ID?)?
  ) {
    if let route, let (scene, account) = make(route) { stack.showPreview(scene, of: account) }
  }

  func closePreviewedScene(on stack: SceneStack) {
    pause.cancel()
    stack.closePreview()
    route = nil
  }

  func closeSidePaneAndForgetRoute(on stack: SceneStack) {
    closePreviewedScene(on: stack)
    requested = nil
  }
}

extension SidePane.PreviewTimer {
  init(_ alarm: OneShotTimer) {
    self.init(set: { alarm.setTimer(after: $0, $1) }, cancel: { alarm.cancelTimer() })
  }
}
