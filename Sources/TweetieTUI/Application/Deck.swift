import FeedDomain
import PhotoDisplay
import Scenes
import Terminal
import Words

/// The columns with their scenes, and the column with the keys. The first one is the active
/// account's; others were pinned.
@MainActor final class Deck {
  private(set) var columns: [Column]
  /// Makes a scene; nil for a route without one.
  var makeScene: (Route, DeckColumn?) -> (any Scene)? = { _, _ in nil }
  /// The target of an address for a column's account; nil for the browser.
  var lead: (String, DeckColumn?) -> ResolvableLink? = { _, _ in nil }
  /// Called when the screen changes without a person's action.
  var changed: () -> Void = {}
  /// Called with the visible columns, nil for the first.
  var showed: ([DeckColumn?]) -> Void = { _ in }
  /// Pins content for a column's account, or unpins it; returns whether it is pinned, or nil if it
  /// cannot be.
  var keep: (DeckColumn.Content, _ beside: DeckColumn?) -> Bool? = { _, _ in nil }
  /// nil without an account.
  var frontAccount: () -> Account.ID? = { nil }
  /// Whether there is one pane.
  var isPlain: Bool

  private let side: SidePane
  /// The column with the keys.
  private(set) var column: Column
  /// The columns when they were last fitted to the screen.
  private var fitted: [ObjectIdentifier] = []
  /// The index of the leftmost visible column.
  private var first = 0
  /// Whether columns are opened when visible; not before the first frame.
  private var isFilled = false

  init(pause: SidePane.Pause, isPlain: Bool) {
    side = SidePane(pause)
    self.isPlain = isPlain
    column = Column()
    columns = [column]
  }

  /// The visible or scrolled-out columns: all but those whose content the first column shows.
  private var standing: [Column] {
    guard columns.count > 1 else { return columns }
    let shown = shownInFirst
    guard !shown.isEmpty else { return columns }
    return columns.filter { other in
      other === column || other.pinned.map { !shown.contains($0) } ?? true
    }
  }

  /// The content of the first column, as columns would be pinned.
  private var shownInFirst: [DeckColumn] {
    let stack = columns[0].stack
    let scenes = [stack.visible?.main, stack.visible?.side, stack.columnScene].compactMap(\.self)
    return scenes.compactMap { scene in
      guard let content = scene.column?.content,
        let account = stack.account(of: scene) ?? frontAccount()
      else { return nil }
      return DeckColumn(content, of: account)
    }
  }

  /// The index of the column with the keys.
  private var current: Int { standing.firstIndex { $0 === column } ?? 0 }

  /// Whether a pinned column is shown, rather than hidden by the first one's content.
  func stands(_ content: DeckColumn.Content, of reader: DeckColumn?) -> Bool {
    guard let account = reader?.account ?? frontAccount() else { return true }
    return standing.contains { $0.pinned == DeckColumn(content, of: account) }
  }

  var stack: SceneStack { column.stack }

  func layout(on size: CellSize) -> DeckLayout? {
    DeckLayout(of: standing, current: current, window: window(on: size), on: size, isPlain: isPlain)
  }

  /// Fits the columns again if the set of shown ones changed.
  func follow(on size: CellSize) {
    if columns.count > 1, standing.map(ObjectIdentifier.init) != fitted { fit(on: size) }
  }

  /// Whether the column with the keys has a stream.
  var hasStream: Bool { stack.scenes.contains(where: \.traits.takesMainPane) }

  /// The account of the scene with the keys, as a column; nil for the active one.
  var reader: DeckColumn? { column.reader(stack.account) }

  /// Opens a scene in the account of the one before.
  func open(_ wanted: Route) {
    let (told, route) = wanted.accountAndRoute
    let account = told ?? stack.account
    let reader = column.reader(account)
    switch route {
    case .signedOut:
      if let scene = makeScene(route, reader) {
        comeToFirst { $0.replaceAll(with: scene, at: route, keepingUnsavedText: true) }
      } else if let account {
        for column in columns { column.stack.close(of: account) }
      }
    case .signedIn:
      if let scene = makeScene(route, column.pinned) {
        comeToFirst { $0.replaceAll(with: scene, at: route) }
      } else {
        _ = stack.pop()
      }
    default:
      // What is in front is not opened over itself, where it would have to be closed twice; but where
      // one reads a stream, that may be another one by now.
      guard route != stack.route || account != stack.account || isReadingStream,
        let scene = makeScene(route, reader)
      else { break }
      stack.push(scene, at: route, of: account)
    }
  }

  func closeAll() {
    for column in columns { column.stack.closeAll() }
  }

  /// Makes all scenes again.
  func recreate(_ make: (Route, DeckColumn?) -> (any Scene)?) {
    for column in columns { column.stack.recreate { make($0, column.reader($1)) } }
  }

  /// Sets the pinned columns. Open scenes and drafts stay.
  func arrange(_ pinned: [DeckColumn], on size: CellSize) {
    let (before, front) = (columns, column)
    let isAlone = standing.count == 1
    columns =
      [columns[0]]
      + pinned.map { wanted in before.first { $0.pinned == wanted } ?? Column(pinned: wanted) }
    for gone in before where !columns.contains(where: { $0 === gone }) {
      gone.stack.moveUnsavedScenes(to: columns[0].stack)
      gone.stack.closeAll()
    }
    if !columns.contains(where: { $0 === front }) { column = columns[0] }
    let staysAlone = isAlone && standing.count == 1
    if !staysAlone { side.forget(on: columns[0].stack) }
    fit(on: size)
    // Who has the keys now, or has the whole screen again, tells anew what is to stand beside it.
    if standing.count == 1 && !staysAlone || column !== front { stack.front?.opened() }
    if stack.count > 0 { changed() }
  }

