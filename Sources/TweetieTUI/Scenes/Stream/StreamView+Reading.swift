import FeedDomain
import Terminal

extension StreamView {
  /// So near the end of the rows more is asked for.
  private static let margin = 20

  /// Tells where the reader is, and asks for more where the rows run out; each once.
  ///
  /// It is called while drawing, so what it starts begins after the frame.
  func tellWhereReaderIs() {
    askForMore()
    let seen = seen()
    let newest = newest(seen.compactMap { entry(at: $0) })
    // A gallery has the whole width: what it shows needs no words beside it.
    let preview = layout == .list ? pane.selected?.post.map(preview) : nil
    if preview != told.preview {
      told.preview = preview
      later { $0.stage?.preview(preview) }
    }
    guard let newest, let entry = entry(at: pane.selection) else { return }
    let place = ReadingPlace(entry: entry, row: layout == .list ? pane.row : wall.row)
    guard place != told.place || newest != told.seen else { return }
    (told.place, told.seen) = (place, newest)
    later { $0.request(.remember(place, seen: newest)) }
  }

  /// Asks for more where the reader is near the end of the rows, although it was asked before:
  /// the reader moved, so they want it.
  func wantMore() {
    pagesLeft = Self.patience
    if pane.items.count - pane.selection <= Self.margin { askedMore.below = nil }
    if pane.selection < Self.margin { askedMore.above = nil }
  }

  private func askForMore() {
    let items = pane.items
    // A wall may show more than the margin at once; where few posts have photos that is not full
    // after any number of pages, so there is an end to asking until the reader moves.
    let lowest = layout == .list ? pane.selection : max(pane.selection, seen().last ?? 0)
    if hasMore.below, items.count - lowest <= Self.margin, askedMore.below != items.last?.id,
      layout == .list || pagesLeft > 0
    {
      pagesLeft -= 1
      askedMore.below = items.last?.id
      later { $0.request(.more($0.inStream(.below))) }
    }
    if hasMore.above, pane.selection < Self.margin, askedMore.above != items.first?.id {
      askedMore.above = items.first?.id
      later { $0.request(.more($0.inStream(.above))) }
    }
  }

  /// What stands beside the stream: among photos the photo, else the conversation.
  private func preview(of item: PostItem) -> Route {
    let isPhoto = feed?.isOfPhotos == true && showsPictures && !item.post.content.photos.isEmpty
    return isPhoto ? .photo(item.post.id, index: item.shownPhoto) : .glance(item.post.id)
  }

  /// The rows of which something is seen.
  private func seen() -> [Int] {
    guard layout != .list else { return Array(pane.seen()) }
    guard hasPhotos else { return [] }
    guard layout == .wall else { return [pane.selection] }
    let shown = pane.items.indices.filter { pane.items[$0].isExhibited }
    return wall.seen.compactMap { shown.indices.contains($0) ? shown[$0] : nil }
  }

  private func entry(at index: Int) -> FeedEntry.ID? {
    guard pane.items.indices.contains(index), case .post(let id, _) = pane.items[index] else {
      return nil
    }
    return id
  }

  private func later(_ work: @escaping @MainActor (StreamView) -> Void) {
    Task { [weak self] in if let self { work(self) } }
  }
}
