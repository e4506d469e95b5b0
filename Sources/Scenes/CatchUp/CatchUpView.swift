import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// Draws what was missed, on wide screens in several columns, and turns keys into requests.
@MainActor final class CatchUpView: PostListScene {
  weak var navigator: (any Navigator)?
  let posts: PostPresentation
  let world: any World
  let request: SceneRequests<CatchUp.Request>

  var displayStates = PostDisplayStates()
  var columns = CatchUpColumns()
  private var shown = CatchUpViewModel()
  private var told: Set<CatchUpRow.ID> = []
  private let feed: Feed

  /// The scene of what was missed of a stream.
  init(
    with feed: Feed, interactor: any Interacting<CatchUp.Request>, posts: PostPresentation,
    world: any World
  ) {
    self.feed = feed
    request = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  /// The column that the keys are about.
  package var pane: ListPane<CatchUpRow, PostClick> {
    _read { yield columns.panes[columns.current] }
    _modify { yield &columns.panes[columns.current] }
  }

  var traits: SceneTraits { SceneTraits(fitsBeside: false) }

  var priorityCommands: [Command] { [.markGroup, .markAll] }

  var hintWords: [Command: SafeText] {
    var words: [Command: SafeText] = [.view: posts.wording.catchUpOrder]
    if offersLastDay { words[.open] = posts.wording.lastDay }
    return words
  }

  /// Whether nothing was missed, and what was read can be seen again.
  private var offersLastDay: Bool { shown.isMissed && shown.notice?.isBusy == false }

  var header: Header {
    var activity = shown.activity
    if !activity.isEmpty {
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      activity = Spinner.sign(frame: frame, posts.options) + " " + activity
    }
    let beyond = posts.wording.columns(
      left: columns.beyond.left, right: columns.beyond.right, isPlain: posts.options.isPlain)
    return Header(
      shown.title, failure: shown.failure, activity: activity,
      aside: shown.aside + (beyond.isEmpty ? "" : " · " + beyond))
  }

  var hints: [Command] {
    if offersLastDay { return [.back, .open, .refresh, .help] }
    guard shown.notice == nil, let row = pane.selected else { return [.back, .refresh, .help] }
    let marks: [Command] = [.nextStream] + (shown.isMissed ? [.markGroup, .markAll] : []) + [.view]
    guard let item = row.post else { return [.back, .open] + marks + [.help] }
    let own = posts.abilities(for: item).hints(for: item, at: world.now)
    return [.back] + own.prefix(3) + marks + [.help] + own.dropFirst(3)
  }

  var keyHints: [Hint] {
    columns.panes.count > 1
      ? [Hint(Key(.left), Key(.right), word: posts.wording.say("column"))] : []
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !shown.activity.isEmpty || shown.notice?.isBusy == true
  }

  func opened() { request.once(.open(feed)) }

  func closed() { request(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    endFlashes(at: drawing.now)
    if let notice = shown.notice {
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    if columns.divide(rect.size) { layOut() }
    for (index, place) in columns.places {
      let box = CellRect(
        row: rect.origin.row, column: rect.origin.column + place.lowerBound,
        rows: rect.size.rows, columns: place.count)
      draw(column: index, on: &canvas, in: box, drawing)
    }
    if drawing.isFront { tellWhatIsSeen() }
  }
}

extension CatchUpView: Displaying {
  func display(_ viewModel: CatchUpViewModel) {
    let before = shown
    shown = viewModel
    shown.cues = []
    if shown.order != before.order { columns.forget() }
    if shown.sections != before.sections { layOut() }
    viewModel.cues.forEach(obey)
    navigator?.redraw()
  }

  private func layOut() {
    columns.show(shown.columns(holding: columns.capacity).map { $0.map(withDisplayState) })
  }
}

extension CatchUpView {
  private func draw(
    column index: Int, on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing
  ) {
    let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
    let layout = CatchUpLayout(
      posts: posts, theme: drawing.theme, now: drawing.now, room: room)
    columns.panes[index].fit(
      rect.size, look: .init(theme: drawing.theme, second: drawing.second, pictures: room)
    ) { layout.block($0, columns: $1) }
    let mark = ListPane<CatchUpRow, PostClick>.Mark(drawing.theme, posts.options)
    columns.panes[index].draw(
      on: &canvas, in: rect, mark: drawing.isFront && index == columns.current ? mark : nil,
      pictures: PictureBox(drawing, posts))
  }

  /// Tells once of each row that is on the screen; it is called while drawing, so that begins after.
  private func tellWhatIsSeen() {
    let rows = columns.places.flatMap { index, _ in
      columns.panes[index].seen().map { columns.panes[index].items[$0] }
    }
    let entries = rows.filter { told.insert($0.id).inserted }.flatMap(\.entries)
    if !entries.isEmpty { Task { [weak self] in self?.request(.seen(entries)) } }
  }
}

// MARK: - Keys

extension CatchUpView {
  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command):
      guard shown.notice == nil else { return handleCommand(command) }
      guard columns.move(command) else { return handleCommand(command) }
      moved()
      return true
    case .mouse(let mouse, let count):
      let place = columns.enter(at: mouse.position)
      return handleInList(
        .mouse(MouseEvent(mouse.action, at: place, mouse.modifiers), count: count))
    case .key, .paste, .edited: return false
    }
  }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    // It leads here.
    case .catchUp: break
    case .markAll:
      request(.allSeen)
      say(Message(text: posts.wording.say("Everything is marked as read."), tone: .good))
    case .view: request(.arrange(shown.order.next))
    case .open where shown.notice?.isBusy == true: request(.begin)
    case .open where offersLastDay: request(.lookBack)
    default:
      if go(by: command) { return true }
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
      _ = columns.move(.nextStream)
      navigator?.redraw()
    case (.open, .heading(_, _, let person?)), (.profile, .heading(_, _, let person?)):
      let section = shown.sections.first { $0.id == row.section }
      let route = Route.profile(person.id)
      // Where several accounts are read together, it is one of theirs who knows that person.
      navigator?.go(to: section?.rows.lazy.compactMap(\.post).first.map(route.of) ?? route)
    case (.open, .fold(_, let post)): request(.unfold(post))
    case (.open, .link(_, let link?, _)), (.openLink, .link(_, let link?, _)): navigator?.open(link)
    case (.browse, .link(_, let link?, _)): navigator?.browse(link)
    case (.copyLink, .link(_, let link?, _)): navigator?.copy(SafeText(sanitizing: link.address))
    case (.open, .pictures), (.viewPhoto, .pictures): perform(.photo(0))
    default:
      guard let item = row.post else { return false }
      return perform(command, on: item)
    }
    return true
  }

  func perform(_ action: PostClick) {
    if case .pictures(let tiles)? = pane.selected?.content, case .photo(let index) = action,
      tiles.indices.contains(index)
    {
      navigator?.go(to: .photo(tiles[index].post, index: tiles[index].index))
    } else if let item = pane.selected?.post {
      perform(action, on: item)
    }
  }

  func opens(_ row: CatchUpRow) -> Bool {
    switch row.content {
    case .heading(_, _, let person): person != nil
    case .fold: true
    case .post, .link, .pictures, .words: false
    }
  }

  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}

// MARK: - Letters

extension CatchUpView {
  var clickTargets: [ClickTarget] {
    columns.places.flatMap { index, place in
      columns.panes[index].clickTargets({ opensContent($0) }, opens: { opens($0) }).map { spot in
        var spot = spot.moved(down: 0, right: place.lowerBound)
        spot.isSelected = spot.isSelected && index == columns.current
        return spot
      }
    }
  }

  func activate(_ place: CellPosition, copying: Bool) {
    activateInList(columns.enter(at: place), copying: copying)
  }
}

extension CatchUpOrder {
  /// The one after it, and after the last the first.
  fileprivate var next: CatchUpOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
