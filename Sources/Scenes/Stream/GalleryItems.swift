import Preferences

/// What a gallery shows of a stream: the posts with photos, and the gaps between them.
struct GalleryItems {
  /// Where a command leads in the carousel.
  enum Turn: Equatable {
    /// So many places to the right, the ring turning.
    case by(Int)
    /// To that element, at once.
    case to(Int)
  }

  /// What is shown, in the order of the screen.
  let rows: [StreamRow]
  /// Which of it is selected; nil for none.
  let selected: Int?
  /// Whether that is all there is.
  let isComplete: Bool
  /// The same as a ring.
  var ring: CarouselRing { CarouselRing(count: rows.count) }

  /// What a gallery shows of the rows.
  init(of rows: [StreamRow], selected: StreamRow.ID?, more: StreamSides) {
    self.rows = rows.filter(\.isExhibited)
    self.selected = self.rows.firstIndex { $0.id == selected }
    isComplete = more == StreamSides()
  }

  /// Where a command leads from what is selected; nil for a command that moves nothing.
  func turn(_ command: Command) -> Turn? {
    guard let selected else { return nil }
    switch command {
    case .right, .down, .lineDown: return .by(1)
    case .left, .up, .lineUp: return .by(-1)
    case .halfPageDown, .pageDown: return .to(min(selected + 10, rows.count - 1))
    case .halfPageUp, .pageUp: return .to(max(selected - 10, 0))
    case .top: return .to(0)
    case .bottom: return .to(rows.count - 1)
    default: return nil
    }
  }
}
