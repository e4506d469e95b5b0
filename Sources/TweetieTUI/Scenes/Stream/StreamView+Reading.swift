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
    let seen = pane.seen()
    let newest = newest(seen.compactMap { entry(at: $0) })
    let preview = pane.selected?.post.map(preview)
    if preview != told.preview {
      told.preview = preview
      later { $0.stage?.preview(preview) }
    }
    guard let newest, let entry = entry(at: pane.selection) else { return }
    let place = ReadingPlace(entry: entry, row: pane.row)
    guard place != told.place || newest != told.seen else { return }
    (told.place, told.seen) = (place, newest)
    later { $0.request(.remember(place, seen: newest)) }
  }

  /// Asks for more where the reader is near the end of the rows, although it was asked before:
  /// the reader moved, so they want it.
  func wantMore() {
    if pane.items.count - pane.selection <= Self.margin { askedMore.below = nil }
    if pane.selection < Self.margin { askedMore.above = nil }
  }

  private func askForMore() {
    let items = pane.items
    if hasMore.below, items.count - pane.selection <= Self.margin, askedMore.below != items.last?.id
    {
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
    return isPhoto ? .photo(item.post.id, index: 0) : .conversation(item.post.id)
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
