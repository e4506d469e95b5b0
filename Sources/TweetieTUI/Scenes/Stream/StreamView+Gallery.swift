import FeedDomain
import Terminal

/// The stream as a wall or a carousel: the same rows and the same selection, arranged otherwise.
extension StreamView {
  /// How it is laid out here: whoever listens to the screen gets a wall of words for a carousel.
  var layout: Arrangement {
    arrangement == .carousel && posts.options.isPlain ? .wall : arrangement
  }

  /// The rows that a gallery shows.
  var exhibits: [StreamRow] { pane.items.filter(\.isExhibited) }

  /// The selected one among them.
  var exhibit: Int? {
    guard let id = pane.selected?.id else { return nil }
    return exhibits.firstIndex { $0.id == id }
  }

  /// The next arrangement, round and round; refused where there is nothing to see.
  func changeView() {
    guard layout != .list || hasPhotos else {
      // As long as nothing has come, nothing can be said about it.
      guard !bare.sentence.string.isEmpty else { return }
      return say(Message(text: bare.sentence, tone: .plain))
    }
    let all: [Arrangement] = posts.options.isPlain ? [.list, .wall] : Arrangement.allCases
    let next = (all.firstIndex(of: layout) ?? 0) + 1
    request(.arrange(all[next % all.count]))
  }

  /// Takes the selection along from one arrangement to another.
  func carrySelection(from old: Arrangement) {
    carousel.rest()
    switch layout {
    case .list:
      if old != .list, let id = pane.selected?.id { pane.place(id, row: wall.row) }
    case .wall, .carousel:
      selectExhibit()
      wall.place(pane.selected?.id, row: old == .list ? pane.row : wall.row)
    }
  }

  /// Selects something that is shown: what is selected, or what is nearest to it.
  func selectExhibit() {
    guard layout != .list, pane.selected?.isExhibited == false else { return }
    let shown = pane.items.indices.filter { pane.items[$0].isExhibited }
    let nearest = shown.min { abs($0 - pane.selection) < abs($1 - pane.selection) }
    if let nearest { pane.selection = nearest }
  }

  /// Selects what the wall has selected.
  func followWall() {
    guard let id = wall.selected else { return }
    select(id)
  }

  /// Selects a row, wherever it stands.
  func select(_ id: StreamRow.ID) {
    guard let index = pane.items.firstIndex(where: { $0.id == id }) else { return }
    pane.selection = index
  }
}

// MARK: - Drawing

extension StreamView {
  func drawWall(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let wallDrawing = wallDrawing(in: rect, drawing)
    let footer = footerLines(drawing)
    wall.fit(
      wallDrawing.pieces, columns: wallDrawing.tile.grid.count, room: rect.size,
      footer: footer.isEmpty ? 0 : footer.count + 1)
    followWall()
    wallDrawing.draw(wall, footer: footer, on: &canvas)
    wallDrawing.expect(after: wall, downwards: cameFrom == .above)
  }

  func drawCarousel(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    guard let exhibit else { return }
    carouselDrawing(in: rect, drawing).draw(on: &canvas, around: exhibit, carousel.motion)
  }

  /// What draws the wall in that rectangle.
  func wallDrawing(in rect: CellRect, _ drawing: Drawing) -> WallDrawing {
    let grid =
      posts.options.isPlain
      ? WallGrid(single: rect.size.columns)
      : WallGrid(room: rect.size, most: posts.terms.mostAtOnce)
    return WallDrawing(
      tile: WallTile(posts: posts, drawing: drawing, grid: grid, room: rect.size),
      rows: exhibits, rect: rect)
  }

  /// What draws the carousel in that rectangle.
  func carouselDrawing(in rect: CellRect, _ drawing: Drawing) -> CarouselDrawing {
    let rows = exhibits
    return CarouselDrawing(
      posts: posts, drawing: drawing, rows: rows,
      ring: CarouselRing(count: rows.count, isComplete: !hasMore.above && !hasMore.below),
      seam: footer.isBusy ? footer.words : "⋯", rect: rect)
  }
}
