internal import FeedDomain

/// The sizes in which a photo is asked for.
///
/// Made from the address of the raw photo, whose other parameters stay: one of them reports that it
/// was looked at.
struct UnsplashRenditions: Equatable, Sendable {
  private static let widths = [200, 400, 800, 1200, 2000, 3200]
  private static let presets = [("thumb", 200), ("small", 400), ("regular", 1080)]

  let renditions: [Photo.Rendition]

  init(_ json: JSON, of size: PhotoSize) {
    func rendition(_ url: String, _ width: Int) -> Photo.Rendition {
      let width = min(width, size.width)
      return Photo.Rendition(
        url: url,
        size: PhotoSize(width: width, height: max(1, size.height * width / size.width)))
    }
    if let raw = json["raw"].webAddress, !raw.contains("#") {
      let start = raw + (raw.contains("?") ? "&" : "?")
      renditions = Self.widths.filter { $0 == Self.widths[0] || $0 < size.width }.map { width in
        rendition("\(start)w=\(width)&fit=max&q=75&fm=jpg", width)
      }
    } else {
      renditions = Self.presets.compactMap { name, width in
        json[name].webAddress.map { rendition($0, width) }
      }
    }
  }
}
