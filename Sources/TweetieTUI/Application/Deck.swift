import FeedDomain
import Scenes
import Terminal

/// The columns side by side with the scenes that are open in them, and which of them has the keys.
///
/// The first is what whoever is in front reads; the others were put beside it and stay there.
@MainActor final class Deck {
  private(set) var columns = [Column()]
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
  /// Whether there is but one pane.
  var isPlain: Bool

  private let side: SidePane
  /// The column with the keys.
  private var current = 0
  /// The leftmost column in sight.
  private var first = 0
  /// Whether columns are opened as they come into sight; not before the first frame.
  private var isFilled = false

  init(pause: SidePane.Pause, isPlain: Bool) {
    side = SidePane(pause)
    self.isPlain = isPlain
  }

  /// The column that has the keys.
  var column: Column { columns[current] }

  /// The scenes in it.
  var stack: SceneStack { column.stack }

  /// Where the scenes are on a screen of that size; nil where none is open.
  func layout(on size: CellSize) -> DeckLayout? {
    DeckLayout(of: columns, current: current, window: window(on: size), on: size, isPlain: isPlain)
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
}

// MARK: - Columns

extension Deck {
  /// Has those columns stand beside the first, on a screen of that size. What is open in a column
  /// that was there stays open; what somebody writes in one that goes is kept.
  func arrange(_ pinned: [DeckColumn], on size: CellSize) {
    let (before, front) = (columns, column)
    columns =
      [columns[0]]
      + pinned.map { wanted in before.first { $0.pinned == wanted } ?? Column(pinned: wanted) }
    for gone in before where !columns.contains(where: { $0 === gone }) {
      gone.stack.handOver(to: columns[0].stack)
      gone.stack.closeAll()
    }
    current = columns.firstIndex { $0 === front } ?? 0
    side.forget(on: columns[0].stack)
    fit(on: size)
    // Who has the keys now, or has the whole screen again, tells anew what is to stand beside it.
    if columns.count == 1 || column !== front { stack.front?.opened() }
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
    guard columns.count > 1 else { return false }
    let before = current
    for distance in 1..<columns.count where current == before {
      focus((before + step * distance + columns.count * distance) % columns.count, on: size)
    }
    return true
  }

  /// Gives the keys to a column, but not to one in which nothing can be opened.
  func focus(_ place: Int, on size: CellSize) {
    guard place != current, columns.indices.contains(place) else { return }
    let (before, isOpen) = (current, columns[place].stack.count > 0)
    current = place
    fit(on: size)
    guard stack.count > 0 else {
      current = before
      return fit(on: size)
    }
    if isOpen { stack.front?.opened() }
    changed()
  }

  /// Fits what is on the screen to a screen of that size: columns, and what stands beside a stream.
  func fit(on size: CellSize) {
    let window = window(on: size)
    first = window.shown.lowerBound
    side.fit(hasRoom: hasRoomBeside(on: size), stack) { [self] in showBeside() }
    for (place, column) in columns.enumerated() where !window.shown.contains(place) {
      column.show(false)
    }
    for column in columns[window.shown] {
      column.show(true)
      open(column)
    }
    if isFilled {
      showed(
        columns[window.shown].flatMap { column in
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
      first: first, current: current, of: columns.count,
      room: isPlain ? 1 : Panes.columns(fitting: size.columns))
  }

  /// Has the keys in the first column, where another account begins or what there is ends.
  private func comeToFirst(_ start: (SceneStack) -> Void) {
    if current > 0 { stack.popToRoot() }
    current = 0
    start(stack)
  }
}

// MARK: - Beside a stream

extension Deck {
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
    columns.count == 1 && !isPlain && Panes(of: size, sideBySide: true).columns.count > 1
  }

  private func showBeside() {
    side.show(on: stack) { [self] route in
      let (account, route) = route.parted
      return (makeScene(route, column.reader(account)), account)
    }
    changed()
  }
}