  /// Opens the columns' scenes, from now on as they become visible.
  func fill(on size: CellSize) {
    isFilled = true
    fit(on: size)
  }

  /// Moves the keys to the next column, cyclically; false with one column.
  func move(by step: Int, on size: CellSize) -> Bool {
    let (standing, before) = (standing, current)
    guard standing.count > 1 else { return false }
    for distance in 1..<standing.count where column === standing[before] {
      let place = before + step * distance + standing.count * distance
      focus(standing[place % standing.count], on: size)
    }
    return true
  }

  /// Moves the keys to a column with a scene.
  func focus(_ place: Int, on size: CellSize) {
    let standing = standing
    if standing.indices.contains(place) { focus(standing[place], on: size) }
  }

  private func focus(_ wanted: Column, on size: CellSize) {
    guard wanted !== column else { return }
    let (before, isOpen) = (column, wanted.stack.count > 0)
    column = wanted
    fit(on: size)
    guard stack.count > 0 else {
      column = before
      return fit(on: size)
    }
    if isOpen { stack.front?.opened() }
    changed()
  }

  /// Fits columns and side pane to the screen.
  func fit(on size: CellSize) {
    let standing = standing
    fitted = standing.map(ObjectIdentifier.init)
    let window = window(on: size)
    first = window.shown.lowerBound
    side.fit(hasRoom: hasRoomBeside(on: size), stack) { [self] in showBeside() }
    let seen = standing[window.shown]
    for column in columns where !seen.contains(where: { $0 === column }) { column.show(false) }
    for column in seen {
      column.show(true)
      open(column)
    }
    if isFilled {
      showed(
        seen.flatMap { column in
          [column.pinned] + column.stack.accounts.map { column.reader($0) }
        })
    }
  }

  private func open(_ column: Column) {
    guard isFilled, column.stack.count == 0, let pinned = column.pinned else { return }
    let route = Route.column(pinned.content)
    guard let scene = makeScene(route, pinned) else { return }
    column.stack.push(scene, at: route)
    changed()
  }

  private func window(on size: CellSize) -> ColumnWindow {
    ColumnWindow(
      first: first, current: current, of: standing.count,
      room: isPlain ? 1 : Panes.columns(fitting: size.columns))
  }

  /// Moves the keys to the first column, and changes its scenes.
  private func comeToFirst(_ start: (SceneStack) -> Void) {
    if column !== columns[0] { stack.popToRoot() }
    column = columns[0]
    start(stack)
  }

  /// Shows a side pane if there is room; nil for none.
  func preview(_ route: Route?, on size: CellSize) {
    side.wish(route, hasRoom: hasRoomBeside(on: size), stack) { [self] in showBeside() }
  }

  /// The route that moves the keys to a side pane's scene; nil if it is not there, or has them.
  func route(toPreview scene: any Scene) -> Route? {
    stack.preview === scene ? side.route?.focused : nil
  }

  private var isReadingStream: Bool { stack.front?.traits.takesMainPane == true }

  /// With several columns, a scene opens in its column.
  private func hasRoomBeside(on size: CellSize) -> Bool {
    standing.count == 1 && !isPlain && Panes(of: size, sideBySide: true).columns.count > 1
  }

  private func showBeside() {
    side.show(on: stack) { [self] route in
      let (account, route) = route.accountAndRoute
      return (makeScene(route, column.reader(account)), account)
    }
    changed()
  }
}

// MARK: - Columns

// MARK: - Beside a stream

/// The stack of scenes of one column.
@MainActor final class Column {
  /// nil for the first column.
  let pinned: DeckColumn?
  let stack = SceneStack()
  private(set) var isInSight = true

  init(pinned: DeckColumn? = nil) { self.pinned = pinned }

  func reader(_ account: Account.ID?) -> DeckColumn? {
    account.map { DeckColumn(pinned?.content ?? .stream(.feed(.home)), of: $0) } ?? pinned
  }

  /// Pauses automatic refreshes of hidden scenes.
  func show(_ isInSight: Bool) {
    guard isInSight != self.isInSight else { return }
    self.isInSight = isInSight
    for scene in stack.scenes { scene.setVisible(isInSight) }
  }
}

/// The account of each column; nil is the first, of the active account.
struct ColumnReaders {
  /// The photos of a column's account.
  var album: (DeckColumn?) -> any PictureProvider = { _ in NoPictures() }
  /// The account's name; empty with one account.
  var owner: (DeckColumn?) -> SafeText = { _ in "" }
}

/// The visible columns of a deck.
struct ColumnWindow: Equatable {
  /// The indexes of visible columns.
  let shown: Range<Int>
  /// The count of all columns.
  let count: Int

  /// The window with the current column that moves as little as possible.
  init(first: Int, current: Int, of count: Int, room: Int) {
    let room = min(max(1, room), count)
    let least = max(0, current - room + 1)
    let first = min(max(first, least), current, count - room)
    shown = first..<(first + room)
    self.count = count
  }

  /// The counts of hidden columns on both sides.
  var hidden: (left: Int, right: Int) { (shown.lowerBound, count - shown.upperBound) }
}
