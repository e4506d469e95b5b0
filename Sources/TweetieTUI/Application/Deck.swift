import FeedDomain
import PhotoDisplay
import Scenes
import Terminal
import Words

/// The columns side by side with the scenes that are open in them, and which of them has the keys.
///
/// The first is what whoever is in front reads; the others were put beside it and stay there.
@MainActor final class Deck {
  private(set) var columns: [Column]
  /// Makes the scene for a route in a column; nil where the route leads to none.
  var makeScene: (Route, DeckColumn?) -> (any Scene)? = { _, _ in nil }
  /// What may be opened by an address for whoever a column is of; nil where it is the browser's.
  var lead: (String, DeckColumn?) -> Lead? = { _, _ in nil }
  /// Is told when something else is to be seen, without anybody having asked for it.
  var changed: () -> Void = {}
  /// Is told which columns are in sight, nil for the first, whenever others may be.
  var showed: ([DeckColumn?]) -> Void = { _ in }
  /// Has something of the account of a column stand in one of its own, or no longer; says whether it
  /// does now, and nothing where it cannot.
  var keep: (DeckColumn.Content, _ beside: DeckColumn?) -> Bool? = { _, _ in nil }
  /// The account in front; nil where there is none.
  var frontAccount: () -> Account.ID? = { nil }
  /// Whether there is but one pane.
  var isPlain: Bool

  private let side: SidePane
  /// The column that has the keys.
  private(set) var column: Column
  /// The columns that stood side by side when they were last fitted to the screen.
  private var fitted: [ObjectIdentifier] = []
  /// The leftmost column in sight, counted among those that stand side by side.
  private var first = 0
  /// Whether columns are opened as they come into sight; not before the first frame.
  private var isFilled = false

  init(pause: SidePane.Pause, isPlain: Bool) {
    side = SidePane(pause)
    self.isPlain = isPlain
    column = Column()
    columns = [column]
  }

  /// The columns that stand side by side: all but those whose content the first column shows as
  /// well, which would be on the screen twice.
  private var standing: [Column] {
    guard columns.count > 1 else { return columns }
    let shown = shownInFirst
    guard !shown.isEmpty else { return columns }
    return columns.filter { other in
      other === column || other.pinned.map { !shown.contains($0) } ?? true
    }
  }

  /// What the first column shows, as columns of their own would be.
  private var shownInFirst: [DeckColumn] {
    let stack = columns[0].stack
    let scenes = [stack.visible?.main, stack.visible?.side, stack.inColumn].compactMap(\.self)
    return scenes.compactMap { scene in
      guard let content = scene.column?.content,
        let account = stack.account(of: scene) ?? frontAccount()
      else { return nil }
      return DeckColumn(content, of: account)
    }
  }

  /// The place of the column with the keys among those that stand side by side.
  private var current: Int { standing.firstIndex { $0 === column } ?? 0 }

  /// Whether a column stands beside the others, rather than waiting until the first column shows
  /// something else.
  func stands(_ content: DeckColumn.Content, of reader: DeckColumn?) -> Bool {
    guard let account = reader?.account ?? frontAccount() else { return true }
    return standing.contains { $0.pinned == DeckColumn(content, of: account) }
  }

  /// The scenes in it.
  var stack: SceneStack { column.stack }

  /// Where the scenes are on a screen of that size; nil where none is open.
  func layout(on size: CellSize) -> DeckLayout? {
    DeckLayout(of: standing, current: current, window: window(on: size), on: size, isPlain: isPlain)
  }

  /// Fits the columns to a screen of that size again where others stand side by side by now, as when
  /// another stream is read in the first.
  func follow(on size: CellSize) {
    if columns.count > 1, standing.map(ObjectIdentifier.init) != fitted { fit(on: size) }
  }

  /// Whether a stream is open in the column with the keys.
  var hasStream: Bool { stack.scenes.contains(where: \.takesMainPane) }

  /// Whose the scene with the keys is, as a column would be; nil for whoever is in front.
  var reader: DeckColumn? { column.reader(stack.account) }

