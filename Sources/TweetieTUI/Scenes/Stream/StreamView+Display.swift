import FeedDomain
import Terminal

extension StreamView: StreamDisplaying {
  func show(_ heading: StreamHeading) {
    guard heading != self.heading else { return }
    self.heading = heading
    stage?.redraw()
  }

  func offer(_ streams: [StreamTab], current: Feed?) {
    feed = current
    isSwitching = false
    self.streams = streams
    askedMore = (nil, nil)
    asked = nil
  }

  func show(_ arrangement: Arrangement, bare: StreamNotice) {
    self.bare = bare
    guard arrangement != self.arrangement else { return }
    let old = layout
    self.arrangement = arrangement
    pagesLeft = Self.patience
    carrySelection(from: old)
    stage?.redraw()
  }

  func show(_ rows: StreamRows) {
    hasMore = onScreen(above: rows.hasMoreAbove, below: rows.hasMoreBelow)
    let items = onScreen(rows.rows).map(lookedAt)
    let replaced = asked.flatMap { filled($0.gap, $0.edge, in: items) ? $0 : nil }
    pane.show(
      items, replaced: replaced.map { .gap($0.gap) }, fromBelow: asked?.edge == .below)
    if replaced != nil { asked = nil }
    hasPhotos = items.contains { $0.post?.photo != nil }
    if let place = rows.place {
      pane.place(.entry(place.entry), row: place.row)
      // The newest post is the last on the screen: what came before it fills the room above.
      if !endsBelow { pane.fillRoom() }
    }
    if layout != .list {
      carousel.rest()
      selectExhibit()
      if let place = rows.place {
        wall.place(pane.selected?.id, row: place.row)
      } else if let id = pane.selected?.id {
        wall.select(id)
      }
    }
    stage?.redraw()
  }

  func show(_ notice: StreamNotice?) {
    guard notice != self.notice else { return }
    self.notice = notice
    if notice != nil { isSwitching = false }
    stage?.redraw()
  }

  func show(footer words: SafeText, isBusy: Bool) {
    guard words != footer.words || isBusy != footer.isBusy else { return }
    footer = (words, isBusy)
    stage?.redraw()
  }

  func show(filling gap: Gap.ID?) {
    for row in pane.items {
      guard case .gap(var shown) = row, shown.isFilling != (shown.gap.id == gap) else { continue }
      shown.isFilling.toggle()
      pane.replace(.gap(shown))
      stage?.redraw()
    }
  }

  func askForPlace() { stage?.go(to: .place) }
}

extension StreamView {
  /// Whether something was put where the gap is, on the side from which it was asked for.
  private func filled(_ gap: Gap.ID, _ edge: StreamReading.Edge, in items: [StreamRow]) -> Bool {
    neighbour(of: gap, edge, in: pane.items) != neighbour(of: gap, edge, in: items)
  }

  private func neighbour(
    of gap: Gap.ID, _ edge: StreamReading.Edge, in items: [StreamRow]
  ) -> StreamRow.ID? {
    guard let index = items.firstIndex(where: { $0.id == .gap(gap) }) else { return nil }
    let next = edge == .above ? index - 1 : index + 1
    return items.indices.contains(next) ? items[next].id : nil
  }
}
