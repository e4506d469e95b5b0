import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

extension StreamView {
  /// The layout in which a stream is drawn: list, photo wall or, except in the plain mode,
  /// carousel.
  var layout: TimelineLayout { layoutWithoutCarouselIfPlain(viewModel.layout) }

  /// Returns the layout that is drawn for the layout the user chose: in the plain mode, a
  /// photo wall of descriptions in place of a carousel.
  func layoutWithoutCarouselIfPlain(_ layout: TimelineLayout) -> TimelineLayout {
    layout == .carousel && posts.options.isPlain ? .wall : layout
  }

  var galleryItems: GalleryItems {
    GalleryItems(of: pane.items, selected: pane.selected?.id, more: viewModel.more)
  }

  func galleryDrawingArea(_ rect: CellRect, _ drawing: DrawingParameters) -> GalleryDrawingArea {
    GalleryDrawingArea(
      posts: posts, drawing: drawing, rect: rect, galleryItems: galleryItems,
      footer: viewModel.footer,
      dimmer: gallery.dimmer)
  }

  func drawScene(on canvas: inout Canvas, in whole: CellRect, _ drawing: DrawingParameters) {
    let lines = noteLinesAboveStream(drawing, in: whole.size)
    let strip = lines.count
    let rect = whole.droppingRows(strip)
    lastDrawing = (drawing, rect.size, strip)
    for (row, line) in lines.enumerated() {
      canvas.writeLine(line, onRow: whole.origin.row + row, of: whole)
    }
    endLikeFlashes(at: drawing.now)
    if layout.isList { layOutList(rect.size, drawing) }
    if pane.items.isEmpty {
      viewModel.notice?.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
      return
    }
    switch layout {
    case .list, .lines, .album:
      // The selected row stays marked beside the opened post.
      let mark = ListPane<StreamRow, PostAction>.SelectedItemAppearance(
        drawing.theme, posts.options, hasKeys: drawing.isFront)
      pane.drawItems(on: &canvas, in: rect, mark: mark, pictures: PictureBoxPainter(drawing, posts))
    case .wall where viewModel.hasPhotos:
      drawPhotoWall(on: &canvas, galleryDrawingArea(rect, drawing))
    case .carousel where viewModel.hasPhotos:
      let room = galleryDrawingArea(rect, drawing)
      guard let selected = room.galleryItems.selected else { break }
      room.carousel.drawCarousel(on: &canvas, around: selected, gallery.carousel.motion)
    case .wall, .carousel:
      viewModel.noPhotos?.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    reportPositionAndFetchMore()
  }

  /// Returns the lines of text above the rows of a stream: none, one, or two if the text is too
  /// wide for one and there is room.
  private func noteLinesAboveStream(_ drawing: DrawingParameters, in size: CellSize) -> [Line] {
    let words = noteAboveStream(drawing, rows: size.rows)
    guard !words.isEmpty else { return [] }
    let role: TextRole =
      !viewModel.failures.isEmpty ? .bad : viewModel.unknownLocationNote.isEmpty ? .busy : .faint
    let style = drawing.theme.style(role)
    let line = Line(" " + words, style)
    guard line.columns > size.columns, size.rows >= 12 else {
      return [line.truncatedLine(columns: size.columns)]
    }
    return Line(words, style).wrappedLines(columns: max(1, size.columns - 1), rows: 2).map { part in
      var indented = Line(" ", style)
      indented.append(part)
      return indented
    }
  }

  /// Returns the text above the rows of a stream: the failed accounts or feeds, else the unknown
  /// location, else the number of posts since the last visit; empty for none.
  ///
  /// The number of posts since the last visit may appear while the user reads: it is drawn in the
  /// title or in a blank row, so that no row moves, or left out.
  private func noteAboveStream(_ drawing: DrawingParameters, rows: Int) -> SafeText {
    guard viewModel.failures.isEmpty else { return rows < 5 ? "" : viewModel.failures }
    guard viewModel.unknownLocationNote.isEmpty else {
      return rows < 5 ? "" : viewModel.unknownLocationNote
    }
    return drawing.hasTitle || rows < ScreenPanes.rowsForAir - 2
      ? "" : missedPostsText(at: drawing.now)
  }

  /// Returns the text with the number of posts since the last visit and the key for catching up;
  /// empty if there are none.
  func missedPostsText(at now: Timestamp) -> SafeText {
    guard let missed = viewModel.missed else { return "" }
    return posts.wording.missedPostsText(
      missed.count, isUncounted: missed.isUncounted, since: missed.lastVisit, now: now,
      key: posts.catchUpKey)
  }

  private func layOutList(_ size: CellSize, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    var room = PhotoBoxLayout(
      drawing.pictures, pane: size, posts.options, isLarge: layout == .album)
    if layout == .album { room = room?.layoutWidenedForSinglePhoto(in: size) }
    let rows = StreamLayout(
      posts: posts, theme: theme, now: drawing.now, room: room, isDense: layout == .lines)
    pane.footer = footerLines(drawing)
    let look = ListPane<StreamRow, PostAction>.ListLayoutInputs(
      theme: theme, ageStep: drawing.ageStep, pictures: room, layout: layout)
    pane.setSizeAndLayoutFunction(size, look: look) { rows.laidOutRow($0, columns: $1) }
  }

  private func drawPhotoWall(on canvas: inout Canvas, _ room: GalleryDrawingArea) {
    let wall = room.wall
    let footer = footerLines(room.drawing)
    gallery.wall.layOutWall(
      wall.elements, columns: wall.tile.grid.count, room: room.rect.size,
      footer: footer.isEmpty ? 0 : footer.count + 1)
    selectRowOfWallPhoto()
    wall.drawPhotoWall(gallery.wall, footer: footer, on: &canvas)
    wall.prefetchPhotos(after: gallery.wall, downwards: requestRecord.cameFrom == .above)
  }

  private func footerLines(_ drawing: DrawingParameters) -> [Line] {
    let footer = viewModel.footer
    guard posts.options.readingOrder.endsBelow, !footer.words.isEmpty else { return [] }
    var line = Line()
    if footer.isBusy {
      line.append(
        Spinner.spinnerSign(frame: drawing.frame, posts.options) + " ", drawing.theme.style(.busy))
    }
    line.append(footer.words, drawing.theme.style(.faint))
    return [line]
  }

  func selectRowOfWallPhoto() {
    guard let id = gallery.wall.selected else { return }
    selectRow(id)
  }

  /// Selects the row with an id in the stream; does nothing if there is no such row.
  func selectRow(_ id: StreamRow.ID) {
    guard let index = pane.items.firstIndex(where: { $0.id == id }) else { return }
    pane.selection = index
  }
}

// MARK: - Where the user is

extension StreamView {
  /// Reports the reading position and the passed entries of a stream, requests more posts near both
  /// ends of the rows, and shows the preview of the selected post; each only once. Called while
  /// drawing, so that the requests begin after the frame.
  func reportPositionAndFetchMore() {
    let seen = visibleRowIndices()
    requestMorePosts(seen)
    if viewModel.hasReadStates {
      let passed = requestRecord.takePassedEntryIDs(
        to: pane.selection, of: pane.items, visible: seen)
      if !passed.isEmpty { performAfterDrawing { $0.request(.passed(passed)) } }
    }
    // A wall or carousel has the whole width, without a preview beside it.
    let preview = layout.isList ? pane.selected?.post.map(previewRoute) : nil
    // A stream without the keyboard focus shows no preview.
    if lastDrawing?.drawing.isFront != false, requestRecord.recordPreviewRouteIfNew(preview) {
      performAfterDrawing { $0.navigator?.showPreview(preview) }
    }
    guard let shown = newestEntryWithOlderOnesSeen(of: seen),
      let entry = entryID(at: pane.selection)
    else { return }
    let newest = viewModel.hidden.newestAbove[shown] ?? shown
    let place = ReadingPosition(entry: entry, row: layout.isList ? pane.row : gallery.wall.row)
    if requestRecord.recordReportedPositionIfNew(place, seen: newest) {
      performAfterDrawing { $0.request(.remember(place, seen: newest)) }
    }
  }

