import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Draws a stream, and turns keys into requests.
///
/// What is selected is the pane's in every arrangement: a wall and a carousel are the same rows and
/// the same selection, arranged otherwise.
@MainActor final class StreamView: PostListScene {
  /// How far the scene is with the stream it reads.
  private enum Phase {
    /// It has not been opened; it will be with that stream, or the one read last.
    case new(Feed?)
    /// Another stream was asked for and is not there yet.
    case switching
    /// What is asked for is there.
    case reading
  }

  weak var navigator: (any Navigator)?
  let posts: PostPresentation
  let world: any World
  let request: SceneRequests<StreamReading.Request>

  var pane = ListPane<StreamRow, PostClick>(gap: 1)
  var displayStates = PostDisplayStates()
  var gallery = StreamGallery()
  var trace = ReadingTrace()
  /// What was shown last, as far as it still stands.
  private(set) var shown = StreamViewModel()
  /// How it was drawn last, to know what is clicked on.
  var last: (drawing: Drawing, size: CellSize, strip: Int)?
  private var phase: Phase

  /// The scene of a stream; without one, of the one read last.
  init(
    _ feed: Feed? = nil, interactor: any Interacting<StreamReading.Request>,
    posts: PostPresentation, world: any World
  ) {
    phase = .new(feed)
    request = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  var traits: SceneTraits {
    SceneTraits(
      isReady: isReady, takesMainPane: true, leavesRoomBeside: layout.isList,
      hasAir: shown.missed == nil || !shown.strip.isEmpty)
  }
  private var isReady: Bool { if case .switching = phase { false } else { true } }

  var header: Header {
    StreamHeader(wording: posts.wording, options: posts.options)
      .header(of: shown.heading, now: world.now)
  }

  var title: Header {
    let missed = missedWords(at: world.now)
    return Header(
      left: [Span(shown.heading.name, .barStrong)],
      right: missed.isEmpty ? [] : [Span(missed, .busy)])
  }

  var columnTitle: Header {
    StreamHeader(wording: posts.wording, options: posts.options)
      .columnTitle(of: shown.heading, missed: missedWords(at: world.now), now: world.now)
  }

  var column: (content: DeckColumn.Content, name: SafeText)? {
    if shown.isNearby { return (.stream(.nearby), shown.heading.name) }
    return shown.feed.map { (.stream(.feed($0)), shown.heading.name) }
  }

  /// On a wall the arrows lead to the photos beside; so do letters, for whoever likes.
  var movingHints: [Hint] {
    guard layout == .wall, shown.hasPhotos, !posts.options.isPlain else { return [] }
    return [Hint(Key(.left), Key(.down), Key(.up), Key(.right), word: posts.wording.say("move"))]
  }

  func handlesKey(_ key: Key) -> Bool {
    layout == .wall && Command(wallLetter: key, posts.options) != nil
  }

  /// Where several accounts see what is selected, the key of everything tells which of them acts.
  var priorityCommands: [Command] {
    (pane.selected?.post?.account?.badges.count ?? 0) > 1 ? [.actAs] : []
  }

  var titleCommand: Command? {
    if shown.missed != nil { return .catchUp }
    return shown.heading.unread.isEmpty ? nil : .firstUnread
  }

  var hints: [Command] {
    let unread: [Command] =
      (shown.missed == nil ? [] : [.catchUp])
      + (shown.heading.unread.isEmpty ? [] : [.firstUnread])
    let tail: [Command] = posts.abilities.canBegin ? [.refresh, .compose] : [.refresh]
    let others: [Command] =
      (layout.isList ? (shown.hasPhotos ? [.view] : []) + [.density] : [])
      + (shown.streams.count > 1 ? [.nextStream] : []) + [.quit]
    let place: [Command] = shown.isNearby ? [.place] : []
    guard let selected = pane.selected else { return [.refresh] + place + [.help] + others }
    guard let post = selected.post else { return [.open] + unread + tail + [.help] + others }
    let own =
      posts.abilities(for: post).hints(for: post, at: world.now)
      + (priorityCommands.contains(.actAs) ? [.actAs] : [])
    if !layout.isList {
      // Here a photo is what opening opens.
      let own = own.filter { $0 != .viewPhoto }
      return Array(own.prefix(2)) + [.view] + place + unread + [.refresh, .help]
        + own.dropFirst(2) + others
    }
    return Array(own.prefix(4)) + place + unread + [.refresh, .help] + tail.dropFirst()
      + own.dropFirst(4)
      + others
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !shown.heading.activity.isEmpty || shown.footer.isBusy
      || shown.notice?.isBusy == true
  }

  func opened() {
    if case .new(let feed) = phase {
      phase = .reading
      request(.open(feed))
    } else {
      request(.showTabs)
      if trace.isCatchingUp { request(.goOn) }
      trace.isCatchingUp = false
    }
    trace.comesBack()
    tellWhereReaderIs()
  }

  func setVisible(_ isVisible: Bool) { request(isVisible ? .wake : .rest) }

  func closed() {
    gallery.stop()
    request(.close)
  }
}

extension StreamView: Displaying {
  func display(_ viewModel: StreamViewModel) {
    let before = shown
    shown = viewModel
    shown.cues = []
    if viewModel.cues.contains(.offered) {
      phase = .reading
      trace.begins()
    }
    if shown.arrangement != before.arrangement { rearrange(from: layout(before.arrangement)) }
    // What is there still belongs to the stream that was left.
    if case .switching = phase { shown.rows = [] } else { adoptRows(insteadOf: before) }
    for cue in viewModel.cues { obey(cue) }
    if viewModel != before { navigator?.redraw() }
  }

