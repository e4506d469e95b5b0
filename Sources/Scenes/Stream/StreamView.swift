import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A scene of a stream of posts, drawn as a list, photo wall or carousel: layouts of the same
/// rows with one selection, which the list pane keeps.
@MainActor
final class StreamView: PostListScene {
  /// A phase of a stream scene: before opening its stream, switching to another, or reading.
  private enum StreamOpeningPhase {
    /// A phase of opening a stream: not opened yet. The value is the stream to open; nil for the
    /// one that was read last.
    case new(Feed?)
    /// A phase of opening a stream: another stream was requested, but is not loaded yet.
    case switching
    /// A phase of opening a stream: the stream is loaded and read.
    case reading
  }

  weak var navigator: (any Navigator)?
  let posts: PostViewModelFactory
  let world: any World
  let request: SceneRequestSender<StreamScene.SceneRequest>

  var pane = ListPane<StreamRow, PostAction>(gap: 1)
  var displayStates = PostDisplayStates()
  let photoOpening = DelayedPhotoOpening()
  var gallery = StreamGalleryState()
  var requestRecord = StreamRequestRecord()
  /// The view model of the stream scene, without its rows, which the list pane holds.
  private(set) var viewModel = StreamViewModel()
  /// The parameters of a stream scene's last drawing, its size in cells, and the number of lines
  /// above the rows, for resolving clicks; nil before the first drawing.
  var lastDrawing: (drawing: DrawingParameters, size: CellSize, strip: Int)?
  private var phase: StreamOpeningPhase
  /// The range of a stream's entries that a second press of the same key marks as read; nil before
  /// the first press.
  var unconfirmed: StreamScene.EntryRange?

  /// Creates the view of a stream; nil stands for the stream read last.
  init(
    _ feed: Feed? = nil, interactor: any Interacting<StreamScene.SceneRequest>,
    posts: PostViewModelFactory, world: any World
  ) {
    phase = .new(feed)
    request = SceneRequestSender(to: interactor)
    self.posts = posts
    self.world = world
  }

  var properties: SceneProperties {
    SceneProperties(
      isReady: isReady, takesMainPane: true, leavesRoomBeside: layout.isList,
      mayHaveBlankTopRow: viewModel.missed == nil || !viewModel.unknownLocationNote.isEmpty)
  }
  private var isReady: Bool { if case .switching = phase { false } else { true } }

  var header: SceneHeader {
    StreamHeaderLayout(wording: posts.wording, options: posts.options)
      .streamHeader(of: viewModel.heading, now: world.now)
  }

  var title: SceneHeader {
    let missed = missedPostsText(at: world.now)
    return SceneHeader(
      leftText: [StyledSpan(viewModel.heading.name, .barStrong)],
      rightText: missed.isEmpty ? [] : [StyledSpan(missed, .busy)])
  }

  var columnTitle: SceneHeader {
    StreamHeaderLayout(wording: posts.wording, options: posts.options)
      .deckColumnTitleWithoutAge(
        of: viewModel.heading, missed: missedPostsText(at: world.now), now: world.now)
  }

  var column: (content: DeckColumn.DeckColumnContent, name: SafeText)? {
    if viewModel.isNearby { return (.stream(.nearby), viewModel.heading.name) }
    return viewModel.feed.map { (.stream(.feed($0)), viewModel.heading.name) }
  }

  /// The key hints for cursor movement: on a photo wall, those for moving in four directions.
  var movingHints: [KeyHint] {
    guard layout == .wall, viewModel.hasPhotos, !posts.options.isPlain else { return [] }
    return [
      KeyHint(Key(.left), Key(.down), Key(.up), Key(.right), label: posts.wording.say("move"))
    ]
  }

  func handlesKeyItself(_ key: Key) -> Bool {
    layout == .wall && Command(wallLetter: key, posts.options) != nil
  }

  /// The commands whose keys take precedence in a stream: acting as the next account if several
  /// received the selected post, or opening a post that was read without an account; with read
  /// states, marking all entries as read.
  var priorityCommands: [Command] {
    ((pane.selected?.post?.account?.badges.count ?? 0) > 1
      || pane.selected?.post?.linkToPostReadWithoutAccount != nil ? [.actAs] : [])
      + (viewModel.hasReadStates ? [.markAll] : [])
  }

