internal import FeedDomain

extension Photo {
  /// The sizes that fill a screen as far as the whole photo is shown on it, the smallest first; where
  /// none does, the largest.
  func renditions(filling screen: PhotoSize) -> ArraySlice<Rendition> {
    let shown = renditions.filter { !$0.isForKeeping && !$0.isOwnFile }
    guard let first = shown.firstIndex(where: { $0.size.fills(screen) }) else {
      return shown.suffix(1)
    }
    return shown[first...]
  }
}

extension PhotoSize {
  /// Nobody sees a few pixels less, and the next size up costs twice the bytes.
  private static let tolerance = 93

  fileprivate func fills(_ screen: PhotoSize) -> Bool {
    width * 100 >= screen.width * Self.tolerance || height * 100 >= screen.height * Self.tolerance
  }
}