  private func requestMorePosts(_ seen: [Int]) {
    let selection = pane.selection
    let isGallery = !layout.isList
    // A screen of many posts may show the end before the selection comes near it.
    let lowest = isGallery || layout == .lines ? max(selection, seen.last ?? 0) : selection
    if viewModel.more.below,
      requestRecord.recordPostsRequestIfNeeded(below: lowest, of: pane.items, isGallery: isGallery)
    {
      performAfterDrawing {
        $0.request(.more($0.posts.options.readingOrder.streamEdgeAtScreenEdge(.below)))
      }
    }
    if viewModel.more.above,
      requestRecord.recordPostsRequestIfNeeded(above: selection, of: pane.items)
    {
      performAfterDrawing {
        $0.request(.more($0.posts.options.readingOrder.streamEdgeAtScreenEdge(.above)))
      }
    }
  }

  /// Returns the route of the scene beside a stream for the selected post: its photo in a stream of
  /// photos, an article for web feeds, else its conversation.
  private func previewRoute(of item: PostItem) -> Route {
    let isPhoto =
      viewModel.feed?.isOfPhotos == true && lastDrawing?.drawing.pictures.isOn == true
      && !item.post.content.photos.isEmpty
    let route: Route =
      isPhoto
      ? .photoPreview(item.post.id, index: item.shownPhoto)
      : posts.abilities(for: item).hasArticles
        ? .articlePreview(item.post.id) : .conversationPreview(item.post.id)
    return route.routeOpenedAsItemAccount(of: item)
  }

  private func visibleRowIndices() -> [Int] {
    guard !layout.isList else { return Array(pane.visibleItemIndices()) }
    guard viewModel.hasPhotos else { return [] }
    guard layout == .wall else { return [pane.selection] }
    let exhibits = pane.items.indices.filter { pane.items[$0].isInGallery }
    return gallery.wall.visibleIndices.compactMap {
      exhibits.indices.contains($0) ? exhibits[$0] : nil
    }
  }

  var shownEntries: [FeedEntry.ID] { visibleRowIndices().compactMap { entryID(at: $0) } }

  private func newestEntryWithOlderOnesSeen(of seen: [Int]) -> FeedEntry.ID? {
    let order = posts.options.readingOrder
    let entries = seen.compactMap { entryID(at: $0) }
    guard layout.isList, !viewModel.ranks.isEmpty, let first = seen.first, let last = seen.last
    else {
      return order.newestEntryWithOlderOnesSeen(entries)
    }
    // A row is never moved by more rows than this margin.
    let margin = 50
    let unseen =
      order == .newest ? max(0, first - margin)..<first : (last + 1)..<(last + 1 + margin)
    return order.newestEntryWithOlderOnesSeen(
      entries, unseen: unseen.compactMap { entryID(at: $0) }, ranks: viewModel.ranks)
  }

  private func entryID(at index: Int) -> FeedEntry.ID? {
    guard pane.items.indices.contains(index), case .post(let id, _) = pane.items[index] else {
      return nil
    }
    return id
  }

  private func performAfterDrawing(_ work: @escaping @MainActor (StreamView) -> Void) {
    Task { [weak self] in if let self { work(self) } }
  }
}
