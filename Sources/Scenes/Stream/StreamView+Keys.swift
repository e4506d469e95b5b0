import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

extension StreamView {
  func handleEvent(_ event: SceneInputEvent) -> Bool {
    // The release of the mouse button after a click does not count as a second event.
    if !event.isRelease { cancelDelayedPhotoOpening() }
    if case .mouse = event, !event.isRelease { unconfirmed = nil }
    switch event {
    case .command(let command): return handleCommand(command)
    case .mouse(let mouse, let clicks): return handleMouse(mouse, clicks: clicks)
    case .key(let key):
      return layout == .wall && Command(wallLetter: key, posts.options).map(handleCommand) ?? false
    case .paste, .edited: return false
    }
  }

  func handleCommand(_ command: Command) -> Bool {
    if command != .markAll { unconfirmed = nil }
    if handleSelectionMovingCommand(command) {
      selectionDidMove()
      return true
    }
    if handleStreamTabCommand(command) { return true }
    switch command {
    case .refresh: request(.refresh)
    case .firstUnread: request(.jump(.firstUnread))
    case .previousUnread where viewModel.hasReadStates: request(.jump(.previousUnread))
    case .undo: request(.undo)
    case .place where viewModel.streams.contains(.nearby):
      request(.changePlace)
      navigator?.navigate(to: .placeChoice)
    case .catchUp:
      guard let feed = viewModel.feed else { return false }
      requestRecord.isCatchingUp = true
      navigator?.navigate(to: .catchUp(feed))
    case .view: switchToNextGalleryLayout()
    case .density: switchToListLinesOrAlbum()
    case .keepTab: request(.toggleTab)
    case .everything: _ = showStreamTab(.feed(.everything))
    case .notifications where viewModel.feed == .everything:
      navigator?.navigate(to: .notificationsOfAll)
    case .actAs where pane.selected?.post?.linkToPostReadWithoutAccount == nil:
      guard priorityCommands.contains(.actAs), case .post(let id, _)? = pane.selected else {
        return false
      }
      request(.actAsNextAccount(id))
    case .followTag, .unfollowTag:
      guard case .tag? = viewModel.feed, posts.abilities.serviceActions.contains(.followTag) else {
        return false
      }
      request(.followTag(command == .followTag))
    case .fetchAhead: request(.fetchAhead(screen: screen))
    case .unreadOnly: request(.toggleUnreadOnly)
    case .markAll where viewModel.hasReadStates:
      // The key must be pressed twice; after the first press the number of entries is shown.
      _ = markAllEntriesRead(isConfirmed: unconfirmed == .stream)
      unconfirmed = unconfirmed == .stream ? nil : .stream
    case .markShown where viewModel.hasReadStates: request(.markRead(.shown(shownEntries)))
    default: return navigateIfPossible(by: command) || performCommandOnSelection(command)
    }
    return true
  }

  /// The size of the screen in pixels, for fetching photos; nil if pictures are not drawn.
  private var screen: PhotoSize? {
    guard let lastDrawing, lastDrawing.drawing.pictures.isOn else { return nil }
    let cell = lastDrawing.drawing.pictures.cell
    return PhotoSize(
      width: (lastDrawing.drawing.bar ?? lastDrawing.size.columns) * cell.width,
      height: lastDrawing.size.rows * cell.height)
  }

  func selectionDidMove() {
    requestRecord.allowRequestsNearEnds(at: pane.selection, of: pane.items.count)
    navigator?.requestRedraw()
  }

  /// Performs a command that moves the selection in a stream, or requests the posts at an end of
  /// the stream; returns false for other commands.
  private func handleSelectionMovingCommand(_ command: Command) -> Bool {
    switch command {
    case .down, .halfPageDown, .pageDown, .lineDown, .right: requestRecord.cameFrom = .above
    case .up, .halfPageUp, .pageUp, .lineUp, .left: requestRecord.cameFrom = .below
    case .top where viewModel.more.above:
      request(.jump(posts.options.readingOrder.streamEndAtScreenEdge(.above)))
      return true
    case .bottom where viewModel.more.below:
      request(.jump(posts.options.readingOrder.streamEndAtScreenEdge(.below)))
      return true
    default: break
    }
    switch layout {
    case .list, .lines, .album: return pane.handleSelectionMovingCommand(command)
    case .carousel: return handleCarouselCommand(command)
    case .wall:
      defer { selectRowOfWallPhoto() }
      return gallery.wall.handleSelectionMovingCommand(command)
    }
  }

