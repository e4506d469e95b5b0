internal import Atelier
internal import FeedDomain

/// How a photograph of the world is delivered: in which format, and which way up its rows lie.
struct PaintedFile {
  /// Flat colours and sharp lines, which JPEG would spoil.
  private static let drawings: Set<String> = ["reykjavik-seismo", "lisbon-tiles"]
  /// Cameras that were held otherwise: what decodes these must heed the tag in the file.
  private static let turns: [String: Painting.Turn] = [
    "kyoto-plane": .quarter, "berlin-bike": .quarter, "oaxaca-comal": .half,
  ]

  /// Those in which it snows.
  private static let snowing: Set<String> = ["berlin-snow-tram"]

  /// Those that are films, in which it rains; their pictures are posters.
  static let films: Set<String> = ["hanoi-rain-ponchos"]

  let name: String
  let size: PhotoSize
  let isOriginal: Bool

  /// The film of that name; nil where there is none.
  static func film(
    _ name: String, shape: PhotoSize, while isWanted: () -> Bool
  ) throws(PaintingFailure) -> [UInt8]? {
    guard films.contains(name),
      let painting = Painting(of: name, width: shape.width, height: shape.height)
    else { return nil }
    let height = filmWidth * shape.height / max(1, shape.width)
    return try painting.raining(width: filmWidth, height: height, while: isWanted)
  }

  /// As wide as a film of a phone's was.
  private static let filmWidth = 480

  /// Its bytes; nil where there is no such photograph.
  func bytes(
    shape: PhotoSize, while isWanted: () -> Bool
  ) throws(PaintingFailure) -> [UInt8]? {
    if let painting = ServerEmoji(Photo.ID(name)).flatMap({ Painting(emoji: $0.name) }) {
      return try painting.png(width: size.width, height: size.height, while: isWanted)
    }
    let portrait = Portrait(Photo.ID(name)).map { Painting(portraitOf: $0.person.rawValue) }
    guard
      let painting = portrait ?? Painting(of: name, width: shape.width, height: shape.height)
    else { return nil }
    if Self.snowing.contains(name) {
      return try painting.snowing(width: size.width, height: size.height, while: isWanted)
    }
    if Self.drawings.contains(name) && !isOriginal {
      return try painting.png(width: size.width, height: size.height, while: isWanted)
    }
    return try painting.jpeg(
      width: size.width, height: size.height, quality: isOriginal ? 92 : 84,
      turn: isOriginal ? Self.turns[name] ?? .none : .none, while: isWanted)
  }
}
