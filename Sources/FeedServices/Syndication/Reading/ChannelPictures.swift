internal import FeedDomain

/// The pictures in a text, but for those that only count readers.
enum ChannelPictures {
  private static let most = 12
  /// What is smaller, in pixels, is an ornament, or there to count.
  private static let smallest = 32

  static func all(in html: String, _ place: ChannelPlace) -> [ChannelMedia] {
    var scanner = HTMLScanner(Array(html.utf8))
    var pictures: [ChannelMedia] = []
    while pictures.count < most, let token = scanner.next() {
      guard case .open(let tag) = token, tag.element == .img,
        let url = tag["src"].flatMap(place.file)
      else { continue }
      let (width, height) = (side(tag["width"]), side(tag["height"]))
      guard (width ?? smallest) >= smallest, (height ?? smallest) >= smallest else { continue }
      pictures.append(
        ChannelMedia(
          url: url, kind: .still, width: width, height: height,
          words: tag["alt"]?.withSingleBlanks ?? ""))
    }
    return pictures
  }

  /// A side's length, where it is given in pixels.
  static func side(_ text: String?) -> Int? {
    text.flatMap { Int($0.trimmingBlanks) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  /// What kind of thing is attached, by its type or else by its name; nil for what cannot be shown.
  static func kind(type: String?, medium: String? = nil, url: String) -> Photo.Kind? {
    let type = type?.lowercased() ?? medium?.lowercased() ?? ""
    for (name, kind) in kinds where type == name || type.hasPrefix("\(name)/") { return kind }
    guard type.isEmpty || type == "application/octet-stream" else { return nil }
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return endings.first { $0.endings.contains { path.hasSuffix($0) } }?.kind
  }

  private static let kinds: [(String, Photo.Kind)] = [
    ("image", .still), ("audio", .audio), ("video", .video),
  ]
  private static let endings: [(endings: [String], kind: Photo.Kind)] = [
    ([".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"], .still),
    ([".mp3", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".wav"], .audio),
    ([".mp4", ".m4v", ".webm", ".mov", ".mkv"], .video),
  ]
}