  private func performCommandOnSelection(_ command: Command) -> Bool {
    switch pane.selected {
    case nil: return false
    case .fold(let fold):
      guard command == .open || command == .reveal else { return false }
      request(.unfold(fold.first))
    case .gap(let row):
      guard command == .open else { return false }
      requestRecord.recordGapRequest(for: row.gap.id)
      request(
        .fill(
          row.gap.id,
          from: posts.options.readingOrder.streamEdgeAtScreenEdge(requestRecord.cameFrom)))
    case .post(let id, let item):
      if viewModel.hasReadStates, performReadStateCommand(command, id) { return true }
      if viewModel.hasReadStates, command == .open { request(.opened(id)) }
      guard command == .open, !layout.isList else { return performCommand(command, on: item) }
      navigateAsItemAccount(to: .photo(item.post.id, index: item.shownPhoto), of: item)
    }
    return true
  }

  /// Performs a command that changes the read states of a web feed's entries: of the selected
  /// entry, of those above or below, or of all entries of its feed. Returns false for other
  /// commands.
  private func performReadStateCommand(_ command: Command, _ entry: FeedEntry.ID) -> Bool {
    switch command {
    case .toggleRead: request(.toggleRead(entry))
    case .markAbove: request(.markRead(isReversed ? .below(entry) : .above(entry)))
    case .markBelow: request(.markRead(isReversed ? .above(entry) : .below(entry)))
    case .markFeed: request(.markRead(.feed(of: entry)))
    default: return false
    }
    return true
  }

  /// True if the order of the screen is reversed: newer entries stand below older ones.
  private var isReversed: Bool { !posts.options.readingOrder.endsBelow }

  func toggleMark(_ action: Post.UserPostMarks, on post: Post.ID) { request(.toggle(post, action)) }

  func requestPostDeletion(_ post: Post.ID) { request(.delete(post)) }
}

extension StreamView: EntryListScene {
  func markAllEntriesRead(isConfirmed: Bool) -> Bool {
    guard viewModel.hasReadStates else { return false }
    request(isConfirmed ? .markRead(.stream) : .countUnread(.stream))
    return true
  }
}

// MARK: - Another stream, another layout

extension StreamView {
  private func handleStreamTabCommand(_ command: Command) -> Bool {
    let count = viewModel.streams.count
    if case .stream(let number) = command {
      showTab(number - 1)
      return true
    }
    guard count > 0, command == .nextStream || command == .previousStream else { return false }
    let step = command == .nextStream ? 1 : count - 1
    showTab(((viewModel.heading.currentTab ?? count - 1) + step) % count)
    return true
  }

  func showStreamTab(_ tab: AccountStreamTab) -> Bool {
    if let number = viewModel.streams.firstIndex(of: tab) {
      showTab(number)
    } else if viewModel.feed.map(tab.tabShowsFeed) != true {
      // A stream that is not a tab is opened in the same way.
      openStreamTab(tab)
    }
    return true
  }

  private func showTab(_ number: Int) {
    guard viewModel.streams.indices.contains(number) else {
      return showMessage(
        BottomLineMessage(text: posts.wording.say("There is no such stream."), tone: .plain))
    }
    guard number != viewModel.heading.currentTab else { return }
    openStreamTab(viewModel.streams[number])
  }

  /// Switches a stream to the next layout (list, photo wall, carousel); shows a message
  /// instead if the stream has no photos.
  private func switchToNextGalleryLayout() {
    guard !layout.isList || viewModel.hasPhotos else {
      // No message before the first posts have arrived.
      if let bare = viewModel.noPhotos {
        showMessage(BottomLineMessage(text: bare.sentence, tone: .plain))
      }
      return
    }
    let list = layout.isList ? layout : gallery.list
    let all: [TimelineLayout] = posts.options.isPlain ? [list, .wall] : [list, .wall, .carousel]
    request(.arrange(all.nextLayout(layout)))
  }

  /// Shows the stream in its next list layout, such as one line for each post or large photos; from
  /// a photo wall or carousel, in the list layout used last.
  private func switchToListLinesOrAlbum() {
    let all = TimelineLayout.lists.filter {
      $0 != .album || lastDrawing?.drawing.pictures.isOn == true
    }
    request(.arrange(layout.isList ? all.nextLayout(layout) : gallery.list))
  }
}

// MARK: - The carousel

extension StreamView {
  private func handleCarouselCommand(_ command: Command) -> Bool {
    let galleryItems = galleryItems
    switch galleryItems.carouselDestination(of: command) {
    case nil: return false
    case .by(let steps): turnCarouselPhotos(by: steps, galleryItems)
    case .to(let index):
      gallery.carousel.endCarouselTurn()
      selectRow(galleryItems.rows[index].id)
    }
    return true
  }

