internal import FeedDomain

/// A custom emoji of the built-in service, and the file of its picture.
struct ServerEmoji {
  private static let beginning = "emoji-"
  private static let side = 64

  /// All of them.
  static let all = ["tram", "sheep"].compactMap { name in
    CustomEmoji(name: name, url: ServerEmoji(named: name).address)
  }

  let name: String

  private init(named name: String) { self.name = name }

  /// The emoji of which that is the picture; nil where it is none.
  init?(_ photo: Photo.ID) {
    guard photo.rawValue.hasPrefix(Self.beginning) else { return nil }
    name = String(photo.rawValue.dropFirst(Self.beginning.count))
  }

  private var id: Photo.ID { Photo.ID(Self.beginning + name) }
  private var address: String { PhotoAddress(id, width: Self.side).url }

  /// Its picture as a photo of the world; nil where there is no such emoji.
  var photo: Photo? {
    guard Self.all.contains(where: { $0.name == name }) else { return nil }
    let size = PhotoSize(width: Self.side, height: Self.side)
    return Photo(
      id: id, renditions: [Photo.Rendition(url: address, size: size)], size: size, altText: "")
  }
}
