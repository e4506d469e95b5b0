internal import FeedDomain

/// The sizes in which a photo can be had.
///
/// Only addresses that Flickr tells: those of the larger ones cannot be made up.
struct FlickrSizes: Equatable, Sendable {
  private static let suffixes = ["t", "m", "n", "z", "c", "l", "h", "k"]
  private static let square = PhotoSize(width: 150, height: 150)

  /// Smallest first; without squares, which show a part alone, where there is anything else.
  let renditions: [Photo.Rendition]
  /// How large the photo is, as far as that is told.
  let size: PhotoSize
  /// Where the largest is, the original where it may be had.
  var largest: String? { renditions.last?.url }
  /// Where the film is; nil for a still.
  let film: String?

  /// The sizes that came with a photo of a list.
  init(list json: JSON) {
    let whole = Self.suffixes.compactMap { suffix in
      Self.rendition(json["url_\(suffix)"], json["width_\(suffix)"], json["height_\(suffix)"])
    }
    let part = Self.rendition(json["url_q"], json["width_q"], json["height_q"])
    var original: PhotoSize?
    if let width = json["o_width"].pixels, let height = json["o_height"].pixels {
      original = PhotoSize(width: width, height: height)
    }
    self.init(whole, part, original: original, film: nil)
  }

  /// The sizes as they are told apart.
  init(_ json: JSON) {
    let sizes = json["size"].array
    let stills = sizes.filter { $0["media"] != "video" }
    func rendition(_ size: JSON) -> Photo.Rendition? {
      Self.rendition(size["source"], size["width"], size["height"])
    }
    let whole = stills.filter { $0["label"].string?.contains("Square") != true }
    let part = stills.first { $0["label"] == "Large Square" }.flatMap(rendition)
    let films = sizes.filter { $0["media"] == "video" }
      .sorted { ($0["width"].int ?? 0) < ($1["width"].int ?? 0) }
    self.init(
      whole.compactMap(rendition), part, original: nil,
      film: films.last { $0["source"].webAddress != nil }?["source"].webAddress)
  }

  private init(
    _ whole: [Photo.Rendition], _ part: Photo.Rendition?, original: PhotoSize?, film: String?
  ) {
    let sorted = whole.sorted {
      $0.size.width * $0.size.height < $1.size.width * $1.size.height
    }
    renditions = sorted.isEmpty ? part.map { [$0] } ?? [] : sorted
    size = original ?? renditions.last?.size ?? Self.square
    self.film = film
  }

  private static func rendition(_ url: JSON, _ width: JSON, _ height: JSON) -> Photo.Rendition? {
    guard let url = url.webAddress, let width = width.pixels, let height = height.pixels else {
      return nil
    }
    return Photo.Rendition(url: url, size: PhotoSize(width: width, height: height))
  }
}