  /// Turns the carousel by a number of photos; positive is to the right.
  private func turnCarouselPhotos(by steps: Int, _ galleryItems: GalleryItems) {
    guard let index = galleryItems.selected,
      let goal = galleryItems.ring.ringIndexAfterSteps(steps, from: index)
    else { return }
    selectRow(galleryItems.rows[goal].id)
    animateCarouselTurnIfAllowed(steps, from: index)
  }

  /// Turns the carousel with an animation on a local terminal, without one elsewhere.
  private func animateCarouselTurnIfAllowed(_ steps: Int, from index: Int) {
    gallery.carouselTurnTask?.cancel()
    guard posts.options.mayGlide else { return gallery.carousel.endCarouselTurn() }
    gallery.carousel.startCarouselTurn(by: steps, from: index)
    gallery.carouselTurnTask = Task { [weak self, world] in
      while true {
        do throws(CancellationError) {
          // The time until the next frame of the animation.
          try await world.sleep(for: CarouselTurnStep.pause)
        } catch {
          return
        }
        guard let self, !Task.isCancelled else { return }
        gallery.carousel.advanceCarouselTurn()
        navigator?.requestRedraw()
        if gallery.carousel.motion == nil { return }
      }
    }
  }
}

// MARK: - The mouse

extension StreamView {
  /// Handles a mouse event in a stream; returns true if it was handled. In the text above the rows,
  /// a click refreshes after a failure, or opens the catch-up or the choice of a place; elsewhere,
  /// the wheel scrolls, and clicks select and open.
  private func handleMouse(_ mouse: MouseEvent, clicks: Int) -> Bool {
    if let strip = lastDrawing?.strip, (0..<strip).contains(mouse.position.row) {
      guard case .press(1) = mouse.action else { return false }
      guard viewModel.failures.isEmpty else { return handleCommand(.refresh) }
      return handleCommand(viewModel.unknownLocationNote.isEmpty ? .catchUp : .place)
    }
    // Positions above the scene are not moved.
    let strip = mouse.position.row < 0 ? 0 : lastDrawing?.strip ?? 0
    return handleMouseBelowNotes(
      mouse.relativeEvent(to: CellRect(row: strip, column: 0, rows: 0, columns: 0)), clicks: clicks)
  }

