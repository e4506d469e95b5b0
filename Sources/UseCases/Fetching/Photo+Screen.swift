internal import FeedDomain

extension Photo {
  /// Returns the sizes that fill a screen with the whole photo, smallest first; the largest size if
  /// none does.
  func renditions(filling screen: PhotoSize) -> ArraySlice<Rendition> {
    let shown = renditions.filter { !$0.isForKeeping && !$0.isOwnFile }
    guard let first = shown.firstIndex(where: { $0.size.fills(screen) }) else {
      return shown.suffix(1)
    }
    return shown[first...]
  }
}

extension PhotoSize {
  /// Percentage of the screen that counts as filled, as the next size takes twice the bytes.
  private static let tolerance = 93

  fileprivate func fills(_ screen: PhotoSize) -> Bool {
    width * 100 >= screen.width * Self.tolerance || height * 100 >= screen.height * Self.tolerance
  }
}