  var hintWords: [Command: SafeText] {
    pane.selected?.post?.linkToPostReadWithoutAccount == nil
      ? [:] : [.actAs: posts.wording.openWithAccount]
  }

  var commandPlaces: Set<CommandSceneKind> {
    var places: Set<CommandSceneKind> =
      pane.selected?.post == nil ? [.streams] : [.streams, .posts]
    if viewModel.isNearby { places.insert(.places) }
    if viewModel.hasReadStates { places.insert(.webFeeds) }
    if case .tag? = viewModel.feed { places.insert(.tags) }
    return places
  }

  var titleCommand: Command? {
    if viewModel.missed != nil { return .catchUp }
    return viewModel.heading.unread.isEmpty ? nil : .firstUnread
  }

  var hints: [Command] {
    let unread: [Command] =
      (viewModel.missed == nil ? [] : [.catchUp])
      + (viewModel.heading.unread.isEmpty ? [] : [.firstUnread])
    let tail: [Command] = posts.abilities.canBegin ? [.refresh, .compose] : [.refresh]
    let others: [Command] =
      (viewModel.hasReadStates ? [.toggleRead, .unreadOnly, .markAll] : [])
      + (layout.isList ? (viewModel.hasPhotos ? [.view] : []) + [.density] : [])
      + (viewModel.streams.count > 1 ? [.nextStream] : []) + [.quit]
    let place: [Command] = viewModel.isNearby ? [.place] : []
    guard let selected = pane.selected else { return [.refresh] + place + [.help] + others }
    guard let post = selected.post else { return [.open] + unread + tail + [.help] + others }
    let own =
      posts.abilities(for: post).keyHintCommands(for: post, at: world.now)
      + (priorityCommands.contains(.actAs) ? [.actAs] : [])
    if !layout.isList {
      // In a gallery the command for opening already opens the photo.
      let own = own.filter { $0 != .viewPhoto }
      return Array(own.prefix(2)) + [.view] + place + unread + [.refresh, .help]
        + own.dropFirst(2) + others
    }
    return Array(own.prefix(4)) + place + unread + [.refresh, .help] + tail.dropFirst()
      + own.dropFirst(4)
      + others
  }

  func isAnimating(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !viewModel.heading.activity.isEmpty || viewModel.footer.isBusy
      || viewModel.notice?.isBusy == true
  }

  func sceneDidAppear() {
    if case .new(let feed) = phase {
      phase = .reading
      request(.open(feed))
    } else {
      request(.showTabs)
      if requestRecord.isCatchingUp { request(.resumeAfterCatchUp) }
      requestRecord.isCatchingUp = false
    }
    requestRecord.forgetPreviewRoute()
    reportPositionAndFetchMore()
  }

  func setSceneVisible(_ isVisible: Bool) { request(isVisible ? .resume : .pause) }

  func sceneDidClose() {
    gallery.cancelCarouselTurnTask()
    cancelDelayedPhotoOpening()
    request(.close)
  }
}

extension StreamView: Displaying {
  func display(_ viewModel: StreamViewModel) {
    let before = self.viewModel
    self.viewModel = viewModel
    self.viewModel.rows = []
    if viewModel.openings != before.openings {
      phase = .reading
      requestRecord.forgetRequestsForMorePosts()
      if viewModel.feed != before.feed { pane.replaceItems([]) }
    }
    if viewModel.layout != before.layout {
      keepSelectionAcrossLayouts(from: layoutWithoutCarouselIfPlain(before.layout))
    }
    // While another stream is opened, the rows still belong to the one that was left.
    let areRowsShown =
      isReady
      && replaceStreamRowsIfChanged(viewModel.rows, hasOtherEnds: viewModel.more != before.more)
    if areRowsShown || self.viewModel != before { navigator?.requestRedraw() }
  }

  func perform(_ effect: SceneEffect) {
    switch effect {
    case .select(let position): restoreReadingPosition(at: position)
    case .showRowsAbove:
      // Nothing is scrolled if the user reads further down.
      guard posts.options.readingOrder.endsBelow, pane.selection <= 1, pane.row >= 0 else { return }
      pane.scrollUpKeepingSelectionVisible()
      selectionDidMove()
    case .flash(let post): return showLikeFlash(post)
    default: navigator?.performEffect(effect)
    }
    navigator?.requestRedraw()
  }

