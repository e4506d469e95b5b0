import Atelier
import Glibc

/// The picture files of the demo, painted into a folder: photographs, portraits, emoji and the film.
struct DemoPictures {
  private static let quality = 74
  /// Photographs of cameras that were turned: a tag in the file says which way up they belong.
  private static let turns: [String: Painting.Turn] = [
    "kyoto-plane": .quarter, "berlin-bike": .quarter, "oaxaca-comal": .half,
  ]
  /// Photographs that are posters of films.
  private static let films: Set<String> = ["hanoi-rain-ponchos"]
  private static let filmEdge = 360
  private static let portraitEdge = 160
  private static let emoji = ["tram", "sheep"]
  private static let emojiEdge = 64

  let catalogue: Catalogue
  let folder: String

  func write() throws {
    for name in Painting.names {
      guard let painting = catalogue.painting(of: name)?.withoutGrain() else { continue }
      try writePhotograph(name, painting)
    }
    for handle in catalogue.people {
      let painting = Painting(portraitOf: handle).withoutGrain()
      let bytes = try painting.jpeg(
        width: Self.portraitEdge, height: Self.portraitEdge, quality: Self.quality)
      try save(bytes, as: "portrait-\(handle).jpg")
    }
    for name in Self.emoji {
      guard let painting = Painting(emoji: name) else { continue }
      try save(
        try painting.png(width: Self.emojiEdge, height: Self.emojiEdge), as: "emoji-\(name).png")
    }
  }

  private func writePhotograph(_ name: String, _ painting: Painting) throws {
    guard let file = catalogue.files[name] else { return }
    let size = catalogue.size(of: name)
    let film = size.fitting(Self.filmEdge)
    if Self.films.contains(name) {
      try save(
        try painting.raining(width: film.width, height: film.height), as: "\(name)-film.gif")
    }
    switch file.split(separator: ".").last {
    case "png": try save(try painting.png(width: size.width, height: size.height), as: file)
    case "gif": try save(try painting.snowing(width: size.width, height: size.height), as: file)
    default:
      try save(
        try painting.jpeg(
          width: size.width, height: size.height, quality: Self.quality,
          turn: Self.turns[name] ?? .none), as: file)
    }
  }

  private func save(_ bytes: [UInt8], as name: String) throws {
    guard let file = fopen("\(folder)/\(name)", "w") else { throw PaintingFailure.unwritable }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw PaintingFailure.unwritable
    }
  }
}