  /// Reads another stream.
  func read(_ tab: StreamTab) {
    pane.show([])
    shown.rows = []
    gallery.clear()
    trace.leaves()
    phase = .switching
    request(tab.feed.map { .open($0) } ?? .openNearby)
  }

  private func adoptRows(insteadOf before: StreamViewModel) {
    guard shown.rows != before.rows || shown.more != before.more else { return }
    if shown.more == before.more, isSameOrder(before.rows) {
      // Only what changed is laid out anew.
      for (row, old) in zip(shown.rows, before.rows) where row != old {
        pane.replace(withDisplayState(row))
      }
      return
    }
    let items = shown.rows.map(withDisplayState)
    let isFromBelow = trace.asked?.edge == .below
    let gap = trace.filled(from: pane.items, to: items)
    pane.show(items, replaced: gap.map { .gap($0) }, fromBelow: isFromBelow)
    guard !layout.isList else { return }
    gallery.carousel.rest()
    selectExhibit()
    if let id = pane.selected?.id { gallery.wall.select(id) }
  }

  /// Whether the rows stand as those stood.
  ///
  /// A plain loop: on the way to the first frame the runtime would spend longer on preparing the types
  /// of lazy collections than on the rows.
  private func isSameOrder(_ before: [StreamRow]) -> Bool {
    guard before.count == shown.rows.count else { return false }
    for (index, row) in before.enumerated() where row.id != shown.rows[index].id { return false }
    return true
  }

  private func obey(_ cue: StreamViewModel.Cue) {
    switch cue {
    case .post(let cue): obey(cue)
    case .offered: break  // It came before the rows.
    case .place(let place): put(at: place)
    case .showAbove:
      guard posts.options.order.endsBelow else { break }
      pane.showRowsAbove()
      selectionMoved()
    }
  }

  private func put(at place: ReadingPosition) {
    pane.place(.entry(place.entry), row: place.row)
    // The newest post is the last on the screen: what came before it fills the room above.
    if !posts.options.order.endsBelow { pane.fillRoom() }
    guard !layout.isList else { return }
    gallery.carousel.rest()
    selectExhibit()
    gallery.wall.place(pane.selected?.id, row: place.row)
  }

  /// Takes the selection along from one arrangement to another.
  private func rearrange(from old: Arrangement) {
    trace.rearranges()
    gallery.rest()
    switch layout {
    case .list, .lines, .album:
      if !old.isList, let id = pane.selected?.id { pane.place(id, row: gallery.wall.row) }
    case .wall, .carousel:
      if old.isList { gallery.list = old }
      selectExhibit()
      gallery.wall.place(pane.selected?.id, row: old.isList ? pane.row : gallery.wall.row)
    }
  }

  /// Selects something that a gallery shows: what is selected, or what is nearest to it.
  private func selectExhibit() {
    guard pane.selected?.isExhibited == false else { return }
    let shown = pane.items.indices.filter { pane.items[$0].isExhibited }
    let nearest = shown.min { abs($0 - pane.selection) < abs($1 - pane.selection) }
    if let nearest { pane.selection = nearest }
  }
}