  func openStreamTab(_ tab: AccountStreamTab) {
    pane.replaceItems([])
    gallery.resetGalleryAndListLayout()
    requestRecord.forgetReportedPosition()
    unconfirmed = nil
    phase = .switching
    request(tab.feed.map { .open($0) } ?? .openNearby)
  }

  /// Replaces the rows of a stream in the list pane, and returns false if nothing changed.
  /// `hasOtherEnds` is true if the sides on which more posts can be fetched have changed.
  private func replaceStreamRowsIfChanged(_ rows: [StreamRow], hasOtherEnds: Bool) -> Bool {
    let items = applyingDisplayStates(rows)
    if !hasOtherEnds, pane.hasSameIDs(as: items) { return pane.replaceItemsIfChanged(items) }
    let isFromBelow = requestRecord.fetchedGap?.edge == .below
    let gap = requestRecord.takeRequestedGapIfFilled(from: pane.items, to: items)
    pane.replaceItems(items, replaced: gap.map { .gap($0) }, fromBelow: isFromBelow)
    guard !layout.isList else { return true }
    gallery.carousel.endCarouselTurn()
    selectNearestGalleryRow()
    if let id = pane.selected?.id { gallery.wall.selectPhoto(id) }
    return true
  }

  private func restoreReadingPosition(at place: ReadingPosition) {
    if !pane.selectItem(.entry(place.entry), onRow: place.row),
      let standIn = viewModel.hidden.shownRowIDsByHiddenEntry[place.entry]
    {
      pane.selectItem(standIn, onRow: place.row)
    }
    // If the newest post is the last one on the screen, older posts fill the rows above.
    if !posts.options.readingOrder.endsBelow { pane.scrollAwayBlankRowsBelow() }
    guard !layout.isList else { return }
    gallery.carousel.endCarouselTurn()
    selectNearestGalleryRow()
    gallery.wall.selectPhoto(pane.selected?.id, onRow: place.row)
  }

  /// Keeps the same post selected when a stream changes from one layout to another.
  private func keepSelectionAcrossLayouts(from old: TimelineLayout) {
    requestRecord.resetGalleryPageLimit()
    gallery.endCarouselTurnReleasingPictures()
    switch layout {
    case .list, .lines, .album:
      if !old.isList, let id = pane.selected?.id { pane.selectItem(id, onRow: gallery.wall.row) }
    case .wall, .carousel:
      if old.isList { gallery.list = old }
      selectNearestGalleryRow()
      gallery.wall.selectPhoto(pane.selected?.id, onRow: old.isList ? pane.row : gallery.wall.row)
    }
  }

  /// Selects the row nearest to the selection that a photo wall or carousel can show.
  private func selectNearestGalleryRow() {
    guard pane.selected?.isInGallery == false else { return }
    let shown = pane.items.indices.filter { pane.items[$0].isInGallery }
    let nearest = shown.min { abs($0 - pane.selection) < abs($1 - pane.selection) }
    if let nearest { pane.selection = nearest }
  }
}

extension StreamView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    let heading = viewModel.heading
    let isBusy = !isReady || !heading.activity.isEmpty || viewModel.footer.isBusy
    let failure = heading.freshness.streamFailureText(posts.wording, now: now) ?? ""
    var words = screenReaderContentsOfPosts(
      at: now, notice: pane.items.isEmpty ? viewModel.notice : nil, isBusy: isBusy,
      notes: [failure, viewModel.failures, viewModel.unknownLocationNote, missedPostsText(at: now)])
    words.title = heading.name
    words.modes = [posts.wording.spokenName(of: layout)]
    if viewModel.hasReadStates {
      words.modes.append(
        posts.wording.spokenReadFilterName(isUnreadOnly: viewModel.showsUnreadOnly))
    }
    words.status = [
      heading.unread, heading.notifications, heading.waiting, heading.refusedChanges,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    guard let items = words.items else { return words }
    words.items = ScreenReaderItems(ids: items.ids, selected: items.selected, lines: items.lines) {
      [weak self] index in
      guard let self else { return }
      requestRecord.cameFrom = index < pane.selection ? .below : .above
      items.select(index)
      if !layout.isList, let id = pane.selected?.id { gallery.wall.selectPhoto(id) }
    }
    return words
  }
}
