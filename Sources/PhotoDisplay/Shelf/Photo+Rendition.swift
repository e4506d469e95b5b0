import FeedDomain
import Terminal

extension Photo {
  /// The smallest rendition that fills so many pixels with what the cut shows; where none does,
  /// the largest; nil where there is none at all.
  func rendition(filling pixels: PixelSize, _ cut: PictureCut) -> Rendition? {
    // A few pixels too few are not seen; the next size up costs twice the bytes.
    renditions.first { $0.size.fills(pixels, cut, tolerance: 0.93) } ?? renditions.last
  }
}

extension PhotoSize {
  fileprivate func fills(_ pixels: PixelSize, _ cut: PictureCut, tolerance: Double) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (part, mustFill) =
      switch cut {
      case .whole: ((Double(width), Double(height)), false)
      case .filling: ((Double(width), Double(height)), true)
      case .part(_, _, let across, let down):
        ((Double(width) * Double(across) / 1000, Double(height) * Double(down) / 1000), false)
      }
    let (across, down) = (
      Double(pixels.width) * tolerance / part.0, Double(pixels.height) * tolerance / part.1
    )
    // To fill the box both sides have to reach; to fit into it, one.
    return (mustFill ? max(across, down) : min(across, down)) <= 1
  }
}