  /// Opens the scene for a route, where it leads to one. What is opened from a scene is of the same
  /// account.
  func open(_ wanted: Route) {
    let (told, route) = wanted.parted
    let account = told ?? stack.account
    let reader = column.reader(account)
    switch route {
    case .signedOut:
      if let scene = makeScene(route, reader) {
        comeToFirst { $0.start(with: scene, at: route, keepingWords: true) }
      } else if let account {
        for column in columns { column.stack.close(of: account) }
      }
    case .signedIn:
      if let scene = makeScene(route, column.pinned) {
        comeToFirst { $0.start(with: scene, at: route) }
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

  /// Closes every scene.
  func closeAll() {
    for column in columns { column.stack.closeAll() }
  }

  /// Makes the scenes anew: what they are made of has changed.
  func remake(_ make: (Route, DeckColumn?) -> (any Scene)?) {
    for column in columns { column.stack.remake { make($0, column.reader($1)) } }
  }

  /// Has those columns stand beside the first, on a screen of that size. What is open in a column
  /// that was there stays open; what somebody writes in one that goes is kept.
  func arrange(_ pinned: [DeckColumn], on size: CellSize) {
    let (before, front) = (columns, column)
    let isAlone = standing.count == 1
    columns =
      [columns[0]]
      + pinned.map { wanted in before.first { $0.pinned == wanted } ?? Column(pinned: wanted) }
    for gone in before where !columns.contains(where: { $0 === gone }) {
      gone.stack.handOver(to: columns[0].stack)
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

  /// Opens what stands in the columns, from here on as soon as they come into sight.
  func fill(on size: CellSize) {
    isFilled = true
    fit(on: size)
  }

  /// Gives the keys to the next column to the right or left, and after the last to the first; false
  /// where there is but one.
  func move(by step: Int, on size: CellSize) -> Bool {
    let (standing, before) = (standing, current)
    guard standing.count > 1 else { return false }
    for distance in 1..<standing.count where column === standing[before] {
      let place = before + step * distance + standing.count * distance
      focus(standing[place % standing.count], on: size)
    }
    return true
  }

  /// Gives the keys to a column, counted from the left, but not to one in which nothing can be opened.
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

  /// Fits what is on the screen to a screen of that size: columns, and what stands beside a stream.
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

  /// Has the keys in the first column, where another account begins or what there is ends.
  private func comeToFirst(_ start: (SceneStack) -> Void) {
    if column !== columns[0] { stack.popToRoot() }
    column = columns[0]
    start(stack)
  }

  /// Shows something beside the stream, where a screen of that size has room; nil for nothing.
  func preview(_ route: Route?, on size: CellSize) {
    side.wish(route, hasRoom: hasRoomBeside(on: size), stack) { [self] in showBeside() }
  }

  /// Where to go so that a scene that stands beside the stream gets the keys; nil where it does not
  /// stand there, or has them.
  func route(toPreview scene: any Scene) -> Route? {
    stack.preview === scene ? side.route?.inFront : nil
  }

  private var isReadingStream: Bool { stack.front?.takesMainPane == true }

  /// Where columns stand beside one another, what is opened stands in its column.
  private func hasRoomBeside(on size: CellSize) -> Bool {
    standing.count == 1 && !isPlain && Panes(of: size, sideBySide: true).columns.count > 1
  }

  private func showBeside() {
    side.show(on: stack) { [self] route in
      let (account, route) = route.parted
      return (makeScene(route, column.reader(account)), account)
    }
    changed()
  }
}

// MARK: - Columns

// MARK: - Beside a stream

/// The scenes that are open above one another in one column, the one in front last.
@MainActor final class Column {
  /// What it was put there for; nil for the first column, which is read by whoever is in front.
  let pinned: DeckColumn?
  let stack = SceneStack()
  /// Whether it is on the screen, or would be where nothing took all of it.
  private(set) var isInSight = true

  init(pinned: DeckColumn? = nil) { self.pinned = pinned }

  /// Whose a scene in it is, as a column of theirs would be: that account's, else the column's own.
  func reader(_ account: Account.ID?) -> DeckColumn? {
    account.map { DeckColumn(pinned?.content ?? .stream(.feed(.home)), of: $0) } ?? pinned
  }

  /// Has its scenes ask the service for nothing by themselves while nobody sees them.
  func show(_ isInSight: Bool) {
    guard isInSight != self.isInSight else { return }
    self.isInSight = isInSight
    for scene in stack.scenes { scene.seen(isInSight) }
  }
}

/// Who reads in which column; nil is the first, which is of whoever is in front.
struct ColumnReaders {
  /// The photos of whoever a column is of.
  var album: (DeckColumn?) -> any PictureShelf = { _ in NoPictures() }
  /// Whose a column is, in words; empty where all are of one account.
  var owner: (DeckColumn?) -> SafeText = { _ in "" }
}

/// Which columns of a deck are in sight, where there is no room for all of them.
struct ColumnWindow: Equatable {
  /// The columns in sight, counted from the left of the deck.
  let shown: Range<Int>
  /// How many there are.
  let count: Int

  /// So many columns side by side, the current one among them, and as they stood as far as that goes.
  init(first: Int, current: Int, of count: Int, room: Int) {
    let room = min(max(1, room), count)
    let least = max(0, current - room + 1)
    let first = min(max(first, least), current, count - room)
    shown = first..<(first + room)
    self.count = count
  }

  /// How many are out of sight on the left, and on the right.
  var hidden: (left: Int, right: Int) { (shown.lowerBound, count - shown.upperBound) }
}