  /// Handles a mouse event of a stream whose position is relative to the first row below the notes,
  /// in the list of rows, the photo wall or the carousel; returns true if it was handled.
  private func handleMouseBelowNotes(_ mouse: MouseEvent, clicks: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: scrollOrTurnByWheel(1)
    case .wheelUp: scrollOrTurnByWheel(-1)
    case .press(1) where mouse.position.row < 0: return handleHeaderClick(at: mouse.position.column)
    case .press(1):
      return layout.isList
        ? handleClick(mouse.position, clicks: clicks)
        : handleGalleryClick(mouse.position, clicks: clicks)
    default: return false
    }
    return true
  }

  private func scrollOrTurnByWheel(_ direction: Int) {
    requestRecord.cameFrom = direction > 0 ? .above : .below
    switch layout {
    case .list, .lines, .album: pane.scrollRows(by: 3 * direction)
    case .wall:
      gallery.wall.scrollRows(by: 3 * direction)
      selectRowOfWallPhoto()
    case .carousel:
      // A turn of the wheel sends many events; those during a movement of the carousel are ignored.
      if gallery.carousel.motion == nil { turnCarouselPhotos(by: direction, galleryItems) }
    }
    selectionDidMove()
  }

  func wantsHeaderClick(at column: Int) -> Bool {
    switch headerClickTarget(at: column) {
    case .tab, .firstUnread: true
    case .accounts, .notifications, .outbox, nil: false
    }
  }

  private func headerClickTarget(at column: Int) -> StreamHeaderLayout.HeaderClickTarget? {
    StreamHeaderLayout(wording: posts.wording, options: posts.options).headerClickTarget(
      at: column, of: viewModel.heading, now: world.now,
      columns: lastDrawing?.drawing.bar ?? lastDrawing?.size.columns ?? 80)
  }

  private func handleHeaderClick(at column: Int) -> Bool {
    switch headerClickTarget(at: column) {
    case .tab(let tab): showTab(tab)
    case .firstUnread: return handleCommand(.firstUnread)
    case .notifications:
      if !handleCommand(.notifications) { navigator?.navigate(to: .notifications) }
    case .accounts: navigator?.navigate(to: .accounts)
    case .outbox: navigator?.navigate(to: .outbox)
    case nil: return false
    }
    return true
  }

  /// Handles a click on a photo wall or carousel, and returns true if it was handled: the click
  /// performs the action there, selects another photo, or opens the selected one; a double click
  /// likes the post.
  private func handleGalleryClick(_ position: CellPosition, clicks: Int) -> Bool {
    guard let hit = clickedGalleryItem(at: position) else { return false }
    let isSelected = hit.row.id == pane.selected?.id
    if let action = hit.action, let item = hit.row.post,
      isSelected || layout == .wall && !action.isForSelected
    {
      selectClickedGalleryItem(hit)
      performPostAction(action, on: item)
    } else if clicks > 1 {
      if clicks == 2 { likeSelectedPostUnlessLiked() }
    } else if isSelected {
      openPhotoAfterClickDelay { [weak self] in _ = self?.handleEvent(.command(.open)) }
    } else {
      selectClickedGalleryItem(hit)
    }
    navigator?.requestRedraw()
    return true
  }

  private func clickedGalleryItem(
    at position: CellPosition
  ) -> GalleryDrawingArea.GalleryRowClickTarget? {
    galleryTargetAtCellFunction()(position)
  }

  /// Returns a function from a cell of a photo wall or carousel to the target of a click there; its
  /// result is nil for an empty cell.
  private func galleryTargetAtCellFunction()
    -> (CellPosition) -> GalleryDrawingArea.GalleryRowClickTarget?
  {
    guard let lastDrawing else { return { _ in nil } }
    let room = galleryDrawingArea(
      CellRect(origin: CellPosition(row: 0, column: 0), size: lastDrawing.size), lastDrawing.drawing
    )
    guard layout == .wall else { return room.carouselClickTargetFunction() }
    let wall = gallery.wall
    return { room.wallClickTarget(at: $0, of: wall) }
  }

  private func selectClickedGalleryItem(_ hit: GalleryDrawingArea.GalleryRowClickTarget) {
    if layout == .wall {
      gallery.wall.selectPhoto(hit.row.id)
      selectRowOfWallPhoto()
    } else if hit.steps != 0 {
      turnCarouselPhotos(by: hit.steps, galleryItems)
    }
    requestRecord.allowRequestsNearEnds(at: pane.selection, of: pane.items.count)
  }
}

// MARK: - Letters

extension StreamView {
  /// A cell's content in a photo wall or carousel: a row and an action; neighbouring cells with
  /// equal content form one click target.
  private struct GalleryCellClickContent: Equatable {
    let row: StreamRow.ID
    let action: PostAction?
  }

  func isWholeRowClickTarget(_ row: StreamRow) -> Bool { row.post == nil }

  var clickTargets: [ClickTarget] {
    let strip = lastDrawing?.strip ?? 0
    return clickTargetsInRows.map { $0.movedTarget(down: strip) }
  }

  private var clickTargetsInRows: [ClickTarget] {
    guard !layout.isList else { return clickTargetsInList }
    guard viewModel.hasPhotos, let lastDrawing else { return [] }
    let hits = galleryTargetAtCellFunction()
    return ClickTarget.clickTargetsByScanningCells(in: lastDrawing.size, between: 1) {
      hits($0).map { GalleryCellClickContent(row: $0.row.id, action: $0.action) }
    } make: { exhibit, place in
      ClickTarget(
        position: place, isSelected: exhibit.row == pane.selected?.id,
        opensContent: exhibit.action?.opensContent ?? true)
    }
  }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    let place = CellPosition(row: place.row - (lastDrawing?.strip ?? 0), column: place.column)
    guard !layout.isList else {
      return performClickInList(at: place, copyingAddress: copyingAddress)
    }
    guard let hit = clickedGalleryItem(at: place) else { return }
    selectClickedGalleryItem(hit)
    navigator?.requestRedraw()
    guard let item = hit.row.post else {
      _ = handleCommand(.open)
      return
    }
    let action = hit.action ?? .viewPhoto(item.shownPhoto)
    if copyingAddress {
      copyAddress(of: action, on: item)
    } else {
      performPostAction(action, on: item)
    }
  }
}

extension [TimelineLayout] {
  /// Returns the layout that follows another one in this list of a stream's layouts;
  /// after the last, the first.
  fileprivate func nextLayout(_ layout: TimelineLayout) -> TimelineLayout {
    self[((firstIndex(of: layout) ?? -1) + 1) % count]
  }
}
